import { WALLET_ROLES, type WalletInToken, type WalletRole } from '../../src-shared/contract/records/wallets.ts'
import { sumRaw, toUnits } from '../../src-shared/domain/amount.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { indexPrices } from '../detectors/flows/prices.ts'
import type { Swap } from '../detectors/flows/swaps.ts'
import { classifyWallet } from '../detectors/wallets/wallet-classes.ts'
import { completenessOf } from './completeness.ts'
import { clusterIds } from './holders.ts'
import { measures } from './measures.ts'
import { tradesOfWallets, usdOf } from './trade-usd.ts'

/** What one wallet is and did in one token (docs/api/records.md#wallets-across-tokens). */
export function walletInToken(findings: Findings, { wallet }: { readonly wallet: string }): WalletInToken {
  const { balance, percentage } = measures(findings).holding(wallet)
  const roles = createRoles(findings)
  const unknown = unknownRoles(findings)
  return {
    balance,
    percentage,
    cluster: clusterIds(findings).get(wallet) ?? null,
    roles: roles.of(wallet),
    roles_unknown: WALLET_ROLES.filter((role) => !roles.of(wallet).includes(role) && unknown.includes(role)),
    classes: classifyWallet(findings.index, wallet).flatMap(({ name, holds }) => (holds === true ? [name] : [])),
    ...createResults(findings, [wallet]).of(wallet),
  }
}

interface Roles {
  of(wallet: string): WalletRole[]
}

export function createRoles({ index, snipers, bundles, insiders }: Findings): Roles {
  const addresses = (list: readonly { readonly address: string }[]): ReadonlySet<string> => new Set(list.map(({ address }) => address))
  const held: Readonly<Record<WalletRole, ReadonlySet<string>>> = {
    creator: new Set(index.creator === null ? [] : [index.creator]),
    sniper: addresses(snipers),
    bundler: addresses(bundles.bundlers),
    insider: addresses(insiders),
  }
  return { of: (wallet) => WALLET_ROLES.filter((role) => held[role].has(wallet)) }
}

/** Roles that the stored facts do not decide. */
export function unknownRoles(findings: Findings, firstRead: FirstRead | null = null): WalletRole[] {
  const { unknown } = completenessOf(findings, firstRead)
  const isUnknown: Readonly<Record<WalletRole, boolean>> = {
    creator: unknown.includes('dev'),
    sniper: unknown.includes('snipers'),
    bundler: unknown.includes('bundlers'),
    insider: unknown.includes('insiders'),
  }
  return WALLET_ROLES.filter((role) => isUnknown[role])
}

type Results = Pick<WalletInToken, 'bought' | 'sold' | 'native' | 'usd' | 'first_trade' | 'last_trade'>

/** What wallets bought and sold, and with what result. */
export function createResults(findings: Findings, wallets: Iterable<string>): { of(wallet: string): Results } {
  const { index, facts } = findings
  const { units, raw } = measures(findings)
  const wanted = new Set(wallets)
  const swapsOf = Map.groupBy(
    index.flows.swaps.filter((swap) => wanted.has(swap.wallet)),
    ({ wallet }) => wallet,
  )
  const amount = (list: readonly Swap[]): bigint => sumRaw(list.map((swap) => swap.raw))
  const hasTrades = facts.tradesFromBirth || facts.trades.length > 0
  const prices = indexPrices(index)
  const usd = usdBySwap(findings, [...swapsOf.values()].flat())
  const coin = ({ native }: Swap): number | null => (native === null ? null : toUnits(native, index.nativeDecimals))
  return {
    of(wallet) {
      const swaps = swapsOf.get(wallet) ?? []
      const [buys, sells] = [swaps.filter(({ isBuy }) => isBuy), swaps.filter(({ isBuy }) => !isBuy)]
      const traded = {
        bought: units(amount(buys)),
        sold: units(amount(sells)),
        held: units(least(raw(wallet), amount(buys) - amount(sells))),
        isWhole: facts.tradesFromBirth,
      }
      return {
        bought: hasTrades ? traded.bought : null,
        sold: hasTrades ? traded.sold : null,
        native: hasTrades ? resultOf(traded, sum(buys, coin), sum(sells, coin), prices.nativePerToken(Number.POSITIVE_INFINITY)) : UNKNOWN,
        usd: hasTrades ? resultOf(traded, sum(buys, usd), sum(sells, usd), prices.usdPerToken) : UNKNOWN,
        first_trade: swaps.reduce<number | null>((first, { time }) => (time === null || (first !== null && first <= time) ? first : time), null),
        last_trade: swaps.reduce<number | null>((last, { time }) => (time === null || (last !== null && last >= time) ? last : time), null),
      }
    },
  }
}

const UNKNOWN: WalletInToken['usd'] = { spent: null, received: null, realised: null, unrealised: null }

interface Traded {
  readonly bought: number
  readonly sold: number
  /** Of what was bought and not sold, what the wallet still has. */
  readonly held: number
  /** All trades of the token are stored. */
  readonly isWhole: boolean
}

/** @param price of a token now */
function resultOf(
  { bought, sold, held, isWhole }: Traded,
  spent: number | null,
  received: number | null,
  price: number | null,
): WalletInToken['usd'] {
  // Of tokens that came otherwise the price is not known.
  const isKnown = isWhole && bought > 0 && sold <= bought && spent !== null
  const cost = isKnown ? spent / bought : null
  return {
    spent,
    received,
    realised: cost === null || received === null ? null : received - cost * sold,
    unrealised: cost === null || (price === null && held > 0) ? null : Math.max(0, held) * ((price ?? 0) - cost),
  }
}

function sum(swaps: readonly Swap[], value: (swap: Swap) => number | null): number | null {
  return swaps.reduce<number | null>((total, swap) => {
    const one = value(swap)
    return total === null || one === null ? null : total + one
  }, 0)
}

/** USD value of a swap; null where the trades have none, or where others swapped in the same transaction. */
function usdBySwap(findings: Findings, swaps: readonly Swap[]): (swap: Swap) => number | null {
  const txs = new Set(swaps.map(({ tx }) => tx))
  const swapsIn = Map.groupBy(
    findings.index.flows.swaps.filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  const tradesIn = Map.groupBy(
    tradesOfWallets(findings).filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  return ({ tx }) => (swapsIn.get(tx)?.length === 1 ? usdOf(findings, tradesIn.get(tx) ?? []) : null)
}

const least = (x: bigint, y: bigint): bigint => (x < y ? x : y)
