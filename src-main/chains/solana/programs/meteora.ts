import type { ByteReader } from '../bytes.ts'
import { ANCHOR_SWAP, ANCHOR_SWAP2, amounts, type LegLayout, type SwapAmounts, type Venue } from './venue.ts'

/* DLMM: liquidity in price bins. */

const DLMM_LEGS: readonly LegLayout[] = [{ pool: 0, vaults: [2, 3], traders: [4, 5] }]
const DLMM_SWAPS = {
  swap: ANCHOR_SWAP,
  swap2: ANCHOR_SWAP2,
  swap_exact_out: 'fa49652126cf4bb8',
  swap_exact_out2: '2bd7f784893cf351',
  swap_with_price_impact: '38ade6d0ade49ccd',
  swap_with_price_impact2: '4a62c0d6b1334b33',
}
/** lb_pair, from, start_bin_id, end_bin_id precede what follows in both events. */
const DLMM_HEAD = 2 * 32 + 2 * 4

export const meteoraDlmm: Venue = {
  program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  dex: 'meteora',
  version: 'dlmm',
  swaps: Object.entries(DLMM_SWAPS).map(([name, discriminator]) => ({ name, discriminator, legs: DLMM_LEGS })),
  events: [
    { transport: 'self_cpi', discriminator: '516ce3becdd00ac4', amounts: (event) => amounts(event.skip(DLMM_HEAD).u64(), event.u64()) },
    {
      transport: 'self_cpi',
      discriminator: '2e7452d7941b544d',
      amounts: (event) => amounts(event.skip(DLMM_HEAD + 1 + 16).u64(), event.skip(8).u64()),
    },
  ],
}

/* Dynamic AMM v1: the pool's tokens lie in lending vaults; the fee to the protocol leaves the trader beside the deposit. */

/** The event counts the deposit by the whole vault shares it buys, so it falls short by less than the worth of one share. */
const VAULT_SHARE_PPM = 1n

export const meteoraDammV1: Venue = {
  program: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  dex: 'meteora',
  version: 'damm-v1',
  swaps: [{ name: 'swap', discriminator: ANCHOR_SWAP, legs: [{ pool: 0, traders: [1, 2], vaults: [5, 6, 11] }] }],
  events: [
    {
      transport: 'program_data',
      discriminator: '516ce3becdd00ac4',
      roundingPpm: VAULT_SHARE_PPM,
      amounts: (event) => amounts(event.u64(), event.u64()),
    },
  ],
}

/* Dynamic AMM v2. */

/** Behind pool and three flags come the parameters (17 bytes) and the swap result (7 numbers and a u128). */
function dammV2Amounts(event: ByteReader): SwapAmounts | null {
  return amounts(event.skip(32 + 3 + 17 + 7 * 8 + 16 + 8).u64(), event.u64())
}
const DAMM_V2_LEGS: readonly LegLayout[] = [{ pool: 1, traders: [2, 3], vaults: [4, 5] }]

export const meteoraDammV2: Venue = {
  program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  dex: 'meteora',
  version: 'damm-v2',
  swaps: [
    { name: 'swap', discriminator: ANCHOR_SWAP, legs: DAMM_V2_LEGS },
    { name: 'swap2', discriminator: ANCHOR_SWAP2, legs: DAMM_V2_LEGS },
  ],
  events: [{ transport: 'self_cpi', discriminator: 'bd4233a826507599', amounts: dammV2Amounts }],
}

/* Dynamic bonding curve: the launchpad behind several front ends. */

const DBC_LEGS: readonly LegLayout[] = [{ pool: 2, traders: [3, 4], vaults: [5, 6] }]
/** pool, config, direction, referral flag. */
const DBC_HEAD = 2 * 32 + 2

export const meteoraDbc: Venue = {
  program: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
  dex: 'meteora',
  version: 'dbc',
  swaps: [
    { name: 'swap', discriminator: ANCHOR_SWAP, legs: DBC_LEGS },
    { name: 'swap2', discriminator: ANCHOR_SWAP2, legs: DBC_LEGS },
  ],
  events: [
    { transport: 'self_cpi', discriminator: '1b3c15d58aaabb93', amounts: (event) => amounts(event.skip(DBC_HEAD + 16).u64(), event.u64()) },
    {
      transport: 'self_cpi',
      discriminator: 'bd4233a826507599',
      amounts: (event) => amounts(event.skip(DBC_HEAD + 17).u64(), event.skip(2 * 8).u64()),
    },
  ],
  launches: [
    { discriminator: '8c55d7b06636684f', mint: 3, creator: 2 },
    { discriminator: 'a976334e916edc9b', mint: 3, creator: 2 },
  ],
}
