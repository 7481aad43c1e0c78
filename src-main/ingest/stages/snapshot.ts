import { done, type Stage } from './stage.ts'

/** Takes a snapshot of the state at the pinned block, stored under the time of that block. */
export const takeSnapshotStage: Stage = async ({ store, engine, token, head, progress }) => {
  const stored = await store.read.snapshotTimestamps(token)
  const taken = stored.includes(head.time) ? null : await engine.takeSnapshot(token)
  progress(1, 1)
  return done(taken?.isNew === false ? ['Nothing changed since the newest snapshot, so none was taken.'] : [])
}
