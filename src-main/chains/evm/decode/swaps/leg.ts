import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Confidence } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Launchpad } from '../../venues/launchpads.ts'
import type { Move } from './receiver.ts'

/** What is known of a pool before its swaps are read. */
export interface KnownPool {
  readonly token0: Address
  readonly token1: Address
  readonly dex: string
  readonly dexVersion: string
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
  /** The venue whose pools' events this contract writes, by the list of venues; null for a contract that no list holds. */
  listed(contract: Address): { dex: string; version: string } | null
  /** The contract that holds the tokens of a manager's pools: mostly the manager itself. */
  vault(manager: Address): Address
  /** A listed launchpad whose curve events are to be believed. */
  launchpad(contract: Address): Launchpad | null
  decimals(token: Address): number | null
}

/** One leg before its receiver is followed. */
export interface Leg {
  readonly kind: 'leg'
  readonly log: RawLog
  /** What the pool is told as: its address; its id where that is known; else the contract that keeps it. */
  readonly pool: Address
  /** The contract that takes in and pays out. */
  readonly holder: Address
  readonly dex: string
  readonly version: string
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly rawIn: bigint
  readonly rawOut: bigint
  readonly recipient: Address | null
  readonly confidence: Confidence
}

/** Of equal movements the one written nearest to the event, the earlier first: pools pay before they write the event. */
export function closest(log: RawLog, moves: readonly Move[]): Move | undefined {
  return [...moves].sort((a, b) => Math.abs(a.index - log.logIndex) - Math.abs(b.index - log.logIndex) || a.index - b.index)[0]
}

/** A token with a fee on transfer arrives short of the event's amount: the side is clear when only one other token moved there. */
export function onlyToken(moves: readonly Move[], side: 'from' | 'to', pool: Address, other: Address | undefined): Address | undefined {
  const tokens = new Set(moves.filter((move) => move[side] === pool && move.token !== other).map((move) => move.token))
  return tokens.size === 1 ? [...tokens][0] : undefined
}
