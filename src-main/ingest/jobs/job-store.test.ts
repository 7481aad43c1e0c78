import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingPostgres, startPostgres, type PostgresServer } from '../../../e2e/fixtures/postgres.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import type { Store } from '../../store/interface.ts'
import { TOKEN } from '../../store/testing/samples.ts'
import { createJobStore } from './job-store.ts'
import { newRead } from './plan.ts'

describe.skipIf(missingPostgres !== null)('a job that ends while PostgreSQL is away', () => {
  let server: PostgresServer
  let store: Store
  beforeAll(async () => {
    server = await startPostgres()
    store = await openStore({ location: { postgres: server.url() }, logger: silentLogger })
  })
  afterAll(async () => {
    await store.close()
    await server.remove()
  })

  it('has ended for its readers, and is stored as ended once the server is back', async () => {
    const jobs = createJobStore(store, silentLogger)
    const [job, other] = ['ends', 'goes on'].map((id) => ({ ...newRead(id, TOKEN, { depth: 1, sinceBlock: null }, 1), state: 'running' as const }))
    if (job === undefined || other === undefined) throw new Error('no jobs')
    await jobs.save(job)
    await jobs.save(other)
    await server.stop()
    await jobs.save({ ...job, updated_at: 2 })
    await jobs.save({ ...job, updated_at: 3, state: 'done' })
    expect(await jobs.get(job.id)).toMatchObject({ updated_at: 3, state: 'done' })
    await server.start()
    expect((await jobs.list()).find(({ id }) => id === job.id)?.state).toBe('done')
    await expect.poll(async () => (await store.read.job(job.id))?.state).toBe('done')
    expect((await store.read.openJobs()).map(({ id }) => id)).toEqual([other.id])
    await jobs.close()
  })
})
