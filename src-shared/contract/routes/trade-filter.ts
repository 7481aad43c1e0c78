import { z } from 'zod'
import { TRADE_PAGE_MAX } from '../limits.ts'
import { address, tokenAddressText } from '../schema.ts'
import { inUrl } from './in-url.ts'

/** The filter of calls about trades (docs/api/rest.md#historical-trades). */

export const tradeFilter = z.object({
  token: tokenAddressText.optional(),
  pool: address.optional(),
  signer: address.optional(),
  sort: z.enum(['asc', 'desc']).optional().meta({ description: 'Default desc: newest first' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'Alias of sort' }),
  limit: inUrl(z.int().min(1).max(TRADE_PAGE_MAX)).optional(),
  cursor: z.string().max(2000).optional(),
})
