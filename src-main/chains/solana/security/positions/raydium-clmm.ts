import { tickVenue } from './concentrated.ts'

/**
 * Positions of Raydium CLMM. Locked positions belong to the lock program, which never returns them (resources/scan/solana-authorities.json). Layouts:
 * https://github.com/raydium-io/raydium-clmm/tree/master/programs/amm/src/states
 */

export const RAYDIUM_CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

export const raydiumClmm = tickVenue({
  activeAt: 237,
  position: { size: 281, poolAt: 41, slice: { offset: 9, length: 88 }, nft: 0, liquidity: 72, ticks: 64 },
})
