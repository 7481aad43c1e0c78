import { DAMM_V2, dammV2 } from './damm-v2.ts'
import { DLMM } from './dlmm-accounts.ts'
import { dlmm } from './dlmm.ts'
import type { PositionVenue } from './positions.ts'
import { CLMM_PROGRAMS, raydiumClmm } from './raydium-clmm.ts'
import { WHIRLPOOLS, whirlpools } from './whirlpools.ts'

/** Exchanges whose positions are read, by program. */
export const POSITION_VENUES: ReadonlyMap<string, PositionVenue> = new Map([
  [DAMM_V2, dammV2],
  [DLMM, dlmm],
  [WHIRLPOOLS, whirlpools],
  ...CLMM_PROGRAMS.map((program) => [program, raydiumClmm] as const),
])
