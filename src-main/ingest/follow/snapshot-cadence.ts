import { formatTokenKey } from '../../../src-shared/domain/address.ts'
import type { Engine } from '../../engine/interface.ts'
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
  readonly logger: Logger
  /** How often to check whether a snapshot is due. */
  readonly checkEveryMs?: number
}

const SETTING = 'snapshot-every-minutes'
const CHECK_EVERY_MS = 15_000

export function createCadence({ store, engine, follow, logger, checkEveryMs = CHECK_EVERY_MS }: CadenceOptions): Cadence {
  let checking: Promise<void> = Promise.resolve()

  async function readIntervalMinutes(): Promise<number | null> {
    const text = await store.read.setting(SETTING)
    return text === null || text === '' ? null : Number(text)
  }

  /** The time of the last state found equal to the newest snapshot, by token that is live. */
  let unchangedAt = new Map<string, number>()

  /** A snapshot is due once the state is newer than the newest snapshot by the interval, so a restart neither skips nor repeats one. */
  async function takeDueSnapshots(): Promise<void> {
    const every = await readIntervalMinutes()
    if (every === null) return
    const live = new Map(follow.live().map((token) => [formatTokenKey(token), token]))
    unchangedAt = new Map([...unchangedAt].filter(([key]) => live.has(key)))
    for (const [key, token] of live) {
      const asOf = (await store.read.token(token))?.asOf
      if (asOf === undefined) continue
      const newest = (await store.read.snapshotTimestamps(token)).at(-1)
      if (newest !== undefined && asOf - Math.max(newest, unchangedAt.get(key) ?? 0) < every * 60) continue
      const { isNew } = await engine.takeSnapshot(token)
      if (!isNew) unchangedAt.set(key, asOf)
    }
  }

  const timer = setInterval(() => {
    checking = checking.then(takeDueSnapshots).catch((error: unknown) => logger.error({ err: error }, 'a due snapshot could not be taken'))
  }, checkEveryMs)
  timer.unref()

  return {
    minutes: readIntervalMinutes,
    set: (value) => store.write.saveSetting({ name: SETTING, value: value === null ? '' : String(value) }),
    async close() {
      clearInterval(timer)
      await checking
    },
  }
}
