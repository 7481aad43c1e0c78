import { z } from 'zod'
import { API_ERROR_CODES } from '../errors.ts'
import { address, natural, networkId, unixSeconds } from '../schema.ts'

/** Reads and imports of `/local/v1` as jobs, with their stages and progress. */

const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type JobState = (typeof JOB_STATES)[number]
const STAGE_NAMES = [
  'token',
  'preview',
  'transfers',
  'holders',
  'pools',
  'launch',
  'trades',
  'accounts',
  'funding',
  'snapshot',
  'history',
  'import',
] as const
export type StageName = (typeof STAGE_NAMES)[number]
const STAGE_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const

const callsLeft = z
  .object({ at_least: natural, at_most: natural.nullable().meta({ description: 'null while the total is unknown' }) })
  .meta({ description: 'Remaining calls to the endpoint, estimated from those made so far' })
export type CallsLeft = z.infer<typeof callsLeft>
const jobStage = z.object({
  name: z.enum(STAGE_NAMES),
  state: z.enum(STAGE_STATES),
  done: natural,
  total: natural.nullable(),
  unit: z.string(),
  message: z.string().nullable().meta({ description: 'What a running stage waits for, what failed and what to do, or what was left out and why' }),
  compared: z
    .object({ same: natural, added: natural, removed: natural, changed: natural })
    .optional()
    .meta({ description: 'How the rows of blocks that were read again compare with the stored ones; absent if none were stored' }),
  calls_left: callsLeft.optional(),
  started_at: unixSeconds.nullable(),
  ended_at: unixSeconds.nullable(),
})
export const jobRecord = z
  .object({
    id: z.string(),
    kind: z.enum(['read', 'import']),
    network: networkId,
    token_address: address,
    state: z.enum(JOB_STATES),
    stages: z.array(jobStage),
    created_at: unixSeconds,
    updated_at: unixSeconds,
    seconds_left: z.number().nullable().meta({ description: 'A lower bound over all remaining stages; null while unknown' }),
    seconds_left_at_most: z.number().nullable().optional(),
    calls_left: callsLeft.optional(),
    calls_per_second: z.number().nullable().optional().meta({ description: 'Of the last minute' }),
    error: z.string().nullable(),
    error_code: z.enum(API_ERROR_CODES).optional().meta({ description: 'Of a failed job: token_not_found when the chain has no such token' }),
    options: z.object({ depth: z.int().positive(), since_block: natural.nullable() }),
  })
  .meta({ id: 'Job' })
export type JobRecord = z.infer<typeof jobRecord>
export type JobStage = z.infer<typeof jobStage>
export const jobList = z.object({ jobs: z.array(jobRecord) })
export const startJobBody = z.object({
  kind: z.literal('read'),
  network: networkId,
  token_address: z.string(),
  depth: z.int().min(1).max(10_000).optional(),
  since_block: natural.optional(),
})
export const readAgainBody = z
  .object({
    from_block: natural.optional().meta({ description: 'First block to read again; the first one when absent' }),
    to_block: natural.optional().meta({ description: 'Last block to read again; the newest one when absent' }),
    depth: z.int().min(1).max(10_000).optional(),
  })
  .refine(({ from_block: from = 0, to_block: to = Number.MAX_SAFE_INTEGER }) => from <= to, {
    message: 'must not be before from_block',
    path: ['to_block'],
  })
