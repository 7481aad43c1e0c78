import { z } from 'zod'
import { natural, unixSeconds } from '../schema.ts'

/** How far a token is followed live. */
export const followRecord = z
  .object({
    following: z.boolean().meta({ description: 'Blocks of this token are being followed, or will be as soon as its source answers' }),
    kept: z.boolean().meta({ description: 'The owner wants it followed even without subscribers, and across restarts' }),
    state: z.enum(['off', 'starting', 'live', 'reconnecting', 'behind']),
    behind: natural.nullable().meta({ description: 'Blocks of the chain that are not processed yet; null when unknown' }),
    message: z.string().nullable(),
    last_block: natural.nullable(),
    since: unixSeconds.nullable(),
    withdrawn: z
      .object({ from: natural, at: unixSeconds })
      .nullable()
      .meta({ description: 'The newest reorganisation: everything from this block on was reverted and sent again' }),
  })
  .meta({ id: 'Follow' })
export type FollowRecord = z.infer<typeof followRecord>

export const followBody = z.object({ on: z.boolean() })
