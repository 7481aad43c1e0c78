import { formatTokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import { readList, saveList } from './list-setting.ts'
import { findUnreturned } from './missing-transfers.ts'
import { endBlockStage, readMissing } from './read-missing.ts'
import { addNotes, done, storedToken, type Stage, type StageContext, type StageResult } from './stage.ts'

/** Transfers of the token up to the pinned block that are not stored yet. */
export const readTransfersStage: Stage = async (context) => {
  const { store, adapter, token, signal, source } = context
  const team = await storedToken(context)
  const notes = new Set<string>()
  const result = await readMissing(
    context,
    'transfers',
    async function* ({ from, to }) {
      for await (const page of adapter.transfers(token.address, from, to, signal, { source, team })) {
        for (const note of page.notes ?? []) notes.add(note)
        yield page
      }
    },
    (rows, covers) => store.write.replaceTransfers({ token, rows, covers, whole: adapter.holderSource === 'replayed' }),
  )
  if (adapter.holderSource === 'listed') return keepNotes(context, [...notes], result)
  const unreturned = await findUnreturned(context)
  if (unreturned === null) return result
  await store.write.forgetCoverage({ token, what: ['transfers'], range: { from: 0, to: unreturned.before - 1 } })
  if (unreturned.all) throw new AppError('source_unavailable', { message: unreturned.note })
  return endBlockStage(context, 'transfers', [unreturned.note])
}

/** Says again what earlier reads left out if there was nothing to read, because a follower has read the new blocks. */
async function keepNotes(context: StageContext, notes: readonly string[], result: StageResult): Promise<StageResult> {
  const { store, token } = context
  const name = `transfer-notes:${formatTokenKey(token)}`
  if (notes.length > 0) {
    await saveList(store, name, notes)
    return result
  }
  const kept = await readList(store, name)
  await addNotes(context, kept)
  return result.state === 'done' && kept.length > 0 && result.message === null ? { ...result, ...done(kept) } : result
}
