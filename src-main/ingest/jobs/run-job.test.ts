import { expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { storeUnavailable } from '../../lib/store-faults.ts'
import { sampleToken, tempStore, TOKEN } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { NO_SERVICES } from '../services/services.ts'
import { NOTHING_READ } from '../stages/first-read.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { createAdapters } from '../adapters.ts'
import { createJobs } from './jobs.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { newRead } from './plan.ts'
import { runJob } from './run-job.ts'

it('a first read that ends while the database is away has ended for its token when it is back', async () => {
  const temp = tempStore()
  const real = await openTestStore(temp.path)
  await real.write.saveToken({ ...sampleToken(), firstRead: NOTHING_READ })
  let faults = 1
  const saveFirstRead: Store['write']['saveFirstRead'] = (args) =>
    faults-- > 0 ? Promise.reject(storeUnavailable('The database does not answer.', {}, null)) : real.write.saveFirstRead(args)
  const job = await runJob(newRead('job', TOKEN, { depth: 1, sinceBlock: null }, 1), {
    ...{ store: { ...real, write: { ...real.write, saveFirstRead } }, engine: quietEngine(), clock: systemClock, logger: silentLogger },
    ...{ services: NO_SERVICES, signal: new AbortController().signal, price: async () => [], inBackground: (work) => work() },
    ...{ onChange: () => undefined, onTradesStored: () => undefined, onTradesReverted: () => undefined },
    openAdapter: () => {
      throw new AppError('source_unavailable')
    },
  })
  expect(job.state).toBe('failed')
  expect((await real.read.token(TOKEN))?.firstRead).toEqual({ ...NOTHING_READ, ended: true })
  await real.close()
  temp.remove()
})

it('a first read that is cancelled while it is interrupted has ended for its token', async () => {
  await withOwnReads('eth', async ({ store, bus, engine, closing }) => {
    const adapters = closing(createAdapters({ sources: {} }))
    const jobs = closing(createJobs({ store, bus, engine, adapters, clock: systemClock, logger: silentLogger }))
    await store.write.saveToken({ ...sampleToken(), firstRead: NOTHING_READ })
    await store.write.saveJob({ ...newRead('interrupted', TOKEN, { depth: 1, sinceBlock: null }, 1), state: 'interrupted' })
    expect(await jobs.cancel('interrupted')).toMatchObject({ state: 'cancelled' })
    expect((await store.read.token(TOKEN))?.firstRead).toEqual({ ...NOTHING_READ, ended: true })
  })
})
