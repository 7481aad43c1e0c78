import type { ByteReader } from '../bytes.ts'
import { ANCHOR_SWAP, ANCHOR_SWAP_V2, amounts, type LegLayout, type SwapAmounts, type SwapInstruction, type Venue, type VenueEvent } from './venue.ts'

/* Concentrated liquidity, and the forks that kept its instructions and event. */

const CLMM_LEGS: readonly LegLayout[] = [{ pool: 2, traders: [3, 4], vaults: [5, 6] }]
const CLMM_SWAPS: readonly SwapInstruction[] = [
  { name: 'swap', discriminator: ANCHOR_SWAP, legs: CLMM_LEGS },
  { name: 'swap_v2', discriminator: ANCHOR_SWAP_V2, legs: CLMM_LEGS },
]
/** Four keys: pool_state, sender, token_account_0, token_account_1. */
const CLMM_KEYS = 4 * 32
const clmmEvent: VenueEvent = {
  transport: 'program_data',
  discriminator: '40c6cde8260871e2',
  amounts: (event) => {
    const zero = event.skip(CLMM_KEYS).u64()
    const one = event.skip(8).u64()
    return event.skip(8).u8() === 1 ? amounts(zero, one) : amounts(one, zero)
  },
}

export const raydiumClmm: Venue = {
  program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  dex: 'raydium',
  version: 'clmm',
  swaps: CLMM_SWAPS,
  events: [clmmEvent],
}
export const pancakeV3: Venue = {
  program: 'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
  dex: 'pancakeswap',
  version: 'v3',
  swaps: CLMM_SWAPS,
  events: [clmmEvent],
}
export const byreal: Venue = {
  program: 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  dex: 'byreal',
  version: 'clmm',
  swaps: CLMM_SWAPS,
  events: [clmmEvent],
}

/* Constant product with Token-2022 support. */

const CPMM_LEGS: readonly LegLayout[] = [{ pool: 3, traders: [4, 5], vaults: [6, 7] }]

/** pool_id, both vault balances before, then the amounts less the transfer fees, which are added back: what left each sender. */
function cpmmAmounts(event: ByteReader): SwapAmounts | null {
  const input = event.skip(32 + 2 * 8).u64()
  const output = event.u64()
  const inputFee = event.u64()
  return amounts(input === null ? null : input + (inputFee ?? 0n), output)
}

export const raydiumCpmm: Venue = {
  program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  dex: 'raydium',
  version: 'cpmm',
  swaps: [
    { name: 'swap_base_input', discriminator: '8fbe5adac41e33de', legs: CPMM_LEGS },
    { name: 'swap_base_output', discriminator: '37d96256a34ab4ad', legs: CPMM_LEGS },
  ],
  events: [{ transport: 'program_data', discriminator: '40c6cde8260871e2', amounts: cpmmAmounts }],
}

/* The launchpad: a bonding curve with token vaults on both sides. */

const LAUNCH_LEGS: readonly LegLayout[] = [{ pool: 4, traders: [5, 6], vaults: [7, 8] }]
const LAUNCH_SWAPS = {
  buy_exact_in: 'faea0d7bd59c13ec',
  buy_exact_out: '18d3742869039938',
  sell_exact_in: '9527de9bd37c981a',
  sell_exact_out: '5fc8472208090ba6',
}

export const raydiumLaunchlab: Venue = {
  program: 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
  dex: 'raydium',
  version: 'launchlab',
  swaps: Object.entries(LAUNCH_SWAPS).map(([name, discriminator]) => ({ name, discriminator, legs: LAUNCH_LEGS })),
  /** pool_state and seven curve numbers precede the amounts. */
  events: [{ transport: 'self_cpi', discriminator: 'bddb7fd34ee661ee', amounts: (event) => amounts(event.skip(32 + 7 * 8).u64(), event.u64()) }],
  launches: ['afaf6d1f0d989bed', '4399af27da102620', '25be7ede2c9aab11'].map((discriminator) => ({ discriminator, mint: 6, creator: 1 })),
}
