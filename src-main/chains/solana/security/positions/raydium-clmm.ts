import { tickVenue } from './concentrated.ts'

/**
 * Positions of Raydium CLMM and its forks. Positions that Burn & Earn has locked belong to its program, which never returns them
 * (resources/scan/solana-authorities.json). Layouts: https://github.com/raydium-io/raydium-clmm/tree/master/programs/amm/src/states and, of the forks,
 * https://github.com/pinax-network/substreams-solana-idls/tree/main/src (byreal/clmm/idl.json, pancakeswap/idl.json)
 */

export const RAYDIUM_CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'
const PANCAKESWAP = 'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq'
const BYREAL = 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2'

export const CLMM_PROGRAMS = [RAYDIUM_CLMM, PANCAKESWAP, BYREAL]

export const raydiumClmm = tickVenue({
  activeAt: 237,
  position: { size: 281, poolAt: 41, slice: { offset: 9, length: 88 }, nft: 0, liquidity: 72, ticks: 64 },
})
