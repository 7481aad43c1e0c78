import { discriminator } from '../../encoding/byte-reader.ts'
import type { LegLayout, Venue } from '../venue.ts'

/*
 * The SPL token-swap program, which many early exchanges deploy unchanged or with the same first seven accounts
 * (https://github.com/solana-labs/solana-program-library/blob/master/token-swap/program/src/instruction.rs).
 */

const LEGS: readonly LegLayout[] = [{ pool: 0, traders: [3, 6], vaults: [4, 5] }]
const tokenSwap = (program: string, dex: string, version: string): Venue => ({
  program,
  dex,
  version,
  swaps: [{ name: 'swap', discriminator: discriminator('01'), legs: LEGS }],
})

export const TOKEN_SWAPS: readonly Venue[] = [
  tokenSwap('DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1', 'orca', 'v1'),
  tokenSwap('9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'orca', 'v2'),
  tokenSwap('FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X', 'fluxbeam', 'v1'),
  /* Saber's stable swap uses the same accounts. */
  tokenSwap('SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', 'saber', 'v1'),
  tokenSwap('SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr', 'saros', 'v1'),
  tokenSwap('SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8', 'token-swap', 'v1'),
  tokenSwap('PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP', 'penguin', 'v1'),
  tokenSwap('9tKE7Mbmj4mxDjWatikzGAtkoWosiiZX9y6J4Hfm2R8H', 'oasis', 'v1'),
  tokenSwap('Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j', 'stepn', 'v1'),
  tokenSwap('DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N', 'dexlab', 'v1'),
]
