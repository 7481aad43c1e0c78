import { discriminator, type ByteReader } from '../../encoding/byte-reader.ts'
import {
  ANCHOR_SWAP,
  ANCHOR_SWAP2,
  amounts,
  feesIn,
  feesOut,
  poolOpenings,
  swapInstructions,
  type LegLayout,
  type SwapAmounts,
  type Venue,
  type VenueEvent,
} from '../venue.ts'

/* DLMM, liquidity in price bins (IDL: https://github.com/MeteoraAg/dlmm-sdk/tree/main/idls). */

const DLMM_LEGS: readonly LegLayout[] = [{ pool: 0, vaults: [2, 3], traders: [4, 5] }]
const DLMM_SWAPS = {
  swap: ANCHOR_SWAP,
  swap2: ANCHOR_SWAP2,
  swap_exact_out: 'fa49652126cf4bb8',
  swap_exact_out2: '2bd7f784893cf351',
  swap_with_price_impact: '38ade6d0ade49ccd',
  swap_with_price_impact2: '4a62c0d6b1334b33',
}
/** Both events begin with lb_pair, from, start_bin_id, end_bin_id. */
const DLMM_HEAD = 2 * 32 + 2 * 4

export const meteoraDlmm: Venue = {
  program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  dex: 'meteora',
  version: 'dlmm',
  swaps: swapInstructions(DLMM_SWAPS, DLMM_LEGS),
  events: [
    {
      transport: 'self_cpi',
      discriminator: discriminator('516ce3becdd00ac4'),
      amounts: (event) => amounts(event.skip(DLMM_HEAD).u64(), event.u64()),
      /* `fee`, after the direction, includes the protocol's and the host's part. */
      fees: (event) => feesIn(event.skip(DLMM_HEAD + 2 * 8 + 1).u64()),
    },
    {
      transport: 'self_cpi',
      discriminator: discriminator('2e7452d7941b544d'),
      amounts: (event) => amounts(event.skip(DLMM_HEAD + 1 + 16).u64(), event.skip(8).u64()),
    },
  ],
  openings: [
    ...poolOpenings(['2e2729876fb7c840', 'f349817e3313f16b', '2d9aedd2dd0fa65c', '493b2478ed536cc6'], 0, [2, 3]),
    ...poolOpenings(['6c66d555fb033515'], 1, [3, 4]),
  ],
  /* rebalance_liquidity */
  repositions: [discriminator('5c04b0c177b95309')],
}

/*
 * Dynamic AMM v1 (IDL: https://github.com/MeteoraAg/damm-v1-sdk/blob/main/ts-client/src/amm/idl.ts). The pool's tokens are held in lending vaults,
 * and the trader pays the protocol fee separately from the deposit.
 */

/** The event rounds the deposit down to whole vault shares, so it is short by less than one share. */
const VAULT_SHARE_PPM = 1n

export const meteoraDammV1: Venue = {
  program: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  dex: 'meteora',
  version: 'damm-v1',
  swaps: swapInstructions({ swap: ANCHOR_SWAP }, [{ pool: 0, traders: [1, 2], vaults: [5, 6, 11] }]),
  events: [
    {
      transport: 'program_data',
      discriminator: discriminator('516ce3becdd00ac4'),
      roundingPpm: VAULT_SHARE_PPM,
      amounts: (event) => amounts(event.u64(), event.u64()),
      /* trade_fee and protocol_fee. */
      fees: (event) => feesIn(event.skip(2 * 8).u64(), event.u64()),
    },
  ],
  openings: [
    ...poolOpenings(['9118acc2db7d03be', '4d55b29d3230d47e', '76ad299dad486167', '06874493e552a971'], 0, [2, 3]),
    /* initialize_permissionless_constant_product_pool_with_config and its second version. */
    ...poolOpenings(['07a68aabceabecf4', '3095dc823d0b09b2'], 0, [3, 4]),
  ],
}

/* Dynamic AMM v2 (IDL: https://github.com/MeteoraAg/damm-v2). */

/** After pool and three flags: the parameters (17 bytes) and the swap result (seven u64 and a u128). */
function dammV2Amounts(event: ByteReader): SwapAmounts | null {
  return amounts(event.skip(32 + 3 + 17 + 7 * 8 + 16 + 8).u64(), event.u64())
}
/**
 * The swap result begins with the input with and without fees, the input left over, and the output. After the price come the trading, protocol,
 * partner and referral fee, in the input token if they were taken from the input.
 */
function dammV2Fees(event: ByteReader): SwapAmounts | null {
  const withFees = event.skip(32 + 3 + 17).u64()
  const withoutFees = event.u64()
  event.skip(2 * 8 + 16)
  const parts = [event.u64(), event.u64(), event.u64(), event.u64()]
  return withFees === withoutFees ? feesOut(...parts) : feesIn(...parts)
}
const DAMM_V2_LEGS: readonly LegLayout[] = [{ pool: 1, traders: [2, 3], vaults: [4, 5] }]

export const meteoraDammV2: Venue = {
  program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  dex: 'meteora',
  version: 'damm-v2',
  swaps: swapInstructions({ swap: ANCHOR_SWAP, swap2: ANCHOR_SWAP2 }, DAMM_V2_LEGS),
  events: [
    {
      /* The only event at first: the parameters, then the output, the price, four fees in an unnamed token, and the input. */
      transport: 'self_cpi',
      discriminator: discriminator('1b3c15d58aaabb93'),
      amounts: (event) => {
        const out = event.skip(32 + 2 + 16).u64()
        return amounts(event.skip(16 + 4 * 8).u64(), out)
      },
    },
    { transport: 'self_cpi', discriminator: discriminator('bd4233a826507599'), amounts: dammV2Amounts, fees: dammV2Fees },
  ],
  /* initialize_pool, initialize_customizable_pool, initialize_pool_with_dynamic_config. */
  openings: [
    ...poolOpenings(['5fb40aac54aee828'], 6, [8, 9]),
    ...poolOpenings(['14a1f118bdddb402'], 5, [7, 8]),
    ...poolOpenings(['955248c5fdfc440f'], 7, [9, 10]),
  ],
}

/*
 * Dynamic bonding curve, the launchpad behind several front ends (IDL: https://github.com/MeteoraAg/dynamic-bonding-curve, and
 * https://www.npmjs.com/package/@meteora-ag/dynamic-bonding-curve-sdk for tokens with a transfer hook).
 */

const DBC_LEGS: readonly LegLayout[] = [{ pool: 2, traders: [3, 4], vaults: [5, 6] }]
/** pool, config, direction, referral flag. */
const DBC_HEAD = 2 * 32 + 2
/** Pools of tokens with a transfer hook have a swap and an event of their own, which are otherwise those of `swap2`. */
const DBC_SWAPS = { swap: ANCHOR_SWAP, swap2: ANCHOR_SWAP2, swap2_with_transfer_hook: 'b75d992818e6c297' }
/** EvtSwap2 and EvtSwap2WithTransferHook. */
const DBC_SWAP2_EVENTS = ['bd4233a826507599', '863ba8785e3372e7']
/** initialize_virtual_pool_with_spl_token, …_with_token2022, …_with_token2022_transfer_hook. */
const DBC_LAUNCHES = ['8c55d7b06636684f', 'a976334e916edc9b', 'b60de9b12a918702']

/** Believe creates tokens on behalf of the owners of social media accounts. */
const BELIEVE = ['5qWya6UjwWnGVhdSBL3hyZ7B45jbk6Byt1hwd7ohEGXE']

export const meteoraDbc: Venue = {
  program: 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
  dex: 'meteora',
  version: 'dbc',
  swaps: swapInstructions(DBC_SWAPS, DBC_LEGS),
  events: [
    {
      transport: 'self_cpi',
      discriminator: discriminator('1b3c15d58aaabb93'),
      /* After the parameters: the input without fees, the output, the price and three fees; then the whole input. */
      amounts: (event) => {
        const out = event.skip(DBC_HEAD + 16 + 8).u64()
        return amounts(event.skip(16 + 3 * 8).u64(), out)
      },
      fees: (event) => {
        const withoutFees = event.skip(DBC_HEAD + 16).u64()
        event.skip(8 + 16)
        const parts = [event.u64(), event.u64(), event.u64()]
        return event.u64() === withoutFees ? feesOut(...parts) : feesIn(...parts)
      },
    },
    ...DBC_SWAP2_EVENTS.map((hex): VenueEvent => ({
      transport: 'self_cpi',
      discriminator: discriminator(hex),
      amounts: (event) => amounts(event.skip(DBC_HEAD + 17).u64(), event.skip(2 * 8).u64()),
      /* The swap result as in dynamic AMM v2, without a partner's fee. */
      fees: (event) => {
        const withFees = event.skip(DBC_HEAD + 17).u64()
        const withoutFees = event.u64()
        event.skip(2 * 8 + 16)
        const parts = [event.u64(), event.u64(), event.u64()]
        return withFees === withoutFees ? feesOut(...parts) : feesIn(...parts)
      },
    })),
  ],
  launches: DBC_LAUNCHES.map((hex) => ({ discriminator: discriminator(hex), mint: 3, creator: 2, onBehalf: BELIEVE })),
  openings: poolOpenings(DBC_LAUNCHES, 5, [3, 4]),
}
