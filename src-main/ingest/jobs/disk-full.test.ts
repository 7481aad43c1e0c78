import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { playTransfers } from '../../../e2e/fixtures/anvil/many-transfers.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openWriter } from '../../store/connection/database.ts'
import type { WriteDb } from '../../store/connection/handle.ts'
import { readByName, writeByName } from '../../store/dispatch.ts'
import type { Reads, Store, Writes } from '../../store/interface.ts'
import { pagesOf } from '../../store/connection/space.ts'
import { tempStore } from '../../store/testing/samples.ts'
import { createAdapters } from '../adapters.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { DISK_FULL_MESSAGE } from './store-waits.ts'
import type { Jobs } from './interface.ts'
import { createJobs } from './jobs.ts'

const missing = anvilMissing()
const TRANSFERS = 1_200

/** A store on this thread, so that the test can limit the pages of its file. SQLite reports a full disk beyond that limit. */
function localStore(db: WriteDb, path: string): Store {
  const callable = <T extends object>(call: (name: string, args: unknown[]) => unknown): T =>
    new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...args: unknown[]) =>
            Promise.resolve().then(() => call(String(name), args)),
      },
    ) as T
  return {
    location: { file: path },
    read: callable<Reads>((name, args) => readByName(db, name, args)),
    write: callable<Writes>((name, args) => writeByName(db, name, args)),
    writeUnder: (fence) => callable<Writes>((name, args) => writeByName(db, name, args, fence)),
    close: () => Promise.resolve(),
  }
}

const allowPages = (db: WriteDb, pages: number): void => void db.get({ text: `PRAGMA max_page_count = ${pages}`, params: [] })

let anvil: Anvil
let token: TokenKey
beforeAll(async () => {
  if (missing !== null) return
  anvil = await spawnAnvil()
  token = { network: 'eth', address: trustedAddress(await playTransfers(anvil.url, TRANSFERS - 1)) }
})
afterAll(() => anvil?.stop())

/** Reads the token into a file that may grow by `pages` pages until the disk is full. `run` continues from there. */
async function untilFull(
  pages: number,
  run: (at: { db: WriteDb; store: Store; jobs: Jobs; id: string; stage: string }) => Promise<void>,
): Promise<void> {
  const temp = tempStore()
  const { db, close } = openWriter(temp.path)
  const store = localStore(db, temp.path)
  const adapters = createAdapters({ sources: { eth: [anvil.url] } })
  const bus = createLocalBus()
  const jobs = createJobs({ store, bus, engine: quietEngine(), adapters, clock: systemClock, logger: silentLogger })
  allowPages(db, pagesOf(db).pages + pages)
  const full = new Promise<string>((resolve) => {
    bus.subscribe('jobs', (_token, job) => {
      const stage = job.stages.find(({ message }) => message === DISK_FULL_MESSAGE)
      if (stage !== undefined) resolve(`${job.state} ${stage.name} ${stage.state}`)
    })
  })
  const { id } = await jobs.start(token, { depth: 500, sinceBlock: null })
  await run({ db, store, jobs, id, stage: await full })
  await jobs.close()
  await adapters.close()
  close()
  temp.remove()
}

describe.skipIf(missing !== null)(`a read that fills the disk ${missing ?? ''}`, () => {
  it('says so in its stage and goes on by itself when there is space', () =>
    untilFull(2, async ({ db, store, jobs, id, stage }) => {
      expect(stage).toBe('running preview running')
      expect(await store.read.transfers({ token, limit: null })).toEqual([])
      allowPages(db, 1_000_000)
      const job = await jobs.ended(id)
      expect(job).toMatchObject({ state: 'done', error: null })
      expect(job.stages.map(({ message }) => message)).not.toContain(DISK_FULL_MESSAGE)
      expect(await store.read.transfers({ token, limit: null })).toHaveLength(TRANSFERS)
    }))

  it('can be stopped while it waits', () =>
    untilFull(0, async ({ jobs, id }) => {
      expect(await jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
    }))
})
