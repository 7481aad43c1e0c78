/** The meaning of each column of a list. A list holds the holders or the transfers of one token. */

const HOLDER_FIELDS = ['address', 'balance', 'percent', 'name'] as const
const TRANSFER_FIELDS = ['from', 'to', 'amount', 'time', 'tx', 'block', 'decimals', 'token'] as const
export type ListKind = 'holders' | 'transfers'
export type ListField = (typeof HOLDER_FIELDS)[number] | (typeof TRANSFER_FIELDS)[number]
/** The name of a column, for each field that the file has. */
export type ListColumns = Readonly<Partial<Record<ListField, string>>>

export const LIST_FIELDS: Readonly<Record<ListKind, readonly ListField[]>> = { holders: HOLDER_FIELDS, transfers: TRANSFER_FIELDS }
export const NEEDED_FIELDS: Readonly<Record<ListKind, readonly ListField[]>> = {
  holders: ['address', 'balance'],
  transfers: ['from', 'to', 'amount', 'time', 'tx'],
}

/**
 * Column names without case, spaces and punctuation, best first: from the exports of Etherscan and its relatives ("HolderAddress", "Quantity",
 * "Txhash", "Blockno", "UnixTimestamp"), of Solscan ("Owner", "Signature", "Block Time", "Token Address") and of this app.
 */
const NAMES: Readonly<Record<ListField, readonly string[]>> = {
  address: ['holderaddress', 'owneraddress', 'owner', 'holder', 'tokenholder', 'walletaddress', 'wallet', 'address', 'account', 'accountaddress'],
  balance: ['balance', 'quantity', 'amount', 'tokenbalance', 'tokens', 'value', 'uiamount'],
  percent: ['percentage', 'percent', 'share', 'percentagesupply', 'percentageofsupply', 'ofsupply', 'sharepercent'],
  name: ['name', 'label', 'nametag', 'addressnametag', 'addresslabel'],
  from: ['from', 'fromaddress', 'sender', 'source'],
  to: ['to', 'toaddress', 'receiver', 'recipient', 'target', 'destination'],
  amount: ['quantity', 'tokenvalue', 'amount', 'tokenamount', 'tokens', 'value'],
  time: ['unixtimestamp', 'timestamp', 'blocktime', 'blocktimestamp', 'time', 'datetimeutc', 'datetime', 'date', 'humantime'],
  tx: ['txhash', 'transactionhash', 'signature', 'tx', 'txid', 'transactionid', 'transaction', 'hash', 'digest', 'txdigest', 'txsignature'],
  block: ['blockno', 'block', 'blocknumber', 'slot', 'checkpoint'],
  decimals: ['decimals', 'tokendecimals', 'tokendecimal'],
  token: ['contractaddress', 'tokenaddress', 'mint', 'cointype'],
}

const plain = (name: string): string => (name.trim() === '%' ? 'percent' : name.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** The fields recognised by their column names. */
export function guessColumns(head: readonly string[]): ListColumns {
  const columnOf = (field: ListField): string | undefined =>
    NAMES[field].map((known) => head.find((column) => plain(column) === known)).find((found) => found !== undefined)
  const kind = columnOf('from') !== undefined && columnOf('to') !== undefined ? 'transfers' : 'holders'
  return Object.fromEntries(
    LIST_FIELDS[kind].flatMap((field) => {
      const column = columnOf(field)
      return column === undefined ? [] : [[field, column]]
    }),
  )
}

export const kindOf = (columns: ListColumns): ListKind => (TRANSFER_FIELDS.some((field) => columns[field] !== undefined) ? 'transfers' : 'holders')

/** `address=Holder,balance=Quantity`; null if a part is not `FIELD=COLUMN`, or if the fields mix both kinds. */
export function parseColumns(text: string): ListColumns | null {
  const parts = text.split(',').map((part) => {
    const at = part.indexOf('=')
    return { field: part.slice(0, Math.max(0, at)).trim(), column: part.slice(at + 1).trim() }
  })
  const kinds = Object.values(LIST_FIELDS).filter((fields) => parts.every(({ field }) => fields.some((each) => each === field)))
  if (kinds.length === 0 || parts.some(({ column }) => column === '')) return null
  return Object.fromEntries(parts.map(({ field, column }) => [field, column]))
}

export const formatColumns = (columns: ListColumns): string =>
  Object.entries(columns)
    .map(([field, column]) => `${field}=${column}`)
    .join(',')
