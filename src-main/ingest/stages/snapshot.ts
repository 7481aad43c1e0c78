import { done, type Stage } from './stage.ts'

/** The state at the pinned block, kept for ever under that block's time. */
export const takeSnapshotStage: Stage = async ({ store, engine, token, head, progress }) => {
  const taken = await store.read.snapshotTimestamps(token)
  if (!taken.includes(head.time)) await engine.takeSnapshot(token, head.time)
  progress(1, 1)
  return done()
}
