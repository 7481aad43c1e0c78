import { discriminator, type ByteReader } from '../../encoding/byte-reader.ts'
import { CLMM_ROUTER_SWAPS } from './clmm-router.ts'
import {
  ANCHOR_SWAP,
  ANCHOR_SWAP_V2,
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

/*
 * Concentrated liquidity, and the forks with the same instructions and event
 * (IDL: https://github.com/raydium-io/raydium-idl/blob/master/raydium_clmm/amm_v3.json; openings that it lacks:
 * https://github.com/raydium-io/raydium-sdk-V2/blob/master/src/raydium/clmm/instrument.ts).
 */

const CLMM_LEGS: readonly LegLayout[] = [{ pool: 2, traders: [3, 4], vaults: [5, 6] }]
const CLMM_SWAPS = [...swapInstructions({ swap: ANCHOR_SWAP, swap_v2: ANCHOR_SWAP_V2 }, CLMM_LEGS), ...CLMM_ROUTER_SWAPS]
/** The event's amounts are net of transfer fees, which are added back. */
const plus = (raw: bigint | null, fee: bigint | null): bigint | null => (raw === null ? null : raw + (fee ?? 0n))

/** Four keys: pool_state, sender, token_account_0, token_account_1. */
const CLMM_KEYS = 4 * 32
const clmmEvent: VenueEvent = {
  transport: 'program_data',
  discriminator: discriminator('40c6cde8260871e2'),
  amounts: (event) => {
    const zero = event.skip(CLMM_KEYS).u64()
    const zeroFee = event.u64()
    const one = event.u64()
    const oneFee = event.u64()
    return event.u8() === 1 ? amounts(plus(zero, zeroFee), one) : amounts(plus(one, oneFee), zero)
  },
}

const clmm = (program: string, dex: string, version: string): Venue => ({
  ...{ program, dex, version, swaps: CLMM_SWAPS, events: [clmmEvent] },
  /* create_pool, create_customizable_pool, create_permissioned_pool. */
  openings: [...poolOpenings(['e992d18ecf6840bc', '2b44d4a7592fa401'], 2, [3, 4]), ...poolOpenings(['24f3b3232aef35e5'], 4, [5, 6])],
})

export const raydiumClmm = clmm('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'raydium', 'clmm')
export const pancakeV3 = clmm('HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', 'pancakeswap', 'v3')
export const byreal = clmm('REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', 'byreal', 'clmm')

/*
 * Constant product with Token-2022 support
 * (IDL: https://github.com/raydium-io/raydium-idl/blob/master/raydium_cpmm/raydium_cp_swap.json; `initializeWithPermission`:
 * https://github.com/raydium-io/raydium-sdk-V2/blob/master/src/raydium/cpmm/instruction.ts).
 */

const CPMM_LEGS: readonly LegLayout[] = [{ pool: 3, traders: [4, 5], vaults: [6, 7] }]

/** pool_id, both vault balances before the swap, the amounts net of transfer fees, then the fees. */
function cpmmAmounts(event: ByteReader): SwapAmounts | null {
  const input = event.skip(32 + 2 * 8).u64()
  const output = event.u64()
  const inputFee = event.u64()
  return amounts(plus(input, inputFee), output)
}

/** Then base_input, the two mints, trade_fee, creator_fee and whether the creator fee is in the input token. Older versions end before. */
function cpmmFees(event: ByteReader): SwapAmounts | null {
  const tradeFee = event.skip(32 + 6 * 8 + 1 + 2 * 32).u64()
  const creatorFee = event.u64()
  const isIn = event.u8()
  if (tradeFee === null || creatorFee === null || isIn === null) return null
  return isIn === 1 ? { in: tradeFee + creatorFee, out: 0n } : { in: tradeFee, out: creatorFee }
}

export const raydiumCpmm: Venue = {
  program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  dex: 'raydium',
  version: 'cpmm',
  swaps: swapInstructions({ swap_base_input: '8fbe5adac41e33de', swap_base_output: '37d96256a34ab4ad' }, CPMM_LEGS),
  events: [{ transport: 'program_data', discriminator: discriminator('40c6cde8260871e2'), amounts: cpmmAmounts, fees: cpmmFees }],
  /* initialize, initialize_with_permission. */
  openings: [...poolOpenings(['afaf6d1f0d989bed'], 3, [4, 5]), ...poolOpenings(['3f37fe4131b25979'], 4, [5, 6])],
}

/*
 * LaunchLab: a bonding curve with token vaults on both sides
 * (IDL: https://github.com/sevenlabs-hq/carbon/tree/main/decoders/raydium-launchpad-decoder).
 */

const LAUNCH_LEGS: readonly LegLayout[] = [{ pool: 4, traders: [5, 6], vaults: [7, 8] }]
const LAUNCH_SWAPS = {
  buy_exact_in: 'faea0d7bd59c13ec',
  buy_exact_out: '18d3742869039938',
  sell_exact_in: '9527de9bd37c981a',
  sell_exact_out: '5fc8472208090ba6',
}

/** initialize, initialize_v2, initialize_with_token_2022. */
const LAUNCHES = ['afaf6d1f0d989bed', '4399af27da102620', '25be7ede2c9aab11']

/** pool_state and seven curve numbers precede the amounts. */
const LAUNCH_HEAD = 32 + 7 * 8
/** Size of the amounts, four fees, the direction (0: a buy), the state of the pool and whether the input was exact. */
const LAUNCH_TAIL = 2 * 8 + 4 * 8 + 3
/** Its size in earlier versions: three fees, and nothing about the input. */
const EARLIER_LAUNCH_TAIL = 2 * 8 + 3 * 8 + 2

/** Fees of the protocol, the platform, the creator (absent in earlier versions) and the sharer, in the quote token. */
function launchFees(event: ByteReader): SwapAmounts | null {
  const size = event.left() - LAUNCH_HEAD
  if (size !== LAUNCH_TAIL && size !== EARLIER_LAUNCH_TAIL) return null
  event.skip(LAUNCH_HEAD + 2 * 8)
  const parts = [event.u64(), event.u64(), event.u64(), ...(size === LAUNCH_TAIL ? [event.u64()] : [])]
  return event.u8() === 0 ? feesIn(...parts) : feesOut(...parts)
}

export const raydiumLaunchlab: Venue = {
  program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
  dex: 'raydium',
  version: 'launchlab',
  swaps: swapInstructions(LAUNCH_SWAPS, LAUNCH_LEGS),
  events: [
    {
      transport: 'self_cpi',
      discriminator: discriminator('bddb7fd34ee661ee'),
      amounts: (event) => amounts(event.skip(LAUNCH_HEAD).u64(), event.u64()),
      fees: launchFees,
    },
  ],
  launches: LAUNCHES.map((hex) => ({ discriminator: discriminator(hex), mint: 6, creator: 1 })),
  openings: poolOpenings(LAUNCHES, 5, [6, 7]),
}
