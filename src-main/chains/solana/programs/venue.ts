import { discriminator, type ByteReader, type Discriminator } from '../bytes.ts'
import type { Movement } from '../transfers.ts'
import type { Instruction } from '../instruction.ts'
import type { NormalTransaction } from '../transaction.ts'

/**
 * How one trading venue is read. Most venues are data: which instructions swap, and which of their accounts are the
 * pool, the trader's token accounts and the pool's vaults. The tokens that then move between those are the trade.
 */
export interface Venue {
  readonly program: string
  /** Family of the venue, e.g. "raydium". */
  readonly dex: string
  /** Which of the family's programs, e.g. "clmm". */
  readonly version: string
  readonly swaps: readonly SwapInstruction[]
  /** The venue's own word on the amounts; an independent second reading of the same swap. */
  readonly events?: readonly VenueEvent[]
  /** For venues whose swaps do not show as token transfers alone. */
  readonly read?: VenueReader
  /** Instructions that create a token. */
  readonly launches?: readonly Launch[]
  /** Instructions that open a pool. */
  readonly openings?: readonly PoolOpening[]
}

export interface SwapInstruction {
  readonly name: string
  /** First bytes of the instruction data; empty where the program has no fixed ones. */
  readonly discriminator: Discriminator
  /** One per pool that the instruction goes through. */
  readonly legs: readonly LegLayout[]
  /** For an instruction that its accounts alone do not explain. */
  readonly read?: VenueReader
  /** Only instructions with just this many accounts, where the first bytes do not tell. */
  readonly accounts?: number
}

/** Indexes into the instruction's accounts. */
export interface LegLayout {
  /** null where no account of the instruction is the pool, or nobody published which. */
  readonly pool: number | null
  /** Token accounts that pay in and receive, in any order; null where nobody published them: the first two transfers are the swap. */
  readonly traders: readonly number[] | null
  readonly vaults: readonly number[]
  /** Applies only to instructions with at least this many accounts; layouts are tried in order. */
  readonly minAccounts?: number
}

type EventTransport = 'self_cpi' | 'program_data' | 'ray_log'

export interface VenueEvent {
  readonly transport: EventTransport
  /** First bytes of the event. */
  readonly discriminator: Discriminator
  /** Reads from behind the discriminator; null for an event that is too short. */
  readonly amounts: (event: ByteReader) => SwapAmounts | null
  /** Parts per million by which the event may differ from what moved, where the venue rounds before it tells. */
  readonly roundingPpm?: bigint
}

/** Raw units. */
export interface SwapAmounts {
  readonly in: bigint
  readonly out: bigint
}

export interface SwapScene {
  readonly tx: NormalTransaction
  readonly venue: Venue
  readonly instruction: Instruction
  readonly swap: SwapInstruction
  /** What moved in this instruction and its calls, without swaps of other pools nested in it. */
  readonly movements: readonly Movement[]
  /** Bodies of the venue's events in this instruction, discriminator included. */
  readonly events: readonly Uint8Array[]
}

export interface LegSide {
  readonly mint: string
  readonly raw: bigint
  /** What the token withheld of `raw` on the way. */
  readonly withheld: bigint | null
}

/** One pool's part of a swap. */
export interface Leg {
  readonly pool: string | null
  readonly in: LegSide
  readonly out: LegSide
  readonly trader: string
  readonly receiver: string
  /** The venue's own event was found. */
  readonly byEvent: boolean
  /** A second, independent reading gives the same amounts. */
  readonly confirmed: boolean
}

export type VenueReader = (scene: SwapScene) => readonly Leg[]

export interface Launch {
  readonly discriminator: Discriminator
  /** Index of the new mint's account. */
  readonly mint: number
  /** Index of the creator's account. */
  readonly creator: number
  /** The creator named in the arguments, where the program takes one. */
  readonly creatorArgument?: (args: ByteReader) => string | null
  /** Accounts that create tokens for people whom the chain does not name. */
  readonly onBehalf?: readonly string[]
}

/** An instruction that opens a pool: indexes of its account and of the two mints. */
export interface PoolOpening {
  readonly discriminator: Discriminator
  readonly pool: number
  readonly mints: readonly [number, number]
}

/** Rows of one layout: instruction names with their discriminators in hex. */
export function swapsOf(names: Readonly<Record<string, string>>, legs: readonly LegLayout[]): SwapInstruction[] {
  return Object.entries(names).map(([name, hex]) => ({ name, discriminator: discriminator(hex), legs }))
}

/** Pool openings of one layout, by discriminators in hex. */
export function openingsOf(hexes: readonly string[], pool: number, mints: readonly [number, number]): PoolOpening[] {
  return hexes.map((hex) => ({ discriminator: discriminator(hex), pool, mints }))
}

/** Anchor's `global:swap`, `global:swap_v2` and `global:swap2`: many venues name their instruction so. */
export const ANCHOR_SWAP = 'f8c69e91e17587c8'
export const ANCHOR_SWAP_V2 = '2b04ed0b1ac91e62'
export const ANCHOR_SWAP2 = '414b3f4ceb5b5b88'
/** Anchor's `global:buy` and `global:sell`. */
export const ANCHOR_BUY = '66063d1201daebea'
export const ANCHOR_SELL = '33e685a4017f83ad'

/** Both amounts or nothing. */
export function amounts(paid: bigint | null, got: bigint | null): SwapAmounts | null {
  return paid === null || got === null ? null : { in: paid, out: got }
}
