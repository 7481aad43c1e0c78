import { LIST_FIELDS, parseColumns, type ListColumns } from '../../../src-shared/domain/lists/columns.ts'
import { importError } from '../errors.ts'

/** Facts that a list of holders or transfers does not contain. */
export interface ListOptions {
  readonly token: string | null
  /** Null: columns are recognised by name. */
  readonly columns: ListColumns | null
  readonly decimals: number | null
  /** Total supply in token units, as decimal text; null if the list has shares or the token is stored. */
  readonly supply: string | null
}

export const NO_LIST_OPTIONS: ListOptions = { token: null, columns: null, decimals: null, supply: null }

/** @throws AppError `validation_error` that shows the expected syntax */
export function parseColumnsOption(text: string): ListColumns {
  const columns = parseColumns(text)
  if (columns !== null) return columns
  const fields = Object.entries(LIST_FIELDS).map(([kind, names]) => `${names.join(', ')} for ${kind}`)
  throw importError(`Name columns as FIELD=COLUMN with commas between them, where FIELD is ${fields.join(', or ')}: address=Holder,balance=Quantity.`)
}
