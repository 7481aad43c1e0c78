import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { check, waitFor } from './attack.ts'
import { sourcesOf, type LaunchedToken } from './launched-token.ts'

const READ_MS = 90_000
const OVER = new Set(['done', 'failed', 'cancelled', 'interrupted'])

type Token = Pick<LaunchedToken, 'network' | 'address'>

export async function startRead(service: RunningService, { network, address }: Token): Promise<string> {
  const answer = await service.post('/local/v1/jobs', { kind: 'read', network, token_address: address })
  check(answer.ok, `starting a read answered ${answer.status}: ${await answer.clone().text()}`)
  return ((await answer.json()) as JobRecord).id
}

/** The job once it is over; null while it runs. */
export async function endedJob(service: RunningService, id: string): Promise<JobRecord | null> {
  const job = await service.json<JobRecord>(`/local/v1/jobs/${id}`)
  return OVER.has(job.state) ? job : null
}

/** Reads the token and waits until the read is done. */
export async function readWhole(service: RunningService, token: Token): Promise<void> {
  const id = await startRead(service, token)
  const job = await waitFor('the end of the read', READ_MS, () => endedJob(service, id))
  check(job.state === 'done', `the read ended ${job.state}: ${job.error ?? job.stages.map(({ message }) => message ?? '').join(' ')}`)
}

/** Parts of records that depend on when reads took place, and on the snapshots taken then. */
const OF_READS: ReadonlySet<string> = new Set(['as_of', 'series'])

/** The record of the token that a client sees. */
export async function figures(service: RunningService, { network, address }: Token): Promise<string> {
  const holders = await service.json<object>(`/local/v1/${network}/${address}/holders`)
  const trades = await (await service.get(`/local/v1/${network}/trades?token=${address}`)).text()
  const distribution = await service.json<object>(`/local/v1/${network}/${address}/distribution`)
  const clusters = await service.json<object>(`/local/v1/${network}/${address}/clusters`)
  return JSON.stringify([holders, trades, distribution, clusters], (name, value: unknown) => (OF_READS.has(name) ? undefined : value))
}

/** The record of the token from an undisturbed service. */
export async function readTruth(token: LaunchedToken): Promise<string> {
  const service = await startService({ dataDir: await temporaryFolder(), sources: sourcesOf(token) })
  try {
    await readWhole(service, token)
    return await figures(service, token)
  } finally {
    await service.stop()
  }
}
