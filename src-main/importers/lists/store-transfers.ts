import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SavedList, StoredToken } from '../../store/interface.ts'
import type { StoreTarget } from '../maps/store-holders.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { PreparedTransfers } from './prepare-transfers.ts'

/**
 * Stores transfers in one transaction. If the file begins with the first mint, also stores balances and takes a snapshot of them.
 *
 * @throws AppError `conflict` if the token was read from a node
 */
export async function storeTransfers({ store, engine }: StoreTarget, file: OpenedFile<'transfers'>, now: number): Promise<ImportResult> {
  const { kind, network, name, sha256 } = file
  const token: TokenKey = { network, address: file.token }
  const stored = await store.read.token(token)
  if (stored?.origin === 'node') {
    const message = 'This token was read from a node, which is more complete than a list of transfers. Delete the token first to import the list.'
    throw new AppError('conflict', { message })
  }
  const prepared = await file.prepare({ stored, takenAt: now })
  const { decimals, rows } = prepared
  const saved = await store.write.saveListedTransfers({ token, name, sha256, decimals, rows })
  if (saved.added > 0) engine.factsChanged(token)
  const taken = saved.holders === null ? null : await engine.takeSnapshot(token)
  return {
    kind,
    tokens: [{ network, token_address: file.token }],
    trades: 0,
    transfers: saved.added,
    holders: saved.holders ?? 0,
    snapshots: taken?.isNew === true ? 1 : 0,
    skipped: prepared.skipped + rows.length - saved.added,
    notes: [...prepared.notes, ...describe(prepared, saved, stored)],
  }
}

function describe({ rows, since }: PreparedTransfers, { added, holders }: SavedList, stored: StoredToken | null): string[] {
  if (added === 0) return ['All transfers of this file were imported before; nothing changed.']
  const known = rows.length - added
  const from = new Date(since * 1000).toISOString().slice(0, 10)
  return [
    ...(known > 0 ? [`${countOf(known, 'transfer was', 'transfers were')} stored before.`] : []),
    ...(holders === null && stored === null
      ? [`What wallets held before ${from} is unknown, so the transfers show no balances. Import a list of holders, or read the token.`]
      : []),
    ...(rows[0]?.block === null ? ['The file names no blocks, so its transfers are ordered by time.'] : []),
  ]
}
