import { readHolderRow, type ListedHolder } from '../../../src-shared/domain/lists/holder-row.ts'
import { amountText, type FieldReader } from '../../../src-shared/domain/lists/read-table.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { importError } from '../errors.ts'
import { toAccountFact } from '../maps/account-kinds.ts'
import { countHolders } from '../maps/known-holders.ts'
import { toMapLabel } from '../maps/map-labels.ts'
import { parseMapToken } from '../maps/map-networks.ts'
import type { HoldersPlan } from '../plans.ts'
import type { ListOptions } from './list-options.ts'
import type { ReadRows } from './list-rows.ts'

export interface HolderRows {
  readonly network: NetworkId
  readRows(read: (fields: FieldReader) => ListedHolder | string): ReadRows<ListedHolder>
}

export function readHolderList({ network, readRows }: HolderRows, options: ListOptions): HoldersPlan {
  if (options.token === null)
    throw importError('A list of holders does not name its token. Choose the token when importing it: --token ADDRESS, or token_address in the API.')
  if (options.supply !== null && amountText(options.supply) === null) throw importError('The total supply must be a number in token units.')
  const { rows: holders, refused, notes } = readRows((fields) => readHolderRow(fields, network))
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
    skipped: refused,
    notes: [...describeRows(amounts), ...notes],
  }
}

function describeRows(holders: HoldersPlan['holders']): string[] {
  const known = countHolders(holders)
  const repeated = holders.length - known
  return [
    `Only the ${countOf(known, 'holder')} in the file ${known === 1 ? 'is' : 'are'} known.`,
    ...(repeated === 0 ? [] : [`${countOf(repeated, 'row repeats', 'rows repeat')} an address; the balances of an address are added.`]),
  ]
}
