import type { ListField, ListKind } from '../../../src-shared/domain/lists/columns.ts'
import { HOLDER_LIST_FORMAT } from '../../../src-shared/domain/lists/holder-row.ts'
import { TRANSFER_LIST_FORMAT } from '../../../src-shared/domain/lists/transfer-row.ts'

export const FIELD_LABELS: Readonly<Record<ListField, string>> = {
  address: 'Address',
  balance: 'Balance',
  percent: 'Percent of supply',
  name: 'Name',
  from: 'From',
  to: 'To',
  amount: 'Amount',
  time: 'Time',
  tx: 'Transaction',
  block: 'Block',
  decimals: 'Decimals of raw amounts',
  token: 'Token',
}

export const KIND_TEXTS: Readonly<Record<ListKind, { readonly name: string; readonly format: string; readonly decimals: string }>> = {
  holders: { name: 'Holders', format: HOLDER_LIST_FORMAT, decimals: 'As stored, else as written' },
  transfers: { name: 'Transfers', format: TRANSFER_LIST_FORMAT, decimals: 'As stored or in the file' },
}
