import { discriminator } from '../../encoding/byte-reader.ts'
import { ANCHOR_SWAP, ANCHOR_SWAP_V2, amounts, feesIn, poolOpenings, type PoolOpening, type Venue } from '../venue.ts'

/**
 * IDL: https://github.com/orca-so/whirlpools/tree/main/programs/whirlpool. The event `Traded` begins with the whirlpool's key, the
 * direction and two square-root prices.
 */
const TRADED_HEAD = 32 + 1 + 2 * 16

/** initialize_pool, its second version, which lists token badges, and the version with an adaptive fee. */
const OPENINGS: readonly PoolOpening[] = [
  ...poolOpenings(['5fb40aac54aee828'], 4, [1, 2]),
  ...poolOpenings(['cf2d57f21b3fcc43'], 6, [1, 2]),
  ...poolOpenings(['8f5e604cac7c77c7'], 7, [1, 2]),
]

export const orcaWhirlpool: Venue = {
  program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  dex: 'orca',
  version: 'whirlpool',
  swaps: [
    { name: 'swap', discriminator: discriminator(ANCHOR_SWAP), legs: [{ pool: 2, traders: [3, 5], vaults: [4, 6] }] },
    { name: 'swap_v2', discriminator: discriminator(ANCHOR_SWAP_V2), legs: [{ pool: 4, traders: [7, 9], vaults: [8, 10] }] },
    {
      name: 'two_hop_swap',
      discriminator: discriminator('c360ed6c44a2dbe6'),
      legs: [
        { pool: 2, traders: [4, 6], vaults: [5, 7] },
        { pool: 3, traders: [8, 10], vaults: [9, 11] },
      ],
    },
    {
      /* The intermediate token moves directly from the first pool's vault into the second's. */
      name: 'two_hop_swap_v2',
      discriminator: discriminator('ba8fd11dfe02c275'),
      legs: [
        { pool: 0, traders: [8, 11], vaults: [9, 10] },
        { pool: 1, traders: [10, 13], vaults: [11, 12] },
      ],
    },
  ],
  events: [
    {
      transport: 'program_data',
      discriminator: discriminator('e1ca49af932ba096'),
      amounts: (event) => amounts(event.skip(TRADED_HEAD).u64(), event.u64()),
      /* lp_fee and protocol_fee, after the amounts and the transfer fees. */
      fees: (event) => feesIn(event.skip(TRADED_HEAD + 4 * 8).u64(), event.u64()),
    },
  ],
  openings: OPENINGS,
  /* reposition_liquidity_v2 */
  repositions: [discriminator('bfa9e00b83139efd')],
}
