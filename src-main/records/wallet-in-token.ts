import { WALLET_ROLES, type WalletInToken, type WalletRole } from '../../src-shared/contract/records/wallets.ts'
import { minRaw, sumRaw, toUnits } from '../../src-shared/domain/amount.ts'
import type { TradeFact } from '../../src-shared/domain/events.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { Findings } from '../detectors/findings.ts'
import { indexPrices } from '../detectors/flows/prices.ts'
import type { Swap } from '../detectors/flows/swaps.ts'
import { classifyWallet } from '../detectors/wallets/wallet-classes.ts'
import { completenessOf, type UnknownList } from './completeness.ts'
import { clusterIds } from './holders.ts'
import { measures } from './measures.ts'
import { amountIn, mostTraded, newestPriceIn, otherTokenOf } from './other-coin.ts'
import { tradesOfWallets, usdOf } from './trade-usd.ts'
import { resultOf, UNKNOWN_RESULT, type WalletResult } from './wallet-result.ts'

/** The roles and trades of one wallet in one token (docs/api/records.md#wallets-across-tokens). */
export function walletInToken(findings: Findings, { wallet }: { readonly wallet: string }): WalletInToken {
  const results = createResults(findings, [wallet])
  const { balance, percentage } = measures(findings).holding(wallet)
  const roles = createRoles(findings)
  const unknown = unknownRoles(findings)
  return {
    balance,
    percentage,
    tags: [...findings.labels.tags(wallet)],
    cluster: clusterIds(findings).get(wallet) ?? null,
    roles: roles.of(wallet),
    roles_unknown: WALLET_ROLES.filter((role) => !roles.of(wallet).includes(role) && unknown.includes(role)),
    classes: classifyWallet(findings.index, wallet).flatMap(({ name, holds }) => (holds === true ? [name] : [])),
    ...results.of(wallet),
    other: results.inOtherCoin(wallet),
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

const LIST_OF_ROLE: Readonly<Record<WalletRole, UnknownList>> = { creator: 'dev', sniper: 'snipers', bundler: 'bundlers', insider: 'insiders' }

/** Roles that the stored facts leave unknown. */
export function unknownRoles(findings: Findings, firstRead: FirstRead | null = null): WalletRole[] {
  const { unknown } = completenessOf(findings, firstRead)
  return WALLET_ROLES.filter((role) => unknown.includes(LIST_OF_ROLE[role]))
}

type Results = Pick<WalletInToken, 'bought' | 'sold' | 'native' | 'usd' | 'first_trade' | 'last_trade'>

/** What wallets bought and sold, and their result. */
export function createResults(
  findings: Findings,
  wallets: Iterable<string>,
): { of(wallet: string): Results; inOtherCoin(wallet: string): WalletInToken['other'] } {
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
  const tradesOf = tradesBySwap(findings, [...swapsOf.values()].flat())
  const usd = (swap: Swap): number | null => usdOf(findings, tradesOf(swap))
  const coin = ({ native }: Swap): number | null => (native === null ? null : toUnits(native, index.nativeDecimals))
  const tradedBy = (wallet: string) => {
    const swaps = swapsOf.get(wallet) ?? []
    const [buys, sells] = [swaps.filter(({ isBuy }) => isBuy), swaps.filter(({ isBuy }) => !isBuy)]
    const [bought, sold] = [amount(buys), amount(sells)]
    const traded = {
      isBoughtFirst: facts.tradesFromBirth && bought > 0n && sold <= bought,
      bought: units(bought),
      held: units(minRaw(raw(wallet), bought - sold)),
      buys,
      sells,
    }
    const inCurrency = (value: (swap: Swap) => number | null, price: number | null): WalletResult =>
      hasTrades ? resultOf(traded, value, (list) => units(amount(list)), price) : UNKNOWN_RESULT
    return { swaps, sold, traded, inCurrency }
  }
  return {
    of(wallet) {
      const { swaps, sold, traded, inCurrency } = tradedBy(wallet)
      return {
        bought: hasTrades ? traded.bought : null,
        sold: hasTrades ? units(sold) : null,
        native: inCurrency(coin, prices.nativePerToken(Number.POSITIVE_INFINITY)),
        usd: inCurrency(usd, prices.usdPerToken),
        first_trade: swaps.reduce<number | null>((first, { time }) => (time === null || (first !== null && first <= time) ? first : time), null),
        last_trade: swaps.reduce<number | null>((last, { time }) => (time === null || (last !== null && last >= time) ? last : time), null),
      }
    },
    inOtherCoin(wallet) {
      const { swaps, inCurrency } = tradedBy(wallet)
      const token = mostTraded(swaps.filter((swap) => coin(swap) === null && usd(swap) === null).map((swap) => otherTokenOf(facts, tradesOf(swap))))
      if (token === null) return null
      const price = newestPriceIn(facts, token)
      return { token, symbol: null, ...inCurrency((swap) => amountIn(facts, token, tradesOf(swap)), price) }
    },
  }
}

/** The trades of a swap's transaction; none if it contains other swaps. */
function tradesBySwap(findings: Findings, swaps: readonly Swap[]): (swap: Swap) => readonly TradeFact[] {
  const txs = new Set(swaps.map(({ tx }) => tx))
  const swapsIn = Map.groupBy(
    findings.index.flows.swaps.filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  const tradesIn = Map.groupBy(
    tradesOfWallets(findings).filter(({ tx }) => txs.has(tx)),
    ({ tx }) => tx,
  )
  return ({ tx }) => (swapsIn.get(tx)?.length === 1 ? (tradesIn.get(tx) ?? []) : [])
}
