import { useEffect, useMemo, useState } from 'react'
import { formatColumns, type HolderColumns } from '../../../src-shared/domain/holder-list/columns.ts'
import {
  networksOfTable,
  readHolderRow,
  readHolderTable,
  type HolderTable,
  type ListedHolder,
} from '../../../src-shared/domain/holder-list/read-holder-list.ts'
import { parseTokenAddress } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import type { ListQuery } from './use-imports.ts'

/** Enough for {@link SHOWN_ROWS} rows; the service reads the whole file. */
const PREVIEW_BYTES = 64 * 1024
const SHOWN_ROWS = 20

export interface ListChoices {
  readonly network: NetworkId
  readonly token: string
  readonly columns: HolderColumns
  readonly decimals: string
  readonly supply: string
}

export interface PreviewRow {
  /** Number of the row in the file. */
  readonly number: number
  /** The holder, or why the row is refused. */
  readonly read: ListedHolder | string
}

/** The first rows of a holder list, and what its owner says about them. Null until the file is read. */
export function useHolderList(file: File, preset: NetworkId | null) {
  const [table, setTable] = useState<HolderTable | null>(null)
  const [choices, setChoices] = useState<ListChoices | null>(null)
  useEffect(() => {
    let stopped = false
    void file
      .slice(0, PREVIEW_BYTES)
      .text()
      .then((text) => {
        if (stopped) return
        const found = readHolderTable(text, SHOWN_ROWS)
        const fitting = networksOfTable(found)
        const network = preset ?? fitting[0] ?? NETWORK_IDS[0]
        setTable({ ...found, rows: found.rows.slice(0, SHOWN_ROWS) })
        setChoices({ network, token: '', columns: found.columns, decimals: '', supply: '' })
      })
    return () => {
      stopped = true
    }
  }, [file, preset])
  const rows = useMemo(
    (): PreviewRow[] =>
      table === null || choices === null
        ? []
        : table.rows.map((row, index) => ({
            number: table.firstRow + index,
            read: readHolderRow(row, table.head, choices.columns, choices.network),
          })),
    [table, choices],
  )
  if (table === null || choices === null) return null
  const change = (part: Partial<ListChoices>): void => setChoices({ ...choices, ...part })
  return { table, choices, rows, change, problem: findProblem(choices) }
}

/** What is still missing, as a sentence; null if the list can be imported. */
function findProblem({ network, token, columns, decimals }: ListChoices): string | null {
  if (columns.address === undefined) return 'Choose the column of addresses.'
  if (columns.balance === undefined) return 'Choose the column of balances.'
  if (token.trim() === '') return 'Enter the address of the token.'
  const parsed = parseTokenAddress(network, token.trim())
  if (!parsed.ok) return parsed.reason
  return decimals.trim() === '' || /^\d{1,2}$/.test(decimals.trim()) ? null : 'Decimals are a whole number, such as 18.'
}

export function toListQuery({ network, token, columns, decimals, supply }: ListChoices): ListQuery {
  return {
    network,
    token_address: token.trim(),
    columns: formatColumns(columns),
    ...(decimals.trim() === '' ? {} : { decimals: Number(decimals) }),
    ...(supply.trim() === '' ? {} : { supply: supply.trim() }),
  }
}
