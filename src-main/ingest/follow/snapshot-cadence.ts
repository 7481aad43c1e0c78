import type { Engine } from '../../engine/interface.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Follow } from './interface.ts'

/** Takes snapshots of followed tokens by themselves, as often as the owner set. */
export interface Cadence {
  /** null: no snapshots are taken by themselves. */
  minutes(): Promise<number | null>
  set(minutes: number | null): Promise<void>
  close(): Promise<void>
}

export interface CadenceOptions {
  readonly store: Store
  readonly engine: Pick<Engine, 'takeSnapshot'>
  readonly follow: Pick<Follow, 'live'>
  readonly clock: Clock
  readonly logger: Logger
  /** How often it is looked whether one is due; the tests look more often. */
  readonly lookEveryMs?: number
}

const NAME = 'snapshot-every-minutes'
const LOOK_EVERY_MS = 15_000

export function createCadence({ store, engine, follow, clock, logger, lookEveryMs = LOOK_EVERY_MS }: CadenceOptions): Cadence {
  let looking: Promise<void> = Promise.resolve()

  async function minutes(): Promise<number | null> {
    const text = await store.read.setting(NAME)
    return text === null || text === '' ? null : Number(text)
  }

  /** Due are tokens whose newest snapshot is older than the cadence, so a restart neither skips nor doubles one. */
  async function look(): Promise<void> {
    const every = await minutes()
    if (every === null) return
    const now = unixSeconds(clock)
    for (const token of follow.live()) {
      const newest = (await store.read.snapshotTimestamps(token)).at(-1)
      if (newest === undefined || now - newest >= every * 60) await engine.takeSnapshot(token, now)
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => logger.error({ err: error }, 'a snapshot that was due was not taken'))
  }, lookEveryMs)
  timer.unref()

  return {
    minutes,
    set: (value) => store.write.saveSetting({ name: NAME, value: value === null ? '' : String(value) }),
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
