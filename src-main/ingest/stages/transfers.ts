import { difference, size } from '../../store/intervals.ts'
import { done, wantedRange, type Stage } from '../stage.ts'

/** Every transfer of the token up to the pinned block that is not stored yet. */
export const readTransfersStage: Stage = async (context) => {
  const { store, adapter, token, signal, progress } = context
  const missing = difference([await wantedRange(context)], await store.read.covered({ token, what: 'transfers' }))
  const total = size(missing)
  let read = 0
  progress(read, total)
  for (const range of missing) {
    for await (const page of adapter.transfers(token.address, range.from, range.to, signal)) {
      await store.write.saveTransfers({ token, rows: page.rows, covers: { from: page.from, to: page.to } })
      read += page.to - page.from + 1
      progress(read, total)
    }
  }
  return done()
}
