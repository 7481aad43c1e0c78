import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { timeText } from '../../../src-shared/domain/shown.ts'
import { isInFuture } from '../../../src-shared/domain/unix-time.ts'
import type { WriteCall } from '../../store/interface.ts'
import { importError } from '../errors.ts'
import { IMPORT_SOURCE } from '../maps/map-labels.ts'
import type { StoreTarget } from '../maps/store-holders.ts'
import type { OpenedFile } from '../opened-file.ts'

/**
 * Stores a snapshot record as it was read. If nothing newer of the token is stored, its nodes also become the token's current holders, so every metric is
 * available. Clusters and labels are shown as the snapshot states them.
 *
 * @param now Unix seconds
 * @throws AppError `validation_error` if the snapshot is dated in the future
 */
export async function storeSnapshot({ store, engine }: StoreTarget, file: OpenedFile<'snapshot'>, now: number): Promise<ImportResult> {
  const { kind, network, name, sha256, takenAt } = file
  if (isInFuture(takenAt, now)) throw importError(`The snapshot is dated in the future: ${timeText(takenAt)}.`)
  const token: TokenKey = { network, address: file.token }
  const stored = await store.read.token(token)
  const known = (await store.read.snapshotTimestamps(token)).includes(takenAt)
  const isNews = stored === null || (stored.origin === 'import' && stored.asOf < takenAt)
  const { json, info, holdings, labels, links } = await file.prepare({ stored, takenAt })
  const labelled = isNews ? labels.map(({ address }) => address) : []
  const before = { token, name, sha256, list: IMPORT_SOURCE, labelled, accounts: [], takenAt, hasFacts: isNews }
  const facts: readonly WriteCall[] = [
    { name: 'saveToken', args: info },
    { name: 'saveBalances', args: { token, rows: holdings, replaceAll: true } },
    { name: 'saveLabels', args: { network, source: IMPORT_SOURCE, rows: labels } },
    { name: 'saveRecordedLinks', args: { token, rows: links } },
  ]
  const keep: readonly WriteCall[] = known && !isNews ? [] : [{ name: 'keepBeforeImport', args: before }]
  await store.write.together({ calls: [...keep, { name: 'saveSnapshot', args: { token, json } }, ...(isNews ? facts : [])] })
  if (isNews) engine.factsChanged(token)
  return {
    kind,
    tokens: [{ network, token_address: file.token }],
    trades: 0,
    transfers: 0,
    holders: isNews ? holdings.length : 0,
    snapshots: known ? 0 : 1,
    skipped: 0,
    notes: isNews ? [] : ['The stored state of this token is as new or newer, so only the snapshot was added.'],
  }
}
