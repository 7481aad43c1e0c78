import { useEffect, useMemo, useState } from 'react'
import type { Address } from '../../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { formatColumns, guessColumns, kindOf, NEEDED_FIELDS, type ListColumns, type ListKind } from '../../../src-shared/domain/lists/columns.ts'
import { readHolderRow, type ListedHolder } from '../../../src-shared/domain/lists/holder-row.ts'
import { fieldsOf, networksOfTable, readListTable, type ListTable } from '../../../src-shared/domain/lists/read-table.ts'
import { readTransferRow, type ListedTransfer } from '../../../src-shared/domain/lists/transfer-row.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import { FIELD_LABELS } from './list-texts.ts'
import type { ListQuery } from './use-imports.ts'

/** Enough for {@link SHOWN_ROWS} rows. The service reads the whole file. */
const PREVIEW_BYTES = 64 * 1024
const SHOWN_ROWS = 20

export interface ListChoices {
  readonly kind: ListKind
  readonly network: NetworkId
  readonly token: string
  readonly columns: ListColumns
  readonly decimals: string
  readonly supply: string
}

export type ListedRow = ListedHolder | ListedTransfer

export interface PreviewRow {
  /** Number of the row in the file. */
  readonly number: number
  /** The holder or transfer, or why the row is refused. */
  readonly read: ListedRow | string
}

/** The first rows of a list, and the user's choices for it. Null until the file is read. */
export function useList(file: File, preset: NetworkId | null) {
  const [table, setTable] = useState<ListTable | null>(null)
  const [choices, setChoices] = useState<ListChoices | null>(null)
  useEffect(() => {
    let stopped = false
    void file
      .slice(0, PREVIEW_BYTES)
      .text()
      .then((text) => {
        if (stopped) return
        const found = readListTable(text, { to: SHOWN_ROWS + 1, skip_records_with_error: true })
        const network = preset ?? networksOfTable(found)[0] ?? NETWORK_IDS[0]
        const [first = []] = found.rows
        setTable({ ...found, rows: found.rows.slice(0, SHOWN_ROWS) })
        const { columns } = found
        setChoices({ kind: kindOf(columns), network, token: fieldsOf(first, found)('token'), columns, decimals: '', supply: '' })
      })
    return () => {
      stopped = true
    }
  }, [file, preset])
  const rows = useMemo((): PreviewRow[] => (table === null || choices === null ? [] : readRows(table, choices)), [table, choices])
  if (table === null || choices === null) return null
  const change = (part: Partial<ListChoices>): void => setChoices({ ...choices, ...part })
  return { table, choices, rows, change, problem: findProblem(choices) }
}

/** The choices for a list of the other kind, whose columns have other meanings. */
export const ofKind = (kind: ListKind, { head }: ListTable): Pick<ListChoices, 'kind' | 'columns'> => {
  const guessed = guessColumns(head)
  return { kind, columns: kindOf(guessed) === kind ? guessed : {} }
}

function readRows(table: ListTable, { kind, network, token, columns }: ListChoices): PreviewRow[] {
  return table.rows.map((row, index) => {
    const fields = fieldsOf(row, { head: table.head, columns })
    const read = kind === 'holders' ? readHolderRow(fields, network) : readTransferRow(fields, network, tokenOf(network, token))
    return { number: table.firstRow + index, read }
  })
}

function tokenOf(network: NetworkId, text: string): Address | null {
  const parsed = parseTokenAddress(network, text.trim())
  return parsed.ok ? parsed.address : null
}

/** The missing input, as a sentence; null if the list can be imported. */
function findProblem({ kind, network, token, columns, decimals }: ListChoices): string | null {
  const missing = NEEDED_FIELDS[kind].find((field) => columns[field] === undefined)
  if (missing !== undefined) return `Choose the column “${FIELD_LABELS[missing]}”.`
  if (token.trim() === '') return 'Enter the address of the token.'
  const parsed = parseTokenAddress(network, token.trim())
  if (!parsed.ok) return parsed.reason
  return decimals.trim() === '' || /^\d{1,2}$/.test(decimals.trim()) ? null : 'Decimals are a whole number, such as 18.'
}

export function toListQuery({ kind, network, token, columns, decimals, supply }: ListChoices): ListQuery {
  return {
    network,
    token_address: token.trim(),
    columns: formatColumns(columns),
    ...(decimals.trim() === '' ? {} : { decimals: Number(decimals) }),
    ...(kind === 'transfers' || supply.trim() === '' ? {} : { supply: supply.trim() }),
  }
}
