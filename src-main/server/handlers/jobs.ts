import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import { readTokenAgain } from '../../ingest/jobs/read-again.ts'
import { liveAnswer, liveProvenance, type Answer } from '../http/answer.ts'
import { parseToken } from '../http/parse-call.ts'
import type { Handler, ServerContext } from '../context.ts'
import { jobPath } from './shared/running-reads.ts'

/** Read jobs: listed, watched, started, stopped, resumed. */

async function existing(context: ServerContext, id: string): Promise<JobRecord> {
  const job = await context.jobs.get(id)
  if (job === null) throw new AppError('not_found', { message: 'There is no job with this id.' })
  return job
}

export const jobs: Handler<'jobs'> = async (_call, context) => liveAnswer({ jobs: await context.jobs.list() }, context.clock)

export const job: Handler<'job'> = async ({ params }, context) => liveAnswer(await existing(context, params.id), context.clock)

export const startJob: Handler<'startJob'> = async ({ body }, context) => {
  const token = parseToken(body.network, body.token_address, ['body', 'token_address'])
  const started = await context.jobs.start(token, { depth: body.depth ?? context.depth, sinceBlock: body.since_block ?? null })
  return accepted(started, context)
}

export const readAgain: Handler<'readAgain'> = async ({ token, body }, context) => {
  const range = { from: body.from_block ?? 0, to: body.to_block ?? Number.MAX_SAFE_INTEGER }
  return accepted(await readTokenAgain(context, token, { range, depth: body.depth ?? context.depth }), context)
}

const accepted = (job: JobRecord, { clock }: ServerContext): Answer => ({
  kind: 'value',
  location: jobPath(job.id),
  value: job,
  provenance: liveProvenance(clock),
})

export const cancelJob: Handler<'cancelJob'> = async ({ params }, context) => {
  await existing(context, params.id)
  return liveAnswer(await context.jobs.cancel(params.id), context.clock)
}

export const resumeJob: Handler<'resumeJob'> = async ({ params }, context) => {
  await existing(context, params.id)
  return liveAnswer(await context.jobs.resume(params.id), context.clock)
}
