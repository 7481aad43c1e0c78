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
import { packageOf } from './token/publication.ts'
import { MAX_FILTER_TERMS } from './trades.ts'

/** The creator, the holder of the treasury and the largest holders, whose transfers are read. */
export const WATCHED_ACCOUNTS = 30
/** Bounds the time of one read: busy accounts have far more transactions. */
const MAX_TRANSFER_TRANSACTIONS = 50_000

/**
 * Transactions that touch the pools or one of the accounts. Without pools and accounts it matches upgrades of the package, which rarely happen, so a
 * follower still receives the ledger's progress.
 */
export function tokenActivityFilter(token: Address, pools: readonly Pool[], accounts: readonly Address[]): TransactionFilter {
  if (pools.length + accounts.length === 0) return anyOf([[touchesObject(packageOf(token))]])
  const objects = pools.slice(0, MAX_FILTER_TERMS - WATCHED_ACCOUNTS).map(({ address }) => [touchesObject(address)])
  return anyOf([...objects, ...accounts.slice(0, WATCHED_ACCOUNTS).map((address) => [touchesAddress(address)])])
}

export function decodeTokenTransfers(transactions: readonly SuiTransaction[], token: Address): Transfer[] {
  const wanted = token === SUI_COIN ? NATIVE : token
  return transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'transfer')
    .filter((transfer) => transfer.token === wanted)
    .map((transfer) => ({ ...transfer, token }))
}

export interface TransferScan {
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly from: number
  readonly to: number
}

/** Transfers of the token that touch the pools or the given accounts. The ledger lists transactions by account, not by coin. */
export async function* readTransfers(node: SuiNode, args: TransferScan, signal: AbortSignal): AsyncGenerator<Page<Transfer>> {
  const { token, pools, accounts, from, to } = args
  if (pools.length + accounts.length === 0) {
    yield { from, to, rows: [], notes: ['No transfers were read, because neither holders nor pools of the token are known.'] }
    return
  }
  const scope = `Only transfers that touch the token’s pools, its creator or its largest holders (${accounts.length} accounts) were read.`
  let read = 0
  for await (const page of inPages(scanTransactions({ grpc: node.grpc, filter: tokenActivityFilter(token, pools, accounts), from, to, signal }))) {
    read += page.transactions.length
    const over = read > MAX_TRANSFER_TRANSACTIONS
    const notes = over ? [scope, `Reading transfers stopped after ${MAX_TRANSFER_TRANSACTIONS} transactions.`] : [scope]
    yield { from: page.from, to: page.to, rows: decodeTokenTransfers(page.transactions, token), notes }
    if (over) return
  }
}
