import { AppError } from '../../lib/app-error.ts'
import { findUnreturned } from './missing-transfers.ts'
import { endBlockStage, readMissing } from './read-missing.ts'
import { storedToken, type Stage } from './stage.ts'

/** Transfers of the token up to the pinned block that are not stored yet. */
export const readTransfersStage: Stage = async (context) => {
  const { store, adapter, token, signal, source } = context
  const team = await storedToken(context)
  const result = await readMissing(
    context,
    'transfers',
    ({ from, to }) => adapter.transfers(token.address, from, to, signal, { source, team }),
    (rows, covers) => store.write.replaceTransfers({ token, rows, covers, whole: adapter.holderSource === 'replayed' }),
  )
  if (adapter.holderSource === 'listed') return result
  const unreturned = await findUnreturned(context)
  if (unreturned === null) return result
  await store.write.forgetCoverage({ token, what: ['transfers'], range: { from: 0, to: unreturned.before - 1 } })
  if (unreturned.all) throw new AppError('source_unavailable', { say: unreturned.note })
  return endBlockStage(context, 'transfers', [unreturned.note])
}
