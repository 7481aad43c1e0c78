import { startsWithHex } from '../bytes.ts'
import type { Instruction } from '../transaction.ts'
import { meteoraDammV1, meteoraDammV2, meteoraDbc, meteoraDlmm } from './meteora.ts'
import { fluxbeam, orcaV1, orcaV2, orcaWhirlpool, saber } from './orca.ts'
import { invariant, lifinityV2, phoenix } from './others.ts'
import { pumpFun, pumpSwap } from './pump.ts'
import { raydiumAmmV4, raydiumStable } from './raydium-amm-v4.ts'
import { byreal, pancakeV3, raydiumClmm, raydiumCpmm, raydiumLaunchlab } from './raydium.ts'
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
  orcaV1,
  orcaV2,
  fluxbeam,
  saber,
  meteoraDlmm,
  meteoraDammV1,
  meteoraDammV2,
  meteoraDbc,
  lifinityV2,
  invariant,
  phoenix,
  pumpFun,
  pumpSwap,
]

const byProgram = new Map(VENUES.map((venue) => [venue.program, venue]))

export function venueOf(program: string): Venue | null {
  return byProgram.get(program) ?? null
}

/** The venue and swap that an instruction is; null for everything else. */
export function swapOf(instruction: Instruction): { venue: Venue; swap: SwapInstruction } | null {
  const venue = byProgram.get(instruction.program)
  const swap = venue?.swaps.find((row) => startsWithHex(instruction.data, row.discriminator))
  return venue === undefined || swap === undefined ? null : { venue, swap }
}
