import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { StoredSnapshot } from '../../store/interface.ts'
import { storedAnswer, valueAnswer, type StoredAnswer } from '../answer.ts'
import type { Call } from '../call.ts'
import { firstAtHand, type Asked, type Handler } from '../context.ts'

/** Snapshots: listed, the newest, one by its timestamp, and a new one. */

const snapshotAnswer = (snapshot: StoredSnapshot): StoredAnswer =>
  storedAnswer(snapshot, { json: snapshot.json, hash: snapshot.sha256 }, { asOf: snapshot.timestamp * 1000, source: 'snapshot' })

export const snapshots: Handler<'snapshots'> = async ({ token }, { store, clock }) => {
  const timestamps = await store.read.snapshotTimestamps(token)
  const newest = timestamps.at(-1)
  return valueAnswer({ snapshots: timestamps }, { asOf: newest === undefined ? clock.now() : newest * 1000, source: 'snapshot' })
}

export const latestSnapshot: Handler<'latestSnapshot'> = async ({ token, left }, { store, shelf, firstRead }) => {
  const stored = await shelf.latest(token)
  if (stored !== null) return snapshotAnswer(stored)
  if ((await store.read.token(token)) === null) {
    await firstRead(token, left())
    const read = await shelf.latest(token)
    if (read !== null) return snapshotAnswer(read)
  }
  throw new AppError('snapshot_not_found', { say: 'No snapshot of this token is stored yet.' })
}

export const snapshot: Handler<'snapshot'> = firstAtHand(
  ({ token, params }: Asked<'snapshot'>, { shelf }) => {
    const kept = shelf.kept(token, params.timestamp)
    return kept === null ? null : snapshotAnswer(kept)
  },
  async ({ token, params }: Call<'snapshot'>, { shelf }) => {
    const stored = await shelf.at(token, params.timestamp)
    if (stored === null) throw new AppError('snapshot_not_found')
    return snapshotAnswer(stored)
  },
)

export const takeSnapshot: Handler<'takeSnapshot'> = async ({ token }, { engine, store, clock }) => {
  if ((await store.read.token(token)) === null) throw new AppError('token_not_found')
  const { timestamp } = await engine.takeSnapshot(token, unixSeconds(clock))
  const location = `/atlas/v1/${token.network}/${encodeURIComponent(token.address)}/snapshots/${timestamp}`
  return { kind: 'value', status: 201, location, value: { timestamp }, provenance: { asOf: timestamp * 1000, source: 'snapshot' } }
}
