import type { Address } from '../../../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../../../src-shared/domain/amount.ts'
import { NATIVE, type Confidence } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Launchpad } from '../../venues/launchpads.ts'
import type { Settlement } from '../../venues/settlements.ts'
import { quoteDecimals } from '../../venues/quote-tokens.ts'
import { swapEventOf, UNLISTED_DEXES } from './events.ts'

/** Facts about a pool that are known before its swaps are read. */
export interface KnownPool {
  readonly token0: Address
  readonly token1: Address
  readonly dex: string
  readonly dexVersion: string
}

/** A token movement inside a transaction. */
export interface Move {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
  readonly index: number
}

export interface SwapTransaction {
  readonly network: NetworkId
  readonly tx: string
  readonly signer: Address
  readonly to: Address | null
  readonly input: `0x${string}` | null
  readonly time: number | null
  /** All logs of the transaction in order. */
  readonly logs: readonly RawLog[]
}

export interface LegLookups {
  /** Tokens and venue of a pool by its address or id; null for an unknown pool. */
  pool(key: Address): KnownPool | null
  /** The venue of a pool, or of a manager of pools, whose tokens were inferred; null when unknown. */
  venue(contract: Address, a: Address, b: Address): { dex: string; version: string } | null
  /** The listed venue for whose pools this contract emits events; null for an unlisted contract. */
  listed(contract: Address): { dex: string; version: string } | null
  /** Whether the contract is proven to be a pair of Uniswap v2, whoever deployed its factory. It then states what it was paid. */
  isGenuinePair(contract: Address): boolean
  /** The contract that holds the tokens of a manager's pools, usually the manager itself. */
  vault(manager: Address): Address
  /** A listed launchpad, whose curve events are trusted; null for other contracts. */
  launchpad(contract: Address): Launchpad | null
  /** A listed contract that settles orders, whose events are trusted; null for other contracts. */
  settlement(contract: Address): Settlement | null
  decimals(token: Address): number | null
}

/** One leg of a swap before its receiver is traced. */
export interface Leg {
  readonly kind: 'leg'
  readonly log: RawLog
  /** The pool's address, or its id if `LegLookups.pool` knows it, otherwise the contract that emitted the swap; null for an exchange without a pool. */
  readonly pool: Address | null
  /** The contract, or the maker of an order, that receives the input and pays the output. */
  readonly holder: Address
  readonly dex: string
  readonly version: string
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly rawIn: bigint
  readonly rawOut: bigint
  /** The venue's fee in the input token, and in the output token; null if it is unknown. */
  readonly feeIn: bigint | null
  readonly feeOut: bigint | null
  readonly recipient: Address | null
  readonly confidence: Confidence
}

/** The movement logged nearest to the event, the earlier of two at the same distance: pools pay before they emit the event. */
export function closest(log: RawLog, moves: readonly Move[]): Move | undefined {
  return [...moves].sort((a, b) => Math.abs(a.index - log.logIndex) - Math.abs(b.index - log.logIndex) || a.index - b.index)[0]
}

/** The token of a side by elimination: a fee-on-transfer token never matches the event's amount, but may be the only other token that moved there. */
export function onlyToken(moves: readonly Move[], side: 'from' | 'to', pool: Address, other: Address | undefined): Address | undefined {
  const tokens = new Set(moves.filter((move) => move[side] === pool && move.token !== other).map((move) => move.token))
  return tokens.size === 1 ? [...tokens][0] : undefined
}

/**
 * Legs of unlisted venues that state more of a usual quote token than moved in the transaction, or another token of which nothing moved. Any contract can
 * emit swap events as the pool of its own factory, and so state any price, and trades of any wallet. A genuine pair cannot, and may have been paid in an
 * earlier transaction. Other tokens may keep a tax, so what moved of them may be less. A pool manager settles only the net of several swaps, so its pools
 * are left out.
 */
export function findUnpaid(
  network: NetworkId,
  legs: readonly Leg[],
  moves: readonly Move[],
  { isGenuinePair }: Pick<LegLookups, 'isGenuinePair'>,
): ReadonlySet<Leg> {
  const isQuote = (token: Address): boolean => quoteDecimals(network, token) !== null
  const claims = legs
    .filter(({ dex, log }) => UNLISTED_DEXES.has(dex) && swapEventOf(log)?.emitter === 'pool' && !isGenuinePair(log.address))
    .flatMap((leg) => [
      { leg, side: 'to', token: leg.tokenIn, raw: leg.rawIn } as const,
      { leg, side: 'from', token: leg.tokenOut, raw: leg.rawOut } as const,
    ])
    .filter(({ token }) => token !== NATIVE)
  const unpaid = new Set<Leg>()
  for (const together of Map.groupBy(claims, ({ leg, side, token }) => `${leg.holder} ${side} ${token}`).values()) {
    const [first] = together
    if (first === undefined) continue
    const moved = moves.filter((move) => move.token === first.token && move[first.side] === first.leg.holder)
    if (isQuote(first.token) ? sum(together) > sum(moved) : sum(moved) === 0n) for (const { leg } of together) unpaid.add(leg)
  }
  return unpaid
}

const sum = (amounts: readonly { readonly raw: bigint }[]): bigint => sumRaw(amounts.map(({ raw }) => raw))
