import knownTokens from '../../../resources/labels/known-tokens.json' with { type: 'json' }
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { ListedTransfer } from '../../../src-shared/domain/lists/transfer-row.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ListedTransfers, StoredToken } from '../../store/interface.ts'
import { importError } from '../errors.ts'
import { countFractionDigits, parseDecimal, toRaw } from '../maps/decimal.ts'
import type { ImportedFile, StoreTarget } from '../maps/store-holders.ts'
import type { TransfersPlan } from '../plans.ts'

/**
 * Stores transfers in one transaction. If the file begins with the first mint, also stores balances and takes a snapshot of them.
 *
 * @throws AppError `conflict` if the token was read from a node
 */
export async function storeTransfers({ store, engine }: StoreTarget, file: ImportedFile, plan: TransfersPlan): Promise<ImportResult> {
  const token: TokenKey = { network: plan.network, address: plan.token }
  const stored = await store.read.token(token)
  if (stored?.origin === 'node') {
    const message = 'This token was read from a node, which is more complete than a list of transfers. Delete the token first to import the list.'
    throw new AppError('conflict', { message })
  }
  const decimals = decideDecimals(plan, stored)
  const rows = plan.transfers.map((row) => toStored(row, decimals))
  const saved = await store.write.saveListedTransfers({ token, ...file, decimals, rows })
  if (saved.added > 0) engine.factsChanged(token)
  const taken = saved.holders === null ? null : await engine.takeSnapshot(token)
  return {
    kind: 'transfer_list',
    tokens: [{ network: plan.network, token_address: plan.token }],
    trades: 0,
    transfers: saved.added,
    holders: saved.holders ?? 0,
    snapshots: taken?.isNew === true ? 1 : 0,
    skipped: plan.skipped + rows.length - saved.added,
    notes: [...plan.notes, ...describe(rows, saved.added, saved.holders, stored)],
  }
}

/** @throws AppError `validation_error` if they are unknown, or fewer than the amounts have */
function decideDecimals({ network, token, transfers, decimals: given }: TransfersPlan, stored: StoredToken | null): number {
  const listed = knownTokens.find((row) => row.network === network && trustedAddress(row.address) === token)
  const decimals = listed?.decimals ?? stored?.decimals ?? given ?? transfers[0]?.decimals ?? null
  if (decimals === null)
    throw importError("The file does not name the token's decimals. Give them at the import: --decimals 18, or decimals in the API.")
  const wrong = transfers.find(
    (row) => (row.decimals ?? decimals) !== decimals || (row.decimals === null && countFractionDigits(decimalOf(row.amount)) > decimals),
  )
  if (wrong !== undefined) {
    const why = wrong.decimals === null ? `the amount ${wrong.amount} has more` : `the file says ${wrong.decimals}`
    throw importError(`The token has ${countOf(decimals, 'decimal')}, but ${why}.`)
  }
  return decimals
}

function toStored({ decimals: raw, amount, ...row }: ListedTransfer, decimals: number): ListedTransfers['rows'][number] {
  return { ...row, raw: toRaw(decimalOf(amount), raw === null ? decimals : 0) }
}

const decimalOf = (text: string): { digits: bigint; scale: number } => parseDecimal(text) ?? { digits: 0n, scale: 0 }

function describe(rows: ListedTransfers['rows'], added: number, holders: number | null, stored: StoredToken | null): string[] {
  if (added === 0) return ['All transfers of this file were imported before; nothing changed.']
  const known = rows.length - added
  const since = new Date(rows.reduce((first, { time }) => Math.min(first, time), Infinity) * 1000).toISOString().slice(0, 10)
  return [
    ...(known > 0 ? [`${countOf(known, 'transfer was', 'transfers were')} stored before.`] : []),
    ...(holders === null && stored === null
      ? [`What wallets held before ${since} is unknown, so the transfers show no balances. Import a list of holders, or read the token.`]
      : []),
    ...(rows[0]?.block === null ? ['The file names no blocks, so its transfers are ordered by time.'] : []),
  ]
}
