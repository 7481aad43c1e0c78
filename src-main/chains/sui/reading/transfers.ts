import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Trade, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Page } from '../../adapter.ts'
import { decodeSuiTransaction } from '../decode/decode-transaction.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import type { SuiNode } from '../rpc/node.ts'
import { anyOf, emits, scanTransactions, touchesAddress, touchesObject, type TransactionFilter } from '../rpc/scan.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { swapEventTypes } from '../venues/registry.ts'

/** Terms of one filter: servers take a few dozen. */
const MAX_FILTER_TERMS = 40
/** Accounts whose transfers are looked for, the largest holders. */
export const WATCHED_ACCOUNTS = 30
/** Transactions read for transfers; busy accounts have more than anyone wants to wait for. */
const MAX_TRANSFER_TRANSACTIONS = 50_000

/** Swaps through the pools: each writes to its pool object. With more pools than a filter takes, all swaps of their venues are read. */
function swapFilter(pools: readonly Pool[]): TransactionFilter {
  const terms = pools.flatMap((pool) => swapEventTypes(pool).map((type) => [touchesObject(pool.address), emits(type)]))
  if (terms.length <= MAX_FILTER_TERMS) return anyOf(terms)
  return anyOf([...new Set(pools.flatMap(swapEventTypes))].map((type) => [emits(type)]))
}

/** Everything that touches the pools or one of the accounts; with neither, what upgrades the package: next to nothing, so that time goes on. */
export function tokenActivityFilter(token: Address, pools: readonly Pool[], accounts: readonly Address[]): TransactionFilter {
  if (pools.length + accounts.length === 0) return anyOf([[touchesObject(token.slice(0, token.indexOf('::')))]])
  const objects = pools.slice(0, MAX_FILTER_TERMS - WATCHED_ACCOUNTS).map(({ address }) => [touchesObject(address)])
  return anyOf([...objects, ...accounts.slice(0, WATCHED_ACCOUNTS).map((address) => [touchesAddress(address)])])
}

export function decodePoolTrades(transactions: readonly SuiTransaction[], pools: ReadonlySet<string>): Trade[] {
  return transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'trade')
    .filter(({ pool }) => pool !== null && pools.has(pool))
}

export function decodeTokenTransfers(transactions: readonly SuiTransaction[], token: Address): Transfer[] {
  const wanted = token === SUI_COIN ? NATIVE : token
  return transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'transfer')
    .filter((transfer) => transfer.token === wanted)
    .map((transfer) => ({ ...transfer, token }))
}

export async function* readTrades(node: SuiNode, pools: readonly Pool[], from: number, to: number, signal: AbortSignal): AsyncGenerator<Page<Trade>> {
  const addresses = new Set<string>(pools.map(({ address }) => address))
  if (pools.flatMap(swapEventTypes).length === 0) {
    yield { from, to, rows: [], notes: ['None of the pools is of an exchange whose swaps are read.'] }
    return
  }
  for await (const page of scanTransactions({ grpc: node.grpc, filter: swapFilter(pools), from, to, signal })) {
    yield { from: page.from, to: page.to, rows: await node.decimals.fill(decodePoolTrades(page.transactions, addresses), signal) }
  }
}

export interface TransferScan {
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly from: number
  readonly to: number
}

/** Transfers of the token that touch the pools or the given accounts: the ledger lists movements by account, not by coin. */
export async function* readTransfers(node: SuiNode, args: TransferScan, signal: AbortSignal): AsyncGenerator<Page<Transfer>> {
  const { token, pools, accounts, from, to } = args
  const whose = `Transfers are those that touch the token’s pools or one of ${accounts.length} accounts (its largest holders); others are not read.`
  if (pools.length + accounts.length === 0) {
    yield { from, to, rows: [], notes: ['No transfers were read: neither holders nor pools are known to look at.'] }
    return
  }
  let read = 0
  for await (const page of scanTransactions({ grpc: node.grpc, filter: tokenActivityFilter(token, pools, accounts), from, to, signal })) {
    read += page.transactions.length
    const over = read > MAX_TRANSFER_TRANSACTIONS
    const notes = over ? [whose, `Reading of transfers ended after ${MAX_TRANSFER_TRANSACTIONS} transactions.`] : [whose]
    yield { from: page.from, to: page.to, rows: decodeTokenTransfers(page.transactions, token), notes }
    if (over) return
  }
}
