import { LRUCache } from 'lru-cache'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { AppError } from '../../lib/app-error.ts'
import { readOnce } from '../../lib/read-once.ts'
import type { AdapterOptions, ChainAdapter, Page } from '../adapter.ts'
import { readEndpoints } from './rpc/endpoints.ts'
import { followToken } from './following/follow.ts'
import { openWholeNetwork } from './following/whole-network.ts'
import { readNativePrice } from './reading/pools/native-price.ts'
import { associatedAccount } from './encoding/program-address.ts'
import { readAccountKinds, readAccountPrograms, readNativeBalances } from './reading/account-kinds.ts'
import { readFirstFunding } from './reading/funding.ts'
import { readBalances, readKnownAccounts, toListedHolders, type KnownAccounts } from './reading/holders/holders.ts'
import { withHiddenBalances } from './reading/holders/hidden-balances.ts'
import { openListChecks } from './reading/holders/list-checks.ts'
import { UnreadSwaps } from './decode/swaps/unread-swaps.ts'
import { readNewestFirst } from './reading/transactions/newest-first.ts'
import { readPages } from './reading/transactions/pages.ts'
import { readCoinPayments } from './reading/payments/coin-payments.ts'
import { readActivity, readPayments } from './reading/payments/read-payments.ts'
import { poolsAmongHolders, searchPools } from './reading/pools/pools.ts'
import { surveyNode } from './reading/survey.ts'
import { readMint, readToken } from './reading/token/token.ts'
import { openTransactions, type Transactions } from './reading/transactions/transactions.ts'
import { producedBlocks, readForkHash, readHead, readSlot } from './rpc/blocks.ts'
import { COMMITMENT, openSolanaNode, type SolanaNode } from './rpc/node.ts'
import { readSolanaSecurity } from './security/gather.ts'

/** Reads and follows Solana over JSON-RPC endpoints. A Yellowstone stream makes following faster. */
export function createSolanaAdapter(options: AdapterOptions): ChainAdapter {
  const endpoints = readEndpoints(options.endpoints)
  const node = openSolanaNode({ ...options, endpoints: endpoints.rpc }, endpoints.streams.length > 0)
  const transactions = openTransactions(node)
  /** Last listed accounts by token. Reading transfers starts from the largest accounts. */
  const known = new LRUCache<Address, TokenAccounts>({ max: CACHED_TOKENS })
  // Whether endpoints list accounts shows when a token is read, because testing it is expensive. Whether they keep old transactions shows per
  // account read, because no call reports it (docs/chains.md#solana).
  const probe = readOnce(async (signal) => ({
    head: await readSlot(node, COMMITMENT, signal),
    ...{ archive: null, traces: null, simulate: null, logsMaxRange: null },
  }))

  async function list(token: Address, signal: AbortSignal, endpoint = node): Promise<TokenAccounts> {
    const facts = await readMint(endpoint, token, signal)
    if (facts === null) throw new AppError('token_not_found', { message: 'There is no longer a mint at this address.' })
    const { program } = facts.mint
    const accounts = { ...withHiddenBalances(await readKnownAccounts(endpoint, program, token, signal), facts.mint), program }
    known.set(token, { ...accounts, owned: accounts.owned.slice(0, OWNERS_FOLLOWED) })
    return accounts
  }

  return {
    network: options.network,
    holderSource: 'listed',
    tradesFrom: 'head',
    probe,
    survey: (capabilities, signal) => surveyNode(node, endpoints.rpc[0] ?? null, capabilities, signal),
    waiting: () => node.rpc.waiting(),
    callsMade: () => node.rpc.callsMade(),
    head: (signal) => readHead(node, signal),
    reorganisations: { blockHash: (slot, signal) => readForkHash(node, slot, signal), marksBelowHead: MARKS_BELOW_HEAD },
    token: (address, at, signal) => readToken(node, transactions, address, at, signal),
    transfers: (token, from, to, signal, { source, team } = {}) =>
      readTransfers(
        node,
        transactions,
        { token, creator: team?.creator ?? null },
        () => list(token, signal),
        known,
        { from, to, archived: source !== 'node' },
        signal,
      ),
    async *pools(token, from, to, signal): AsyncGenerator<Page<Pool>> {
      const { pools, notes } = await searchPools(node, transactions, { token, from }, signal)
      yield { from, to, rows: pools, notes }
    },
    poolsAmong: (query, at, signal) => poolsAmongHolders(node, transactions, query, at.number, signal),
    trades: (pools, from, to, signal, source) => readTrades(node, transactions, pools, { from, to, archived: source !== 'node' }, signal),
    balances: (token, wallets, _at, signal) => readBalances(node, token, wallets, signal),
    nativeBalances: (addresses, _at, signal) => readNativeBalances(node, addresses, signal),
    listChecks: openListChecks(node, transactions, async (token, at, endpoint, signal) =>
      toListedHolders(endpoint, await list(token, signal, endpoint), at, signal),
    ),
    listHolders: async (token, at, signal) => toListedHolders(node, await list(token, signal), at, signal),
    accountKinds: (addresses, _at, signal) => readAccountKinds(node, addresses, signal),
    accountPrograms: (addresses, _at, signal) => readAccountPrograms(node, addresses, signal),
    firstFunding: (wallet, at, signal, guess) => readFirstFunding(node, transactions, { wallet, guess: guess ?? null }, at, signal),
    activity: (address, at, signal) => readActivity(node, transactions, address, at, signal),
    payments: (query, at, signal) => readPayments(node, transactions, query, at, signal),
    coinPayments: (query, at, signal) => readCoinPayments(node, transactions, query, at, signal),
    producedBlocks: (from, to, signal) => producedBlocks(node, from, to, signal),
    follow: (args, signal) => followToken({ node, transactions, endpoints, follow: args, signal }),
    wholeNetwork: openWholeNetwork(node, endpoints),
    nativePrice: (_at, signal) => readNativePrice(node, signal),
    security: (query, at, signal) => readSolanaSecurity(node, query, at, signal),
    close: () => Promise.resolve(),
  }
}

function readTrades(
  node: SolanaNode,
  transactions: Transactions,
  pools: readonly Pool[],
  range: { from: number; to: number; archived: boolean },
  signal: AbortSignal,
): AsyncIterable<Page<Trade>> {
  const addresses = pools.map((pool) => pool.address)
  const wanted = new Set<Address | null>(addresses)
  return readNewestFirst(
    node,
    transactions,
    {
      ...range,
      addresses,
      pick: (event) => (event.kind === 'trade' && wanted.has(event.pool) ? event : null),
      notes: (cut) => [`The endpoint does not list the first transactions of ${countOf(cut, 'pool')}: earlier trades may be missing.`],
    },
    signal,
  )
}

/** Tokens whose largest accounts are cached between two stages of a read. */
const CACHED_TOKENS = 64
/** A block is final once 31 more are confirmed on it (https://solana.com/docs/references/terminology#finality). Skipped slots add a few. */
const MARKS_BELOW_HEAD = [0, 64]
/** Number of owners whose accounts are searched for transfers, and pages of history per account. */
const OWNERS_FOLLOWED = 100
const ACCOUNT_PAGES = 3
const MAX_TRANSFER_TRANSACTIONS = 10_000

/** The accounts of a token, and their token program. */
type TokenAccounts = KnownAccounts & { readonly program: string }

/**
 * A plain transfer mentions only two token accounts, so transfers are searched at the mint, at the accounts of the largest holders, and at the
 * creator's account, since the creator may have given everything away.
 */
async function* readTransfers(
  node: SolanaNode,
  transactions: Transactions,
  { token, creator }: { readonly token: Address; readonly creator: Address | null },
  list: () => Promise<TokenAccounts>,
  known: LRUCache<Address, TokenAccounts>,
  range: { from: number; to: number; archived: boolean },
  signal: AbortSignal,
): AsyncGenerator<Page<Transfer>> {
  const { owned, program } = known.get(token) ?? (await list())
  const followed = owned.slice(0, OWNERS_FOLLOWED)
  const given = creator === null ? [] : [associatedAccount(creator, program, token)]
  yield* readPages(
    node,
    transactions,
    {
      ...range,
      addresses: [...new Set([token, ...given, ...followed.flatMap((one) => one.accounts)])],
      pages: ACCOUNT_PAGES,
      transactions: MAX_TRANSFER_TRANSACTIONS,
      pick: (event) => (event.kind === 'transfer' && event.token === token ? event : null),
      unreadSwaps: new UnreadSwaps(token),
      notes: ({ long, cut }) => [
        `Only transfers at the accounts of ${creator === null ? '' : 'the creator and '}the ${followed.length} largest holders were read${long + cut === 0 ? '' : `, and at ${long + cut} of the accounts only the newest`}; transfers between others may be missing.`,
      ],
    },
    signal,
  )
}
