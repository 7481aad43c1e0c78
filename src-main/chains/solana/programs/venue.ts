import { discriminator, type ByteReader, type Discriminator } from '../encoding/byte-reader.ts'
import type { Movement } from '../transaction/movements.ts'
import type { Instruction } from '../transaction/instruction.ts'
import type { SolanaTransaction } from '../transaction/transaction.ts'

/**
 * How the swaps of one trading venue are decoded. Most venues are plain data: which instructions swap, and which of their accounts
 * are the pool, the trader's token accounts and the pool's vaults. The tokens that move between these accounts are the trade.
 *
 * Discriminators of Anchor instructions and events are the first 8 bytes of sha256("global:<name>") and sha256("event:<Name>")
 * (https://www.anchor-lang.com/docs/basics/idl). Names, accounts and event layouts come from the IDL that each file cites.
 */
export interface Venue {
  readonly program: string
  /** Family of the venue, e.g. "raydium". */
  readonly dex: string
  /** Which of the family's programs, e.g. "clmm". */
  readonly version: string
  readonly swaps: readonly SwapInstruction[]
  /** Events that state the amounts: an independent confirmation of a swap. */
  readonly events?: readonly VenueEvent[]
  /** Replaces the leg layouts, for venues whose swaps are more than token transfers. */
  readonly read?: VenueReader
  /** Instructions that create a token. */
  readonly launches?: readonly Launch[]
  /** Instructions that open a pool. */
  readonly openings?: readonly PoolOpening[]
  /** Instructions that move a position to other prices. They may take one token and give the other, without a trade. */
  readonly repositions?: readonly Discriminator[]
}

export interface SwapInstruction {
  readonly name: string
  /** First bytes of the instruction data; empty if the program has no fixed ones. */
  readonly discriminator: Discriminator
  /** One per pool that the instruction routes through. */
  readonly legs: readonly LegLayout[]
  /** Replaces the leg layouts of this instruction. */
  readonly read?: VenueReader
  /** The possible numbers of accounts, for instructions without a distinctive discriminator. */
  readonly accounts?: readonly number[]
}

/** Indexes into the instruction's accounts. */
export interface LegLayout {
  /** Null if no account is the pool, or the layout is not published. */
  readonly pool: number | null
  /** The trader's token accounts in any order. Null if the layout is not published; the first two transfers are then the swap. */
  readonly traders: readonly number[] | null
  readonly vaults: readonly number[]
  /** Minimum number of accounts for this layout. Layouts are tried in order. */
  readonly minAccounts?: number
}

type EventTransport = 'self_cpi' | 'program_data' | 'ray_log'

export interface VenueEvent {
  readonly transport: EventTransport
  /** First bytes of the event. */
  readonly discriminator: Discriminator
  /** Reads the bytes after the discriminator; null if the event is too short. Absent if the venue's own reader reads the event. */
  readonly amounts?: (event: ByteReader) => SwapAmounts | null
  /** Reads what the venue charged in either token, from the same bytes; null if this event does not state it. */
  readonly fees?: (event: ByteReader) => SwapAmounts | null
  /** Tolerated difference between the event and the transfers, in parts per million, for venues that round. */
  readonly roundingPpm?: bigint
}

/** Raw units. */
export interface SwapAmounts {
  readonly in: bigint
  readonly out: bigint
}

export interface SwapContext {
  readonly tx: SolanaTransaction
  readonly venue: Venue
  readonly instruction: Instruction
  readonly swap: SwapInstruction
  /** Movements of this instruction and its inner ones, without nested swaps of other pools. */
  readonly movements: readonly Movement[]
  /** The venue's events in this instruction, with their discriminators. */
  readonly events: readonly Uint8Array[]
}

export interface LegSide {
  readonly mint: string
  readonly raw: bigint
  /** Transfer fee withheld from `raw`; null if unknown or none. */
  readonly withheld: bigint | null
}

/** One pool's part of a swap. */
export interface Leg {
  readonly pool: string | null
  readonly in: LegSide
  readonly out: LegSide
  readonly trader: string
  readonly receiver: string
  /** What the venue charged in either token: the liquidity providers', protocol's and creator's parts. Null if unknown. */
  readonly fees: SwapAmounts | null
  /** Whether the venue's event was found and agrees. */
  readonly byEvent: boolean
  /** Whether an independent record gives the same amounts. */
  readonly confirmed: boolean
}

export type VenueReader = (scene: SwapContext) => readonly Leg[]

export interface Launch {
  readonly discriminator: Discriminator
  /** Index of the new mint's account. */
  readonly mint: number
  /** Index of the creator's account. */
  readonly creator: number
  /** Reads the creator from the arguments, for programs that take one. */
  readonly creatorArgument?: (args: ByteReader) => string | null
  /** Services that create tokens on behalf of owners who do not appear on chain. */
  readonly onBehalf?: readonly string[]
}

/** An instruction that opens a pool, with the account indexes of the pool and the two mints. */
export interface PoolOpening {
  readonly discriminator: Discriminator
  readonly pool: number
  readonly mints: readonly [number, number]
}

/** Swap instructions of one layout. @param names of the instructions, with their discriminators in hex */
export function swapInstructions(names: Readonly<Record<string, string>>, legs: readonly LegLayout[]): SwapInstruction[] {
  return Object.entries(names).map(([name, hex]) => ({ name, discriminator: discriminator(hex), legs }))
}

/** Pool openings of one layout. @param hexes discriminators */
export function poolOpenings(hexes: readonly string[], pool: number, mints: readonly [number, number]): PoolOpening[] {
  return hexes.map((hex) => ({ discriminator: discriminator(hex), pool, mints }))
}

/** Anchor's `global:swap`, `global:swap_v2` and `global:swap2`, which many venues share. */
export const ANCHOR_SWAP = 'f8c69e91e17587c8'
export const ANCHOR_SWAP_V2 = '2b04ed0b1ac91e62'
export const ANCHOR_SWAP2 = '414b3f4ceb5b5b88'
/** Anchor's `global:buy` and `global:sell`. */
export const ANCHOR_BUY = '66063d1201daebea'
export const ANCHOR_SELL = '33e685a4017f83ad'

/** Fees in the input token; null unless all parts are known. */
export function feesIn(...parts: readonly (bigint | null)[]): SwapAmounts | null {
  const sum = total(parts)
  return sum === null ? null : { in: sum, out: 0n }
}

/** Fees in the output token; null unless all parts are known. */
export function feesOut(...parts: readonly (bigint | null)[]): SwapAmounts | null {
  const sum = total(parts)
  return sum === null ? null : { in: 0n, out: sum }
}

function total(parts: readonly (bigint | null)[]): bigint | null {
  let sum = 0n
  for (const part of parts) {
    if (part === null) return null
    sum += part
  }
  return sum
}

/** Null unless both amounts are known. */
export function amounts(paid: bigint | null, received: bigint | null): SwapAmounts | null {
  return paid === null || received === null ? null : { in: paid, out: received }
}
