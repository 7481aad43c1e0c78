/** Which column of a holder list is what. */

export const HOLDER_FIELDS = ['address', 'balance', 'percent', 'name'] as const
export type HolderField = (typeof HOLDER_FIELDS)[number]
/** The name of a column of the file for each field that the file has. */
export type HolderColumns = Readonly<Partial<Record<HolderField, string>>>

/**
 * Names of columns without case, spaces and signs, best first: those of the exports of Etherscan and its relatives ("HolderAddress", "Quantity",
 * "Percentage"), of Solscan ("Account", "Owner", "Quantity") and of this app.
 */
const NAMES: Readonly<Record<HolderField, readonly string[]>> = {
  address: ['holderaddress', 'owneraddress', 'owner', 'holder', 'tokenholder', 'walletaddress', 'wallet', 'address', 'account', 'accountaddress'],
  balance: ['balance', 'quantity', 'amount', 'tokenbalance', 'tokens', 'value', 'uiamount'],
  percent: ['percentage', 'percent', 'share', 'percentagesupply', 'percentageofsupply', 'ofsupply', 'sharepercent'],
  name: ['name', 'label', 'nametag', 'addressnametag', 'addresslabel'],
}

const plain = (name: string): string => (name.trim() === '%' ? 'percent' : name.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** The fields that the names of the columns show. */
export function guessColumns(head: readonly string[]): HolderColumns {
  const found: Partial<Record<HolderField, string>> = {}
  for (const field of HOLDER_FIELDS) {
    const name = NAMES[field].map((known) => head.find((column) => plain(column) === known)).find((found) => found !== undefined)
    if (name !== undefined) found[field] = name
  }
  return found
}

/** `address=Holder,balance=Quantity`; null if a part is not `FIELD=COLUMN`. */
export function parseColumns(text: string): HolderColumns | null {
  const found: Partial<Record<HolderField, string>> = {}
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const field = HOLDER_FIELDS.find((each) => each === part.slice(0, at).trim())
    const column = part.slice(at + 1).trim()
    if (at < 0 || field === undefined || column === '') return null
    found[field] = column
  }
  return found
}

export const formatColumns = (columns: HolderColumns): string =>
  HOLDER_FIELDS.flatMap((field) => (columns[field] === undefined ? [] : [`${field}=${columns[field]}`])).join(',')
