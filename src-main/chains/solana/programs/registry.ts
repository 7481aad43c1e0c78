import { startsWith } from '../encoding/byte-reader.ts'
import type { ProgramInstruction } from './program-instruction.ts'
import { LAUNCHPADS } from './launchpads/launchpads.ts'
import { PROPRIETARY_AMMS } from './amms/proprietary.ts'
import { meteoraDammV1, meteoraDammV2, meteoraDbc, meteoraDlmm } from './amms/meteora.ts'
import { ORDER_BOOKS } from './order-books.ts'
import { orcaWhirlpool } from './amms/orca.ts'
import { OTHERS } from './amms/others.ts'
import { pumpFun } from './launchpads/pump-fun.ts'
import { pumpSwap } from './amms/pump-swap.ts'
import { jupiterZ } from './rfq.ts'
import { raydiumAmmV4, raydiumStable } from './raydium/amm-v4.ts'
import { byreal, pancakeV3, raydiumClmm, raydiumCpmm, raydiumLaunchlab } from './raydium/raydium.ts'
import { TOKEN_SWAPS } from './amms/token-swap.ts'
import type { SwapInstruction, Venue } from './venue.ts'

/** Every venue with a decoder. Aggregators (Jupiter, OKX, DFlow …) are left out, since they only invoke venues and their events repeat these swaps. */
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
  jupiterZ,
  ...TOKEN_SWAPS,
  ...ORDER_BOOKS,
  ...LAUNCHPADS,
  ...PROPRIETARY_AMMS,
  ...OTHERS,
]

const byProgram = new Map(VENUES.map((venue) => [venue.program, venue]))

export function findVenue(program: string): Venue | null {
  return byProgram.get(program) ?? null
}

export interface FoundSwap {
  readonly venue: Venue
  readonly swap: SwapInstruction
}

/** Whether an instruction moves a position to other prices, and so trades nothing, whatever it takes and gives. */
export const isReposition = (called: ProgramInstruction): boolean => called.venue?.repositions?.some((head) => startsWith(called.data, head)) === true

/** The venue and swap of an instruction; null for every other instruction. */
export function matchSwap(instruction: ProgramInstruction): FoundSwap | null {
  const { venue } = instruction
  if (venue === null || instruction.accounts.length === 0) return null
  const { data, accounts } = instruction
  for (const swap of venue.swaps) {
    if (startsWith(data, swap.discriminator) && (swap.accounts?.includes(accounts.length) ?? true)) return { venue, swap }
  }
  return null
}
