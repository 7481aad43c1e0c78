import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { StoredSnapshot } from '../../store/interface.ts'
import { storedAnswer, valueAnswer, type Answer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** Snapshots: listed, the newest, one by its timestamp, and a new one. */

const snapshotAnswer = (snapshot: StoredSnapshot): Answer =>
  storedAnswer(snapshot.json, snapshot.sha256, { asOf: snapshot.timestamp * 1000, source: 'snapshot' })

export const snapshots: Handler<'snapshots'> = async ({ token }, { store, clock }) => {
  const timestamps = await store.read.snapshotTimestamps(token)
  const newest = timestamps.at(-1)
  return valueAnswer({ snapshots: timestamps }, { asOf: newest === undefined ? clock.now() : newest * 1000, source: 'snapshot' })
}

export const latestSnapshot: Handler<'latestSnapshot'> = async ({ token, left }, { store, snapshots: cache, firstRead }) => {
  const stored = await cache.latest(token)
  if (stored !== null) return snapshotAnswer(stored)
  if ((await store.read.token(token)) === null) {
    await firstRead(token, left())
    const read = await cache.latest(token)
    if (read !== null) return snapshotAnswer(read)
  }
  throw new AppError('snapshot_not_found', { say: 'No snapshot of this token is stored yet.' })
}

export const snapshot: Handler<'snapshot'> = async ({ token, params }, { snapshots: cache }) => {
  const stored = await cache.at(token, params.timestamp)
  if (stored === null) throw new AppError('snapshot_not_found')
  return snapshotAnswer(stored)
}

export const takeSnapshot: Handler<'takeSnapshot'> = async ({ token }, { engine, store, clock }) => {
  if ((await store.read.token(token)) === null) throw new AppError('token_not_found')
  const { timestamp } = await engine.takeSnapshot(token, unixSeconds(clock))
  const location = `/atlas/v1/${token.network}/${encodeURIComponent(token.address)}/snapshots/${timestamp}`
  return { kind: 'value', status: 201, location, value: { timestamp }, provenance: { asOf: timestamp * 1000, source: 'snapshot' } }
}
