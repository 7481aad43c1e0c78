import { discriminator, type ByteReader } from '../../encoding/byte-reader.ts'
import { ANCHOR_BUY, ANCHOR_SELL, amounts, feesIn, feesOut, poolOpenings, swapInstructions, type LegLayout, type Venue } from '../venue.ts'

/*
 * PumpSwap: pools of tokens that completed their curve on pump.fun
 * (IDL: https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump_amm.json).
 */

const LEGS: readonly LegLayout[] = [{ pool: 0, traders: [5, 6], vaults: [7, 8] }]

/**
 * The quote amount at the pool's price, and what the user paid or got, in both events. The difference is all that was charged, no matter who gets it: a
 * coin may give the creator's fee to its buyers or holders, in fields that later versions append.
 */
function quoteAmounts(event: ByteReader): { readonly priced: bigint | null; readonly user: bigint | null } {
  return { priced: event.skip(7 * 8).u64(), user: event.skip(5 * 8).u64() }
}
const difference = (more: bigint | null, less: bigint | null): bigint | null => (more === null || less === null ? null : more - less)

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
      fees: (event) => {
        const { priced, user } = quoteAmounts(event)
        return feesIn(difference(user, priced))
      },
    },
    /* SellEvent: base_amount_in first; user_quote_amount_out, the thirteenth, is what the seller receives. */
    {
      transport: 'self_cpi',
      discriminator: discriminator('3e2f370aa503dc2a'),
      amounts: (event) => amounts(event.skip(8).u64(), event.skip(11 * 8).u64()),
      fees: (event) => {
        const { priced, user } = quoteAmounts(event)
        return feesOut(difference(priced, user))
      },
    },
  ],
  openings: poolOpenings(['e992d18ecf6840bc'], 0, [3, 4]),
}
