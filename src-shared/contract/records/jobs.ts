import { z } from 'zod'
import { API_ERROR_CODES } from '../errors.ts'
import { address, networkId, unixSeconds } from '../schema.ts'

/** Reads and imports of `/local/v1` as jobs: their stages and how far each is. */

const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type JobState = (typeof JOB_STATES)[number]
const STAGE_NAMES = ['token', 'transfers', 'holders', 'pools', 'trades', 'accounts', 'funding', 'snapshot', 'import'] as const
export type StageName = (typeof STAGE_NAMES)[number]
const STAGE_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const

const jobStage = z.object({
  name: z.enum(STAGE_NAMES),
  state: z.enum(STAGE_STATES),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  unit: z.string(),
  message: z.string().nullable().meta({ description: 'What failed and what to do, or what was left out and why' }),
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
    seconds_left: z.number().nullable(),
    error: z.string().nullable(),
    error_code: z.enum(API_ERROR_CODES).optional().meta({ description: 'Of a failed job: token_not_found when the chain has no such token' }),
    options: z.object({ depth: z.int().positive(), since_block: z.int().nonnegative().nullable() }),
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
  since_block: z.int().nonnegative().optional(),
})
