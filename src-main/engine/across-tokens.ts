import type { InCommonRecord, SerialRecord } from '../../src-shared/contract/records/in-common.ts'
import type { Address } from '../../src-shared/domain/address.ts'
import { percentOf, toUnits } from '../../src-shared/domain/amount.ts'
import { EARLY_ROLES } from '../../src-shared/domain/token-roles.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { pairOverlaps } from '../records/pair-overlaps.ts'
import { serialEntries } from '../records/serial.ts'
import type { CountedState, SharedAddress, StoredToken } from '../store/interface.ts'
import type { SyncReader } from '../store/reader.ts'
import type { AcrossAnswer, AcrossQuestion, InCommonParams, SerialParams } from './across-question.ts'
import { namesOf, type Names } from './names.ts'
import { isReady } from './readiness.ts'

/** Answers questions across stored tokens from the roles stored with each token's newest snapshot, so no token is recomputed. */

/** Upper bound for each list of services, funders and deposit addresses in an answer. */
const MAX_OTHERS = 200
const MAX_NOT_COUNTED = 200

export function answerAcross(reader: SyncReader, question: AcrossQuestion): AcrossAnswer {
  return reader.atOneMoment(() =>
    question.name === 'inCommon' ? inCommon(reader, question.params, question.rules) : serial(reader, question.params, question.rules),
  )
}

function inCommon(reader: SyncReader, { network, tokens: asked, offset, limit }: InCommonParams, rules: string): InCommonRecord {
  const tokens = asked.map((address) => {
    const token = reader.token({ network, address })
    if (token === null) throw new Error(`${address} is no longer stored`)
    return token
  })
  const states = new Map(reader.countedTokens({ network }).flatMap(({ address, counted }) => (counted === null ? [] : [[address, counted]])))
  const rows = reader.inCommon({ network, tokens: asked })
  const people = rows.wallets.filter(({ isService }) => !isService)
  const services = rows.wallets.filter(({ isService }) => isService)
  const [funders, paying] = [rows.funders.filter(({ isService }) => !isService), rows.funders.filter(({ isService }) => isService)]
  const shown = {
    people: people.slice(offset, offset + limit).map(({ address }) => address),
    services: services.slice(0, MAX_OTHERS).map(({ address }) => address),
    funders: funders.slice(0, MAX_OTHERS),
    paying: paying.slice(0, MAX_OTHERS),
    deposits: rows.deposits.slice(0, MAX_OTHERS),
  }
  const creators = Map.groupBy(tokens, ({ creator }) => creator)
  const named = [...shown.people, ...shown.services, ...[...shown.funders, ...shown.paying, ...shown.deposits].map(({ address }) => address)]
  const names = namesOf(reader.labels({ network, addresses: [...named, ...[...creators.keys()].flatMap((creator) => creator ?? [])] }))
  const sharedWallets = walletLister(reader, { network, tokens, names })
  const sharedFunders = (list: readonly SharedAddress[]): InCommonRecord['funders'] =>
    list.map(({ address, wallets, in: inTokens }) => ({
      ...names.of(address),
      wallets,
      in: inTokens.map(({ token, wallets: count, first, last }) => ({
        token: asked[token] ?? '',
        wallets: count,
        first_time: first,
        last_time: last,
      })),
    }))
  const counted = tokens.map((token, at) => {
    const state = states.get(token.address)
    const { wallets = 0, early = 0, funded = 0 } = rows.tokens[at] ?? {}
    return {
      ...nameOf(token),
      as_of: token.asOf,
      counted: state === undefined ? null : { as_of: state.asOf, current_rules: state.rules === rules, roles_unknown: [...state.unknown] },
      holders_complete: token.holderCount !== null && token.holdersKnown >= token.holderCount && isReady(token),
      wallets,
      early: isEarlyKnown(state) ? early : null,
      funded,
    }
  })
  return {
    network,
    tokens: counted,
    population: { ...rows.population, tokens: states.size },
    overlaps: pairOverlaps(counted, people, rows.population),
    wallets_total: people.length,
    wallets: sharedWallets(shown.people),
    services_total: services.length,
    services: sharedWallets(shown.services),
    funders_total: funders.length,
    funders: sharedFunders(shown.funders),
    funder_services_total: paying.length,
    funder_services: sharedFunders(shown.paying),
    creators: [...creators].flatMap(([creator, made]) =>
      creator !== null && made.length > 1 ? [{ ...names.of(creator), tokens: made.map(({ address }) => address) }] : [],
    ),
    deposits_total: rows.deposits.length,
    deposits: shown.deposits.map(({ address, in: inTokens }) => ({
      ...names.of(address),
      in: inTokens.map(({ token, wallets }) => ({ token: asked[token] ?? '', wallets })),
    })),
  }
}

const nameOf = ({ address, name, symbol }: Pick<StoredToken, 'address' | 'name' | 'symbol'>) => ({ address, name, symbol })

const isEarlyKnown = (state: CountedState | undefined): boolean => state !== undefined && !state.unknown.some((role) => EARLY_ROLES.includes(role))

function walletLister(
  reader: SyncReader,
  { network, tokens, names }: { readonly network: NetworkId; readonly tokens: readonly StoredToken[]; readonly names: Names },
): (addresses: readonly Address[]) => InCommonRecord['wallets'] {
  const known = new Map(tokens.map((token) => [token.address, token]))
  return (addresses) => {
    const byWallet = Map.groupBy(
      reader.walletsInTokens({ network, tokens: tokens.map(({ address }) => address), wallets: addresses }),
      ({ wallet }) => wallet,
    )
    return addresses.map((address) => ({
      ...names.of(address),
      in: (byWallet.get(address) ?? []).flatMap(({ token: of, raw, roles, cluster, firstTrade, lastTrade }) => {
        const token = known.get(of)
        if (token === undefined) return []
        const [balance, percentage] = [toUnits(raw, token.decimals), percentOf(raw, token.totalSupply)]
        return [{ token: of, roles: [...roles], balance, percentage, cluster, first_trade: firstTrade, last_trade: lastTrade }]
      }),
    }))
  }
}

function serial(reader: SyncReader, { network, claims, offset, limit }: SerialParams, rules: string): SerialRecord {
  const tokens = reader.countedTokens({ network })
  const notCounted = tokens.filter(({ counted }) => counted === null)
  const entries = serialEntries(reader.earlyWallets({ network }), claims)
  const page = entries.slice(offset, offset + limit)
  const listed = new Set<string>(page.flatMap(({ lines }) => lines.map(({ token }) => token)))
  const names = namesOf(reader.labels({ network, addresses: page.flatMap(({ wallets }) => wallets) as Address[] }))
  return {
    network,
    tokens: tokens.flatMap((token) => {
      const { counted } = token
      if (counted === null || !listed.has(token.address)) return []
      return [{ ...nameOf(token), as_of: counted.asOf, current_rules: counted.rules === rules, roles_unknown: [...counted.unknown] }]
    }),
    counted: tokens.length - notCounted.length,
    not_counted: notCounted.slice(0, MAX_NOT_COUNTED).map(nameOf),
    not_counted_total: notCounted.length,
    total: entries.length,
    entries: page.map((entry) => ({ ...entry, wallets: entry.wallets.map((wallet) => names.of(wallet)) })),
  }
}
