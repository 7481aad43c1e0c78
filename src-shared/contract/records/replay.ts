import { z } from 'zod'
import { natural, unixSeconds } from '../schema.ts'

export const REPLAY_SPEED = { min: 1, max: 1_000 } as const

/** A replay of the stored trades and snapshots of a token through the streams. */
export const replayRecord = z
  .object({
    playing: z.boolean(),
    speed: z.number().nullable().meta({ description: 'Recorded seconds per second' }),
    at: unixSeconds.nullable().meta({ description: 'Moment of the record that is being played' }),
    from: unixSeconds.nullable(),
    to: unixSeconds.nullable(),
    sent: natural,
    total: natural.meta({ description: 'Trades and snapshots in the record' }),
  })
  .meta({ id: 'Replay' })
export type ReplayRecord = z.infer<typeof replayRecord>

export const replayBody = z.object({
  speed: z.number().min(REPLAY_SPEED.min).max(REPLAY_SPEED.max).nullable().meta({ description: 'null stops' }),
})
