import { countOf, grouped } from '../../../src-shared/domain/shown.ts'
import type { HolderColumns } from '../../../src-shared/domain/holder-list/columns.ts'
import {
  amountText,
  HOLDER_LIST_FORMAT,
  networksOfTable,
  readHolderRow,
  readHolderTable,
  type HolderTable,
  type ListedHolder,
} from '../../../src-shared/domain/holder-list/read-holder-list.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { importError } from '../errors.ts'
import { MAX_NODES } from '../limits.ts'
import type { HoldersPlan } from '../plans.ts'
import { toAccountFact } from './account-kinds.ts'
import { describeKnownHolders } from './known-holders.ts'
import { toMapLabel } from './map-labels.ts'
import { parseMapToken } from './map-networks.ts'

/** Facts that a list of holders does not contain. */
export interface ListOptions {
  readonly token: string | null
  /** Null takes the columns that their names show. */
  readonly columns: HolderColumns | null
  readonly decimals: number | null
  /** Total supply in token units, as decimal text; null if the list has shares or the token is stored. */
  readonly supply: string | null
}

export const NO_LIST_OPTIONS: ListOptions = { token: null, columns: null, decimals: null, supply: null }

/** Refused rows that a note names. */
const NAMED_ROWS = 5

const refusal = (why: string): Error => importError(`${why} ${HOLDER_LIST_FORMAT}`)

/** @throws AppError `validation_error` that shows the expected format */
export function readHolderList(text: string, requested: NetworkId | null, options: ListOptions): HoldersPlan {
  const table = readHolderTable(text)
  const columns = checkColumns(table, options.columns)
  const network = requested ?? onlyNetwork({ ...table, columns })
  if (options.token === null)
    throw importError('A list of holders does not name its token. Choose the token when importing it: --token ADDRESS, or token_address in the API.')
  if (options.supply !== null && amountText(options.supply) === null) throw importError('The total supply must be a number in token units.')
  if (table.rows.length > MAX_NODES)
    throw importError(`The file lists ${grouped(table.rows.length)} holders; at most ${grouped(MAX_NODES)} are imported.`)
  const refused: string[] = []
  const holders = table.rows.flatMap((row, index): ListedHolder[] => {
    const read = readHolderRow(row, table.head, columns, network)
    if (typeof read !== 'string') return [read]
    refused.push(`Row ${table.firstRow + index}: ${read}`)
    return []
  })
  if (holders.length === 0) throw refusal(refused[0] ?? 'The file has no rows.')
  const amounts = holders.map(({ address, balance, percent }) => ({ address, amount: balance, percentage: percent }))
  return {
    kind: 'holder_list',
    network,
    token: parseMapToken(network, options.token),
    name: null,
    symbol: null,
    takenAt: null,
    amounts: 'units',
    decimals: options.decimals,
    supply: options.supply,
    holders: amounts,
    labels: holders.flatMap(({ address, name }) => toMapLabel(address, { name, isExchange: false, isPool: false, isContract: false }) ?? []),
    accounts: holders.flatMap(({ address }) => toAccountFact(network, address, null) ?? []),
    links: [],
    degrees: [],
    skipped: refused.length,
    notes: [describeKnownHolders(amounts), ...describeRefused(refused)],
  }
}

function checkColumns({ head, columns: guessed }: HolderTable, named: HolderColumns | null): HolderColumns {
  const columns = named ?? guessed
  const unknown = Object.values(columns).find((column) => !head.includes(column))
  if (unknown !== undefined) throw refusal(`The file has no column "${unknown}"; it has ${head.join(', ')}.`)
  if (columns.address === undefined || columns.balance === undefined) {
    const missing = columns.address === undefined ? 'addresses' : 'balances'
    throw refusal(
      `No column of ${missing} was found among "${head.slice(0, 20).join(', ').slice(0, 300)}". Name the columns: --map address=Holder,balance=Quantity.`,
    )
  }
  return columns
}

function onlyNetwork(table: HolderTable): NetworkId {
  const [first, ...others] = networksOfTable(table)
  if (first === undefined) throw refusal('The first row has no valid address.')
  if (others.length > 0)
    throw importError(`The addresses fit several networks (${[first, ...others].join(', ')}). Choose the network when importing the file.`)
  return first
}

function describeRefused(refused: readonly string[]): string[] {
  if (refused.length === 0) return []
  const more = refused.length > NAMED_ROWS ? ` And ${countOf(refused.length - NAMED_ROWS, 'more row')}.` : ''
  return [`${countOf(refused.length, 'row was', 'rows were')} refused. ${refused.slice(0, NAMED_ROWS).join(' ')}${more}`]
}
