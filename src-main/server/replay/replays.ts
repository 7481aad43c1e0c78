import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { ReplayRecord } from '../../../src-shared/contract/records/replay.ts'
import { formatTokenKey, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Hub } from '../live/hub.ts'
import { timelineOf, type Timeline } from './timeline.ts'

export interface ReplaysOptions {
  readonly store: Pick<Store, 'read'>
  readonly engine: Pick<Engine, 'snapshotClusters'>
  readonly hub: Pick<Hub, 'trades' | 'publishClusters'>
  readonly logger: Logger
}

const NOTHING: ReplayRecord = { playing: false, speed: null, at: null, from: null, to: null, sent: 0, total: 0 }

interface Playing {
  record: ReplayRecord
  readonly abort: AbortController
  ended: Promise<void>
}

/** Replays the stored events of a token through the streams, in the same order and at any speed. */
export class Replays {
  readonly #options: ReplaysOptions
  readonly #playing = new Map<string, Playing>()

  constructor(options: ReplaysOptions) {
    this.#options = options
  }

  state(token: TokenKey): ReplayRecord {
    return this.#playing.get(formatTokenKey(token))?.record ?? NOTHING
  }

  /**
   * Starts from the beginning and replaces a running replay of the token.
   *
   * @param speed seconds of recorded time per second
   * @throws AppError token_not_found if nothing with a time is stored for the token
   */
  async start(token: TokenKey, speed: number): Promise<ReplayRecord> {
    const key = formatTokenKey(token)
    const before = this.#playing.get(key)
    before?.abort.abort()
    const playing: Playing = { record: NOTHING, abort: new AbortController(), ended: Promise.resolve() }
    // Before anything is awaited, so that a request that comes meanwhile ends this replay.
    this.#playing.set(key, playing)
    await before?.ended
    const { read } = this.#options.store
    const [trades, snapshots] = [await read.tokenTrades({ token, limit: null }), await read.snapshotTimestamps(token)]
    const timeline = timelineOf(trades, snapshots)
    if (timeline === null) {
      if (this.#playing.get(key) === playing) this.#playing.delete(key)
      throw new AppError('token_not_found', { message: 'No trades and no snapshots of this token are stored, so there is nothing to replay.' })
    }
    const { from, to } = timeline
    playing.record = { playing: !playing.abort.signal.aborted, speed, at: from, from, to, sent: 0, total: trades.length + snapshots.length }
    playing.ended = this.#play(token, timeline, speed, playing).catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'a replay failed')
    })
    return playing.record
  }

  async stop(token: TokenKey): Promise<ReplayRecord> {
    const playing = this.#playing.get(formatTokenKey(token))
    playing?.abort.abort()
    await playing?.ended
    return this.state(token)
  }

  /** Resolves when the replay of a token has ended in any way. */
  async ended(token: TokenKey): Promise<void> {
    await this.#playing.get(formatTokenKey(token))?.ended
  }

  async close(): Promise<void> {
    for (const { abort } of this.#playing.values()) abort.abort()
    await Promise.all([...this.#playing.values()].map(({ ended }) => ended))
  }

  /** Each moment at its own time since the start, so that delays do not add up. */
  async #play(token: TokenKey, { from, moments }: Timeline, speed: number, playing: Playing): Promise<void> {
    const { hub, engine } = this.#options
    const startedAt = performance.now()
    for (const { time, trades, hasSnapshot } of moments) {
      await until(startedAt + ((time - from) / speed) * 1000, playing.abort.signal)
      if (playing.abort.signal.aborted) break
      hub.trades.publishStored(token.network, { trades, rows: null })
      const clusters = hasSnapshot ? await engine.snapshotClusters(token, time) : null
      if (clusters !== null) hub.publishClusters(token, clusters)
      playing.record = { ...playing.record, at: time, sent: playing.record.sent + trades.length + (hasSnapshot ? 1 : 0) }
    }
    playing.record = { ...playing.record, playing: false }
  }
}

/** The longest delay of a timer. A longer one fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Resolves at a moment of `performance.now` but not in this turn of the event loop, or when the signal aborts. */
async function until(due: number, signal: AbortSignal): Promise<void> {
  await nextTurn()
  for (let left = due - performance.now(); left > 0 && !signal.aborted; left = due - performance.now()) {
    await wait(Math.min(left, MAX_TIMER_MS), undefined, { signal }).catch(() => undefined)
  }
}
