import type { Stage } from './stage.ts'
import { readMissing } from './read-missing.ts'

/** Transfers of the token up to the pinned block that are not stored yet. */
export const readTransfersStage: Stage = (context) => {
  const { store, adapter, token, signal } = context
  return readMissing(
    context,
    'transfers',
    ({ from, to }) => adapter.transfers(token.address, from, to, signal),
    (rows, covers) => store.write.saveTransfers({ token, rows, covers }),
  )
}
