import { done, type Stage } from './stage.ts'

/** Takes a snapshot of the state at the pinned block, stored under the time of that block. */
export const takeSnapshotStage: Stage = async ({ store, engine, token, head, progress }) => {
  const taken = await store.read.snapshotTimestamps(token)
  if (!taken.includes(head.time)) await engine.takeSnapshot(token, head.time)
  progress(1, 1)
  return done()
}
