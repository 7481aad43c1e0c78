import { ANCHOR_SWAP, ANCHOR_SWAP_V2, amounts, type LegLayout, type Venue } from './venue.ts'

/** whirlpool key, direction, two square-root prices. */
const TRADED_HEAD = 32 + 1 + 2 * 16

export const orcaWhirlpool: Venue = {
  program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  dex: 'orca',
  version: 'whirlpool',
  swaps: [
    { name: 'swap', discriminator: ANCHOR_SWAP, legs: [{ pool: 2, traders: [3, 5], vaults: [4, 6] }] },
    { name: 'swap_v2', discriminator: ANCHOR_SWAP_V2, legs: [{ pool: 4, traders: [7, 9], vaults: [8, 10] }] },
    {
      name: 'two_hop_swap',
      discriminator: 'c360ed6c44a2dbe6',
      legs: [
        { pool: 2, traders: [4, 6], vaults: [5, 7] },
        { pool: 3, traders: [8, 10], vaults: [9, 11] },
      ],
    },
    {
      /* The middle token goes straight from the first pool's vault into the second's. */
      name: 'two_hop_swap_v2',
      discriminator: 'ba8fd11dfe02c275',
      legs: [
        { pool: 0, traders: [8, 11], vaults: [9, 10] },
        { pool: 1, traders: [10, 13], vaults: [11, 12] },
      ],
    },
  ],
  events: [{ transport: 'program_data', discriminator: 'e1ca49af932ba096', amounts: (event) => amounts(event.skip(TRADED_HEAD).u64(), event.u64()) }],
}

/* The SPL token-swap program, which Orca's first two programs and others run unchanged. */

const TOKEN_SWAP_LEGS: readonly LegLayout[] = [{ pool: 0, traders: [3, 6], vaults: [4, 5] }]
const tokenSwap = (program: string, dex: string, version: string): Venue => ({
  program,
  dex,
  version,
  swaps: [{ name: 'swap', discriminator: '01', legs: TOKEN_SWAP_LEGS }],
})

export const orcaV1 = tokenSwap('DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1', 'orca', 'v1')
export const orcaV2 = tokenSwap('9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'orca', 'v2')
export const fluxbeam = tokenSwap('FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X', 'fluxbeam', 'v1')
/** Stable swap with the first seven accounts of token-swap. */
export const saber = tokenSwap('SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', 'saber', 'v1')
