import { fieldsOf, type FieldReader, type ListTable } from '../../../src-shared/domain/lists/read-table.ts'
import { readTransferRow, type ListedTransfer } from '../../../src-shared/domain/lists/transfer-row.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { importError } from '../errors.ts'
import { parseMapToken } from '../maps/map-networks.ts'
import type { TransfersPlan } from '../plans.ts'
import type { ListOptions } from './list-options.ts'
import type { ReadRows } from './list-rows.ts'

export interface TransferRows {
  readonly network: NetworkId
  readonly table: ListTable
  readRows(read: (fields: FieldReader) => ListedTransfer | string): ReadRows<ListedTransfer>
}

export function readTransferList({ network, table, readRows }: TransferRows, options: ListOptions): TransfersPlan {
  const [first = []] = table.rows
  const named = options.token ?? fieldsOf(first, table)('token')
  if (named === '')
    throw importError(
      'The list of transfers does not name its token. Choose the token when importing it: --token ADDRESS, or token_address in the API.',
    )
  const token = parseMapToken(network, named)
  const hasBlocks = table.columns.block !== undefined
  const { rows, refused, notes } = readRows((fields) => {
    const row = readTransferRow(fields, network, token)
    return typeof row !== 'string' && hasBlocks && row.block === null ? 'It has no block.' : row
  })
  return { kind: 'transfer_list', network, token, decimals: options.decimals, transfers: rows, skipped: refused, notes }
}
