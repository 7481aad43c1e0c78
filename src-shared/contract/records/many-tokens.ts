import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../../domain/address.ts'

/** Calls about many tokens (docs/api/rest.md#many-tokens-at-once). */

export const MANY_TOKENS_MAX = 100

/** Entries are checked one by one, so a wrong one does not fail the others. */
export const manyTokensBody = z.object({
  tokens: z
    .array(z.object({ network: z.string().max(20), token_address: z.string().max(ADDRESS_MAX_LENGTH) }))
    .min(1)
    .max(MANY_TOKENS_MAX),
})
export type ManyTokensBody = z.infer<typeof manyTokensBody>
