import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { ArchiveSettings } from '../../chains/archive/use.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { createAdapters } from '../adapters.ts'
import type { Jobs } from '../jobs/interface.ts'
import { createJobs } from '../jobs/jobs.ts'
import { quietEngine, type QuietEngine } from './quiet-engine.ts'

/** Read jobs with a separate store, so that tests, which mostly wait for a node, run concurrently. */
export interface OwnReads {
  readonly folder: string
  readonly store: Store
  readonly engine: QuietEngine
  /** Events published by the jobs. */
  readonly bus: Bus
  jobsOn(...urls: string[]): Jobs
  /** Like `jobsOn`, but reads from an archive first. */
  jobsWith(archive: ArchiveSettings, ...urls: string[]): Jobs
  /** Closes `opened` at the end, before anything opened earlier. */
  closing<T extends { close(): Promise<void> }>(opened: T): T
}

export async function withOwnReads(network: NetworkId, run: (reads: OwnReads) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ingest-'))
  const store = await openTestStore(join(folder, 'store.db'))
  const engine = quietEngine()
  const bus = createLocalBus()
  const toClose: { close(): Promise<void> }[] = [store]
  const closing: OwnReads['closing'] = (opened) => {
    toClose.push(opened)
    return opened
  }
  const jobsWith: OwnReads['jobsWith'] = (archive, ...urls) => {
    const adapters = closing(createAdapters({ sources: { [network]: urls }, archive: () => archive }))
    return closing(createJobs({ store, bus, engine, adapters, clock: systemClock, logger: silentLogger }))
  }
  const jobsOn: OwnReads['jobsOn'] = (...urls) => jobsWith(() => [], ...urls)
  try {
    await run({ folder, store, engine, bus, jobsOn, jobsWith, closing })
  } finally {
    for (const one of toClose.reverse()) await one.close()
    rmSync(folder, { recursive: true })
  }
}
