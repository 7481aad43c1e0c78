import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { isInFuture } from '../../../src-shared/domain/unix-time.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store, StoredToken } from '../../store/interface.ts'
import type { OpenedFile } from '../opened-file.ts'
import { IMPORT_SOURCE } from './map-labels.ts'

export interface StoreTarget {
  readonly store: Store
  readonly engine: Pick<Engine, 'factsChanged' | 'takeSnapshot'>
}

/**
 * Stores a holder map in one transaction and then takes its snapshot. If the process is killed in between, the same file is imported again.
 *
 * @param now Unix seconds, for a file that names no time, or a future one, which would keep every later map from being imported
 * @throws AppError `conflict` if newer or more complete data of the token is stored
 */
export async function storeHolders({ store, engine }: StoreTarget, file: OpenedFile<'holders'>, now: number): Promise<ImportResult> {
  const { kind, network, name, sha256 } = file
  const token: TokenKey = { network, address: file.token }
  const stored = await store.read.token(token)
  const takenAt = file.takenAt === null || isInFuture(file.takenAt, now) ? now : file.takenAt
  if (stored !== null) rejectOlder(stored, takenAt)
  const { info, holdings, labels, accounts, links, degrees, skipped } = await file.prepare({ stored, takenAt })
  const before = { labelled: labels.map(({ address }) => address), accounts: accounts.map(({ address }) => address) }
  await store.write.together({
    calls: [
      { name: 'keepBeforeImport', args: { token, name, sha256, list: IMPORT_SOURCE, ...before, takenAt, hasFacts: true } },
      { name: 'saveToken', args: info },
      { name: 'saveBalances', args: { token, rows: holdings, replaceAll: true } },
      { name: 'saveLabels', args: { network, source: IMPORT_SOURCE, rows: labels } },
      { name: 'saveAccounts', args: { network, rows: accounts } },
      { name: 'saveRecordedLinks', args: { token, rows: links, degrees } },
    ],
  })
  engine.factsChanged(token)
  const known = await store.read.snapshotTimestamps(token)
  const taken = known.includes(takenAt) ? null : await engine.takeSnapshot(token)
  return {
    kind,
    tokens: [{ network, token_address: file.token }],
    trades: 0,
    transfers: 0,
    holders: holdings.length,
    snapshots: taken?.isNew === true ? 1 : 0,
    skipped,
    notes: [...info.notes],
  }
}

function rejectOlder(stored: StoredToken, takenAt: number): void {
  const date = new Date(stored.asOf * 1000).toISOString().slice(0, 10)
  if (stored.origin === 'node' && stored.holdersKnown > 0) {
    const message = `This token was read from a node (${date}), which is more complete than a holder map. Delete the token first to import the map.`
    throw new AppError('conflict', { message })
  }
  if (stored.asOf > takenAt) {
    throw new AppError('conflict', { message: `A newer state of this token is stored (${date}). Import maps from the oldest to the newest.` })
  }
}
