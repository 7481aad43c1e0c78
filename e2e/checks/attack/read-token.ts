import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { RunningService } from '../../fixtures/service.ts'
import { check, waitFor } from './attack.ts'

const READ_MS = 90_000
const OVER = new Set(['done', 'failed', 'cancelled', 'interrupted'])

export async function startRead(service: RunningService, token: string): Promise<string> {
  const answer = await service.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: token })
  check(answer.ok, `starting a read answered ${answer.status}: ${await answer.clone().text()}`)
  return ((await answer.json()) as JobRecord).id
}

/** The job once it is over; null while it runs. */
export async function endedJob(service: RunningService, id: string): Promise<JobRecord | null> {
  const job = await service.json<JobRecord>(`/local/v1/jobs/${id}`)
  return OVER.has(job.state) ? job : null
}

/** Reads the token to its end. */
export async function readWhole(service: RunningService, token: string): Promise<void> {
  const id = await startRead(service, token)
  const job = await waitFor('the end of the read', READ_MS, () => endedJob(service, id))
  check(job.state === 'done', `the read ended ${job.state}: ${job.error ?? job.stages.map(({ message }) => message ?? '').join(' ')}`)
}

/** Parts of records that depend on when reads took place, and on the snapshots taken then. */
const OF_READS: ReadonlySet<string> = new Set(['as_of', 'series'])

/** What a client sees of the token. */
export async function figures(service: RunningService, token: string): Promise<string> {
  const holders = await service.json<object>(`/local/v1/eth/${token}/holders`)
  const trades = await (await service.get(`/local/v1/eth/trades?token=${token}`)).text()
  const distribution = await service.json<object>(`/local/v1/eth/${token}/distribution`)
  const clusters = await service.json<object>(`/local/v1/eth/${token}/clusters`)
  return JSON.stringify([holders, trades, distribution, clusters], (name, value: unknown) => (OF_READS.has(name) ? undefined : value))
}
