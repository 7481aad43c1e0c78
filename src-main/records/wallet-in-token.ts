import type { WalletInToken, WalletRole } from '../../src-shared/contract/records/wallets.ts'
import { sumRaw, toUnits } from '../../src-shared/domain/amount.ts'
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
  const { index, facts } = findings
  const { holding, units, raw } = measures(findings)
  const swaps = index.flows.swaps.filter((swap) => swap.wallet === wallet)
  const [buys, sells] = [swaps.filter(({ isBuy }) => isBuy), swaps.filter(({ isBuy }) => !isBuy)]
  const amount = (list: readonly Swap[]): bigint => sumRaw(list.map((swap) => swap.raw))
  const { balance, percentage } = holding(wallet)
  const hasTrades = facts.tradesFromBirth || facts.trades.length > 0
  const traded = {
    bought: units(amount(buys)),
    sold: units(amount(sells)),
    held: units(least(raw(wallet), amount(buys) - amount(sells))),
    isWhole: facts.tradesFromBirth,
  }
  const prices = indexPrices(index)
  const { nativePerToken } = prices
  const usd = usdBySwap(findings, swaps)
  const coin = ({ native }: Swap): number | null => (native === null ? null : toUnits(native, index.nativeDecimals))
  return {
    balance,
    percentage,
    cluster: clusterIds(findings).get(wallet) ?? null,
    ...rolesOf(findings, wallet),
    classes: classifyWallet(index, wallet).flatMap(({ name, holds }) => (holds === true ? [name] : [])),
    bought: hasTrades ? traded.bought : null,
    sold: hasTrades ? traded.sold : null,
    native: hasTrades ? resultOf(traded, sum(buys, coin), sum(sells, coin), nativePerToken(Number.POSITIVE_INFINITY)) : UNKNOWN,
    usd: hasTrades ? resultOf(traded, sum(buys, usd), sum(sells, usd), prices.usdPerToken) : UNKNOWN,
    first_trade: swaps.reduce<number | null>((first, { time }) => (time === null || (first !== null && first <= time) ? first : time), null),
    last_trade: swaps.reduce<number | null>((last, { time }) => (time === null || (last !== null && last >= time) ? last : time), null),
  }
}

function rolesOf(findings: Findings, wallet: string): Pick<WalletInToken, 'roles' | 'roles_unknown'> {
  const { index, snipers, bundles, insiders } = findings
  const has = (list: readonly { readonly address: string }[]): boolean => list.some(({ address }) => address === wallet)
  const held: Readonly<Record<WalletRole, boolean>> = {
    creator: index.creator === wallet,
    sniper: has(snipers),
    bundler: has(bundles.bundlers),
    insider: has(insiders),
  }
  const { unknown } = completenessOf(findings, null)
  const isUnknown: Readonly<Record<WalletRole, boolean>> = {
    creator: unknown.includes('dev'),
    sniper: unknown.includes('snipers'),
    bundler: unknown.includes('bundlers'),
    insider: unknown.includes('insiders'),
  }
  const roles = Object.keys(held) as WalletRole[]
  return { roles: roles.filter((role) => held[role]), roles_unknown: roles.filter((role) => !held[role] && isUnknown[role]) }
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
