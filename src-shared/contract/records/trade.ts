import { z } from 'zod'
import { address, isoTime, natural, rawAmount, units } from '../schema.ts'

/** The trade (docs/api/records.md#trade) and its page (docs/api/rest.md#historical-trades). */

const tradeToken = z.object({ address, amount: units, amount_usd: z.number().nullable() })

export const tradeRecord = z
  .object({
    block_time: isoTime,
    block: natural,
    tx_signature: z.string(),
    dex: z.string(),
    dex_version: z.string(),
    signer: address,
    receiver: address.nullable(),
    pool_address: address.nullable(),
    token_in: tradeToken,
    token_out: tradeToken,
    fee_usd: z.number().nullable(),
    local: z
      .object({
        id: z.string().describe('Unique to this trade, and the same in every answer.'),
        leg: natural.describe('Index of this swap in its transaction, from 0.'),
        token_in_amount_raw: rawAmount,
        token_out_amount_raw: rawAmount,
      })
      .describe('Fields that this service adds to the trade of the public API.'),
  })
  .meta({ id: 'Trade' })
export type TradeRecord = z.infer<typeof tradeRecord>

export const tradePage = z
  .object({
    trades: z.array(tradeRecord),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'TradePage' })
export type TradePage = z.infer<typeof tradePage>
