import { discriminator } from '../../encoding/byte-reader.ts'
import { ANCHOR_BUY, ANCHOR_SELL, amounts, feesIn, feesOut, poolOpenings, swapInstructions, type LegLayout, type Venue } from '../venue.ts'

/*
 * PumpSwap: pools of tokens that completed their curve on pump.fun
 * (IDL: https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump_amm.json).
 */

const LEGS: readonly LegLayout[] = [{ pool: 0, traders: [5, 6], vaults: [7, 8] }]

/** Both events: the time, seven amounts and basis points precede `lp_fee`; `protocol_fee` follows after its basis points. */
const TO_LP_FEE = 9 * 8
/** Two amounts, seven keys (pool, user, its two accounts, the recipient and its account, the creator) and basis points. */
const TO_CREATOR_FEE = 2 * 8 + 7 * 32 + 8

export const pumpSwap: Venue = {
  program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  dex: 'pumpswap',
  version: 'v1',
  swaps: swapInstructions({ buy: ANCHOR_BUY, buy_exact_quote_in: 'c62e1552b4d9e870', sell: ANCHOR_SELL }, LEGS),
  events: [
    /* BuyEvent: base_amount_out first; quote_amount_in_with_lp_fee, the twelfth, is what reaches the pool's vault. */
    {
      transport: 'self_cpi',
      discriminator: discriminator('67f4521f2cf57777'),
      amounts: (event) => {
        const out = event.skip(8).u64()
        return amounts(event.skip(10 * 8).u64(), out)
      },
      fees: (event) => feesIn(event.skip(TO_LP_FEE).u64(), event.skip(8).u64(), event.skip(TO_CREATOR_FEE).u64()),
    },
    /* SellEvent: base_amount_in first; user_quote_amount_out, the thirteenth, is what the seller receives. */
    {
      transport: 'self_cpi',
      discriminator: discriminator('3e2f370aa503dc2a'),
      amounts: (event) => amounts(event.skip(8).u64(), event.skip(11 * 8).u64()),
      fees: (event) => feesOut(event.skip(TO_LP_FEE).u64(), event.skip(8).u64(), event.skip(TO_CREATOR_FEE).u64()),
    },
  ],
  openings: poolOpenings(['e992d18ecf6840bc'], 0, [3, 4]),
}
