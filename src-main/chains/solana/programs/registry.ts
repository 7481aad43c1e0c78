import { startsWith } from '../bytes.ts'
import type { Call } from '../call.ts'
import { LAUNCHPADS } from './launchpads.ts'
import { MAKERS } from './makers.ts'
import { meteoraDammV1, meteoraDammV2, meteoraDbc, meteoraDlmm } from './meteora.ts'
import { ORDER_BOOKS } from './order-books.ts'
import { orcaWhirlpool } from './orca.ts'
import { OTHERS } from './others.ts'
import { pumpFun } from './pump-fun.ts'
import { pumpSwap } from './pump-swap.ts'
import { raydiumAmmV4, raydiumStable } from './raydium-amm-v4.ts'
import { byreal, pancakeV3, raydiumClmm, raydiumCpmm, raydiumLaunchlab } from './raydium.ts'
import { TOKEN_SWAPS } from './token-swap.ts'
import type { SwapInstruction, Venue } from './venue.ts'

/**
 * Every venue that is read, one row each. Aggregators (Jupiter, OKX, DFlow …) are left out on purpose: they only call
 * venues, and their events repeat the swaps found here.
 */
export const VENUES: readonly Venue[] = [
  raydiumAmmV4,
  raydiumStable,
  raydiumClmm,
  raydiumCpmm,
  raydiumLaunchlab,
  pancakeV3,
  byreal,
  orcaWhirlpool,
  meteoraDlmm,
  meteoraDammV1,
  meteoraDammV2,
  meteoraDbc,
  pumpFun,
  pumpSwap,
  ...TOKEN_SWAPS,
  ...ORDER_BOOKS,
  ...LAUNCHPADS,
  ...MAKERS,
  ...OTHERS,
]

const byProgram = new Map(VENUES.map((venue) => [venue.program, venue]))

export function venueOf(program: string): Venue | null {
  return byProgram.get(program) ?? null
}

export interface FoundSwap {
  readonly venue: Venue
  readonly swap: SwapInstruction
}

/** The venue and swap that an instruction is; null for everything else. */
export function swapOf(instruction: Call): FoundSwap | null {
  const { venue } = instruction
  if (venue === null || instruction.accounts.length === 0) return null
  const { data, accounts } = instruction
  for (const swap of venue.swaps) {
    if (startsWith(data, swap.discriminator) && (swap.accounts === undefined || swap.accounts === accounts.length)) return { venue, swap }
  }
  return null
}
