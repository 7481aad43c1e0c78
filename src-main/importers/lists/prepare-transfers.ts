import knownTokens from '../../../resources/labels/known-tokens.json' with { type: 'json' }
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ListedTransfer } from '../../../src-shared/domain/lists/transfer-row.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { ListedTransfers } from '../../store/interface.ts'
import { importError } from '../errors.ts'
import { countFractionDigits, parseDecimal, toRaw } from '../maps/decimal.ts'
import type { KnownToken, TransfersPlan } from '../plans.ts'

export interface PreparedTransfers {
  readonly decimals: number
  readonly rows: ListedTransfers['rows']
  /** Unix seconds of the first transfer. */
  readonly since: number
  readonly skipped: number
  readonly notes: readonly string[]
}

/** Transfers of a list in raw units. @throws AppError `validation_error` */
export function prepareTransfers(plan: TransfersPlan, stored: KnownToken['stored']): PreparedTransfers {
  const decimals = decideDecimals(plan, stored)
  const rows = plan.transfers.map((row) => toStored(row, decimals))
  const since = rows.reduce((first, { time }) => Math.min(first, time), Infinity)
  return { decimals, rows, since, skipped: plan.skipped, notes: plan.notes }
}

/** @throws AppError `validation_error` if they are unknown, or fewer than the amounts have */
function decideDecimals({ network, token, transfers, decimals: given }: TransfersPlan, stored: KnownToken['stored']): number {
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
