import { HOLDER_FIELDS, parseColumns, type HolderColumns } from '../../../src-shared/domain/holder-list/columns.ts'
import { importError } from '../errors.ts'

/** @throws AppError `validation_error` that shows the form */
export function parseColumnsOption(text: string): HolderColumns {
  const columns = parseColumns(text)
  if (columns === null)
    throw importError(
      `Name columns as FIELD=COLUMN with commas between them, where FIELD is ${HOLDER_FIELDS.join(', ')}: address=Holder,balance=Quantity.`,
    )
  return columns
}
