import type { Engine } from '../../engine/interface.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Follow } from './interface.ts'

/** Takes snapshots of followed tokens at the interval that the owner set. */
export interface Cadence {
  /** null when no snapshots are taken automatically. */
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
  /** How often it is checked whether a snapshot is due. */
  readonly checkEveryMs?: number
}

const SETTING = 'snapshot-every-minutes'
const CHECK_EVERY_MS = 15_000

export function createCadence({ store, engine, follow, clock, logger, checkEveryMs = CHECK_EVERY_MS }: CadenceOptions): Cadence {
  let checking: Promise<void> = Promise.resolve()

  async function minutes(): Promise<number | null> {
    const text = await store.read.setting(SETTING)
    return text === null || text === '' ? null : Number(text)
  }

  /** A snapshot is due when the newest one is older than the interval, so a restart neither skips nor repeats one. */
  async function takeDueSnapshots(): Promise<void> {
    const every = await minutes()
    if (every === null) return
    const now = unixSeconds(clock)
    for (const token of follow.live()) {
      const newest = (await store.read.snapshotTimestamps(token)).at(-1)
      if (newest === undefined || now - newest >= every * 60) await engine.takeSnapshot(token, now)
    }
  }

  const timer = setInterval(() => {
    checking = checking.then(takeDueSnapshots).catch((error: unknown) => logger.error({ err: error }, 'a due snapshot could not be taken'))
  }, checkEveryMs)
  timer.unref()

  return {
    minutes,
    set: (value) => store.write.saveSetting({ name: SETTING, value: value === null ? '' : String(value) }),
    async close() {
      clearInterval(timer)
      await checking
    },
  }
}
