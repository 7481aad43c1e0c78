import { AppError } from '../../../../lib/app-error.ts'
import type { Proof } from '../../../../../src-shared/domain/token.ts'
import { readAccounts } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import type { RpcClient } from '../../../rpc/request.ts'
import { findBeginning } from './beginning.ts'
import { readHistory, type History, type HistoryQuery, type ListMentions, type Mention } from './history.ts'
import type { ReadTransaction } from './read-transaction.ts'
import type { Transactions } from './transactions.ts'

/** An account's transactions. `completeFrom` is zero only if the list reaches the account's first transaction, with a proof other than `cut`. */
export interface AccountHistory extends Omit<History, 'oldest'> {
  /** Where the list ends; null if it was not read to its end. */
  readonly end: ListEnd | null
}

/** The end of an account's list of transactions (docs/chains.md#solana). */
export interface ListEnd {
  readonly proof: Proof
  /** The transaction that began the account; null without the proof `birth`. */
  readonly first: ReadTransaction | null
  /** The oldest successful transaction of the list; null if there is none. */
  readonly oldest: Mention | null
  /** Why the account's beginning is unknown; null if it is known. */
  readonly reason: string | null
}

/**
 * Reads an account's transactions from each endpoint in turn until a list provably reaches the account's first transaction. An endpoint
 * may silently list only recent transactions, and no method reports how far its lists reach: getFirstAvailableBlock describes blocks and
 * names a recent slot on nodes that serve everything (https://github.com/anza-xyz/agave/issues/14157).
 */
export async function readAccountHistory(
  node: SolanaNode,
  transactions: Transactions,
  query: HistoryQuery,
  signal: AbortSignal,
  listPage?: ListMentions,
): Promise<AccountHistory> {
  const list = (endpoint: RpcClient): Promise<History> => readHistory(endpoint, query, signal, listPage)
  const { history, end } = await readProved(node, transactions, { address: query.address, list, unended: 'return' }, signal)
  const { mentions, completeFrom } = history
  if (end === null || end.proof === 'birth') return { mentions, completeFrom, end }
  return { mentions, completeFrom: end.proof === 'cut' ? (end.oldest?.slot ?? query.to) + 1 : 0, end }
}

/** The first transactions of an account, oldest first and without a gap; not all of them if it has many. */
export interface AccountBeginning {
  readonly mentions: readonly Mention[]
  /** Null if the beginning was not reached. */
  readonly end: ListEnd | null
}

export interface BeginningQuery {
  readonly address: string
  readonly to: number
  /** Pages to read before the search by slots, and the maximum if the endpoint does not allow the search. */
  readonly pages: { readonly first: number; readonly most: number }
  /** No transaction before this slot is expected to mention the account. */
  readonly notBefore?: number
}

/** Like `readAccountHistory`, but only the first transactions. An account with many is searched by slots if the endpoint allows it. */
export async function readAccountBeginning(
  node: SolanaNode,
  transactions: Transactions,
  { address, to, pages, notBefore = 0 }: BeginningQuery,
  signal: AbortSignal,
  listPage?: ListMentions,
): Promise<AccountBeginning> {
  const upToHead = { address, from: 0, to: Number.MAX_SAFE_INTEGER }
  const list = async (endpoint: RpcClient): Promise<History> => {
    const paged = await readHistory(endpoint, { ...upToHead, pages: pages.first }, signal, listPage)
    if (paged.oldest !== null) return paged
    const newest = paged.mentions.toReversed()
    const found = await findBeginning(endpoint, transactions.listing(endpoint), { address, notBefore, newest }, signal)
    if (found !== null) return { ...found, completeFrom: 0 }
    return pages.most > pages.first ? readHistory(endpoint, { ...upToHead, pages: pages.most }, signal, listPage) : paged
  }
  const { history, end } = await readProved(node, transactions, { address, list, unended: 'try next' }, signal)
  return { mentions: history.mentions.filter(({ slot }) => slot <= to), end }
}

interface ProvedQuery {
  readonly address: string
  readonly list: (endpoint: RpcClient) => Promise<History>
  /** What to do with a list not read to its end. Other endpoints page equally far, but may search by slots. */
  readonly unended: 'return' | 'try next'
}

/** The first history that provably reaches the account's first transaction, else one not read to its end, else the one that reaches furthest back. */
async function readProved(
  node: SolanaNode,
  transactions: Transactions,
  { address, list, unended }: ProvedQuery,
  signal: AbortSignal,
): Promise<{ readonly history: History; readonly end: ListEnd | null }> {
  let best: Listing | null = null
  let long: History | null = null
  let failure: unknown = null
  for (const endpoint of node.archives()) {
    let history: History
    try {
      history = await list(endpoint)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error
      failure = error
      continue
    }
    const { oldest } = history
    if (oldest === null) {
      long ??= history
      if (unended === 'try next') continue
      break
    }
    const end = await inspectEnd(node, transactions, { address, oldest }, signal)
    if (end.proof === 'birth') {
      node.preferArchive(endpoint)
      return { history, end }
    }
    best = best === null ? { history, end } : olderListing(best, { history, end })
  }
  if (long !== null) return { history: long, end: null }
  if (best === null) throw failure
  return best
}

interface Listing {
  readonly history: History
  readonly end: ListEnd
}

/** The listing that reaches further back. Two that end at the same transaction agree, unless it shows that older ones are missing. */
function olderListing(a: Listing, b: Listing): Listing {
  const [older, newer] = (b.end.oldest?.slot ?? Infinity) < (a.end.oldest?.slot ?? Infinity) ? [b, a] : [a, b]
  const isSame = older.end.oldest !== null && older.end.oldest.signature === newer.end.oldest?.signature
  if (!isSame || older.end.reason !== NOT_SERVED) return older
  return { ...older, end: { ...older.end, proof: 'agreed', reason: null } }
}

const NOT_SERVED = 'The endpoint lists its first transaction and does not return it.'

/** An account without transactions does not exist. An account that begins in a transaction has no lamports before it, or is initialised in it. */
export async function inspectEnd(
  node: SolanaNode,
  transactions: Transactions,
  { address, oldest }: { readonly address: string; readonly oldest: NonNullable<History['oldest']> },
  signal: AbortSignal,
): Promise<ListEnd> {
  const [earliest] = oldest
  if (earliest === undefined) {
    const [account] = await readAccounts(node, [address], signal, { offset: 0, length: 0 })
    return account === null || account === undefined
      ? { proof: 'believed', first: null, oldest: null, reason: null }
      : {
          proof: 'cut',
          first: null,
          oldest: null,
          reason: 'The endpoint lists no transaction of it although the account exists: its history is cut.',
        }
  }
  const candidates = oldest.slice(0, MAX_CANDIDATES)
  const read = await transactions.readAvailable(candidates, signal)
  const initial = read.find((tx) => isInitialized(tx, address))
  if (initial !== undefined) return { proof: 'birth', first: initial, oldest: earliest, reason: null }
  const [first] = read
  if (first === undefined || read.length < candidates.length) return { proof: 'cut', first: null, oldest: earliest, reason: NOT_SERVED }
  if (isNew(first, address)) return { proof: 'birth', first, oldest: earliest, reason: null }
  const reason = 'The oldest transaction that the endpoint lists finds the account in use: its history is cut.'
  return { proof: 'cut', first: null, oldest: earliest, reason }
}

/** Transactions of the oldest slot to read. Nodes order them differently, so the last in a list may not be the first on chain. */
const MAX_CANDIDATES = 64

/** Whether a transaction initialises the account as a mint or a pool, which happens only once. */
const isInitialized = ({ mints, events }: ReadTransaction, address: string): boolean =>
  mints.includes(address) || events.some((event) => event.kind === 'pool' && event.address === address && event.createdTx !== null)

/** Whether an account has no lamports before a transaction. Every account in use has some. */
const isNew = ({ accounts }: ReadTransaction, address: string): boolean => accounts.find((one) => one.address === address)?.before === 0
