import { AppError } from '../../lib/app-error.ts'
import { andThen } from '../../lib/awaitable.ts'
import { liveAnswer, valueAnswer, type Provenance } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { afterFirstRead, orIfNotFound, readyToken, type TokenCall } from './shared/token-record.ts'

/** Snapshots: listed, the newest, one by its timestamp, and a new one. */

export const snapshots: Handler<'snapshots'> = async (call, context) => {
  const timestamps = await listSnapshots(call, context)
  const newest = timestamps.at(-1)
  return valueAnswer({ snapshots: timestamps }, { asOf: newest === undefined ? context.clock.now() : newest * 1000, source: 'snapshot' })
}

/** A token that is neither stored nor readable has no snapshots. */
async function listSnapshots(call: TokenCall, context: ServerContext): Promise<readonly number[]> {
  const stored = await context.store.read.snapshotTimestamps(call.token)
  if (stored.length > 0) return stored
  await orIfNotFound(
    afterFirstRead(call, context, () => readyToken(call.token, context)),
    () => null,
  )
  return context.store.read.snapshotTimestamps(call.token)
}

export const latestSnapshot: Handler<'latestSnapshot'> = async (call, context) => {
  const stored = await context.snapshots.latest(call.token)
  if (stored !== null) return stored
  await afterFirstRead(call, context, () => readyToken(call.token, context))
  const read = await context.snapshots.latest(call.token)
  if (read === null) throw new AppError('snapshot_not_found', { message: 'No snapshot of this token is stored yet.' })
  return read
}

export const snapshot: Handler<'snapshot'> = ({ token, params }, { snapshots: cache }) =>
  andThen(cache.at(token, params.timestamp), (stored) => {
    if (stored === null) throw new AppError('snapshot_not_found')
    return stored
  })

export const takeSnapshot: Handler<'takeSnapshot'> = async (call, context) => {
  const { engine, store } = context
  const { token } = call
  if ((await store.read.token(token)) === null) throw new AppError('token_not_found')
  await afterFirstRead(call, context, () => readyToken(token, context))
  const { timestamp, isNew } = await engine.takeSnapshot(token)
  const location = `/atlas/v1/${token.network}/${encodeURIComponent(token.address)}/snapshots/${timestamp}`
  const provenance: Provenance = { asOf: timestamp * 1000, source: 'snapshot' }
  return { kind: 'value', ...(isNew ? {} : { status: 200 }), location, value: { timestamp, is_new: isNew }, provenance }
}

export const localSnapshots: Handler<'localSnapshots'> = async ({ token }, { store, clock }) => {
  const moments = await store.read.snapshotMoments(token)
  return liveAnswer({ snapshots: moments.map(({ timestamp, takenAt }) => ({ timestamp, taken_at: takenAt })) }, clock)
}
