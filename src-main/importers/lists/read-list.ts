import { kindOf, NEEDED_FIELDS, type ListColumns, type ListKind } from '../../../src-shared/domain/lists/columns.ts'
import { HOLDER_LIST_FORMAT } from '../../../src-shared/domain/lists/holder-row.ts'
import { networksOfTable, readListTable, type FieldReader, type ListTable } from '../../../src-shared/domain/lists/read-table.ts'
import { TRANSFER_LIST_FORMAT } from '../../../src-shared/domain/lists/transfer-row.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { importError, readingCsv } from '../errors.ts'
import { MAX_NODES } from '../limits.ts'
import type { HoldersPlan, TransfersPlan } from '../plans.ts'
import { readHolderList } from './holder-list.ts'
import type { ListOptions } from './list-options.ts'
import { readRowsOf, type ReadRows } from './list-rows.ts'
import { readTransferList } from './transfer-list.ts'

const FORMATS: Readonly<Record<ListKind, string>> = { holders: HOLDER_LIST_FORMAT, transfers: TRANSFER_LIST_FORMAT }
const EXAMPLES: Readonly<Record<ListKind, string>> = {
  holders: 'address=Holder,balance=Quantity',
  transfers: 'from=From,to=To,amount=Quantity,time=UnixTimestamp,tx=Txhash',
}

/** @throws AppError `validation_error` that shows the expected format */
export function readList(text: string, requested: NetworkId | null, options: ListOptions): HoldersPlan | TransfersPlan {
  const found = readingCsv(() => readListTable(text, { to: MAX_NODES + 2 }), HOLDER_LIST_FORMAT)
  const columns = options.columns ?? found.columns
  const kind = kindOf(columns)
  checkColumns(found, columns, kind)
  const table = { ...found, columns }
  if (table.rows.length > MAX_NODES) throw importError(`The file lists more than ${grouped(MAX_NODES)} ${kind}. Split it into parts.`)
  const network = requested ?? onlyNetwork(table, kind)
  const readRows = <Row>(read: (fields: FieldReader) => Row | string): ReadRows<Row> => readRowsOf(table, read, FORMATS[kind])
  return kind === 'holders' ? readHolderList({ network, readRows }, options) : readTransferList({ network, table, readRows }, options)
}

function checkColumns({ head }: ListTable, columns: ListColumns, kind: ListKind): void {
  const unknown = Object.values(columns).find((column) => !head.includes(column))
  if (unknown !== undefined) throw importError(`The file has no column "${unknown}"; it has ${head.join(', ')}. ${FORMATS[kind]}`)
  const missing = NEEDED_FIELDS[kind].filter((field) => columns[field] === undefined)
  if (missing.length === 0) return
  throw importError(
    `No column of ${missing.join(', ')} was found among "${head.slice(0, 20).join(', ').slice(0, 300)}". Name the columns: --map ${EXAMPLES[kind]}. ${FORMATS[kind]}`,
  )
}

function onlyNetwork(table: ListTable, kind: ListKind): NetworkId {
  const [first, ...others] = networksOfTable(table)
  if (first === undefined) throw importError(`The first row has no valid address. ${FORMATS[kind]}`)
  if (others.length > 0)
    throw importError(`The addresses fit several networks (${[first, ...others].join(', ')}). Choose the network when importing the file.`)
  return first
}
