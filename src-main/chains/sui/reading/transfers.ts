import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Page } from '../../adapter.ts'
import { decodeSuiTransaction } from '../decode/decode-transaction.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import type { SuiNode } from '../rpc/node.ts'
import { inPages } from '../rpc/scan/pages.ts'
import { anyOf, touchesAddress, touchesObject, type TransactionFilter } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { nestedChanges, type NestedCoins } from './holders/nested-coins.ts'
import { MAX_FILTER_TERMS } from './trades.ts'

/** The creator, the holder of the treasury and the largest holders, whose transfers are read. */
export const WATCHED_ACCOUNTS = 30
/** Bounds the time of one read: busy accounts have far more transactions. */
const MAX_TRANSFER_TRANSACTIONS = 50_000

/** Transactions that touch the pools or one of the accounts. */
export const tokenActivityFilter = (pools: readonly Pool[], accounts: readonly Address[]): TransactionFilter =>
  anyOf([
    ...pools.slice(0, MAX_FILTER_TERMS - WATCHED_ACCOUNTS).map(({ address }) => [touchesObject(address)]),
    ...accounts.slice(0, WATCHED_ACCOUNTS).map((address) => [touchesAddress(address)]),
  ])

/** Transfers of the token. Coins inside objects move from and to the outermost object, if it is known. */
export async function decodeTokenTransfers(
  transactions: readonly SuiTransaction[],
  token: Address,
  nested: NestedCoins | null,
  signal: AbortSignal,
): Promise<Transfer[]> {
  const wanted = token === SUI_COIN ? NATIVE : token
  const owners = transactions.flatMap((tx) => nestedChanges(tx, token)).map(({ owner }) => owner)
  await nested?.findRoots(owners, signal)
  const inside = new Set(owners)
  const holderOf = (address: Address): Address => (inside.has(address) ? (nested?.rootOf(address) ?? address) : address)
  return transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'transfer')
    .filter((transfer) => transfer.token === wanted)
    .map((transfer) => ({ ...transfer, token, from: holderOf(transfer.from), to: holderOf(transfer.to) }))
}

export interface TransferScan {
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly nested: NestedCoins | null
  readonly from: number
  readonly to: number
}

/** Transfers of the token that touch the pools or the given accounts. The ledger lists transactions by account, not by coin. */
export async function* readTransfers(node: SuiNode, args: TransferScan, signal: AbortSignal): AsyncGenerator<Page<Transfer>> {
  const { token, pools, accounts, nested, from, to } = args
  if (pools.length + accounts.length === 0) {
    yield { from, to, rows: [], notes: ['No transfers were read, because neither holders nor pools of the token are known.'] }
    return
  }
  const scope = `Only transfers that touch the token’s pools, its creator or its largest holders (${accounts.length} accounts) were read. While the token is followed, other balances are those of the last list of holders, which is made about every five minutes.`
  let read = 0
  for await (const page of inPages(scanTransactions({ grpc: node.grpc, filter: tokenActivityFilter(pools, accounts), from, to, signal }))) {
    read += page.transactions.length
    const over = read > MAX_TRANSFER_TRANSACTIONS
    const notes = over ? [scope, `Reading transfers stopped after ${MAX_TRANSFER_TRANSACTIONS} transactions.`] : [scope]
    yield { from: page.from, to: page.to, rows: await decodeTokenTransfers(page.transactions, token, nested, signal), notes }
    if (over) return
  }
}
