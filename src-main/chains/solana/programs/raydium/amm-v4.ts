import { discriminator } from '../../encoding/byte-reader.ts'
import { amounts, poolOpenings, swapInstructions, type LegLayout, type Venue, type VenueEvent } from '../venue.ts'

/**
 * Source: https://github.com/raydium-io/raydium-amm/blob/master/program/src/instruction.rs. `amm_target_orders` (account 4) is
 * optional. Without it, the following accounts shift down by one.
 */
const ORDER_BOOK_LEGS: readonly LegLayout[] = [
  { pool: 1, vaults: [5, 6], traders: [15, 16], minAccounts: 18 },
  { pool: 1, vaults: [4, 5], traders: [14, 15], minAccounts: 17 },
]
const DIRECT_LEGS: readonly LegLayout[] = [{ pool: 1, vaults: [3, 4], traders: [5, 6] }]

/**
 * The program writes a line "ray_log: <base64>" instead of an Anchor event (https://github.com/raydium-io/raydium-amm/blob/master/program/src/log.rs).
 * Little-endian, after the type byte:
 * type 3 (exact in): amount_in, minimum_out, direction, user_source, pool_coin, pool_pc, out_amount;
 * type 4 (exact out): max_in, amount_out, direction, user_source, pool_coin, pool_pc, deduct_in.
 */
const FIVE_FIELDS = 5 * 8
const rayLogs: readonly VenueEvent[] = [
  { transport: 'ray_log', discriminator: discriminator('03'), amounts: (log) => amounts(log.u64(), log.skip(FIVE_FIELDS).u64()) },
  {
    transport: 'ray_log',
    discriminator: discriminator('04'),
    amounts: (log) => {
      const out = log.skip(8).u64()
      return amounts(log.skip(FIVE_FIELDS - 8).u64(), out)
    },
  },
]

export const raydiumAmmV4: Venue = {
  program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  dex: 'raydium',
  version: 'amm-v4',
  swaps: [
    ...swapInstructions({ swap_base_in: '09', swap_base_out: '0b' }, ORDER_BOOK_LEGS),
    ...swapInstructions({ swap_base_in_v2: '10', swap_base_out_v2: '11' }, DIRECT_LEGS),
  ],
  events: rayLogs,
  openings: poolOpenings(['01'], 4, [8, 9]),
}

/**
 * The stable-curve program has the accounts of a swap on AMM v4, but without target orders, and with the curve's model after the vaults
 * (https://github.com/raydium-io/raydium-sdk/blob/master/src/liquidity/liquidity.ts, `makeSwapFixedInInstruction`). It logs no amounts.
 */
const STABLE_LEGS: readonly LegLayout[] = [{ pool: 1, vaults: [4, 5], traders: [15, 16] }]

export const raydiumStable: Venue = {
  program: '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h',
  dex: 'raydium',
  version: 'stable',
  swaps: swapInstructions({ swap_base_in: '09', swap_base_out: '0b' }, STABLE_LEGS),
}
