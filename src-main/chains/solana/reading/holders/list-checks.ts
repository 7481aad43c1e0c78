import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../../adapter.ts'
import type { EndpointBalances, EndpointTrades, ListChecks, TradeStretch } from '../../../cross-checks.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { isOnCurve } from '../../encoding/curve.ts'
import { TOKEN_PROGRAM, WRAPPED_SOL } from '../../encoding/addresses.ts'
import { readTokenAccountsOf } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readMint } from '../token/token.ts'
import { listMentions } from '../transactions/history.ts'
import type { Transactions } from '../transactions/transactions.ts'
import { sumOfAccounts } from './holders.ts'

/** Signatures per list of a pool, fewer than a read requests, so that the same history is split at different positions. */
const MENTIONS_PER_CHECK = 100

/** @param list lists holders from a single endpoint */
export function openListChecks(
  node: SolanaNode,
  transactions: Transactions,
  list: (token: Address, at: BlockRef, endpoint: SolanaNode, signal: AbortSignal) => Promise<ListedHolders>,
): ListChecks {
  return {
    /** Token-2022 accounts may hold withheld fees and confidential amounts besides their balance. Wrapped SOL has no supply. */
    async supply(token, signal) {
      const facts = token === WRAPPED_SOL ? null : await readMint(node, token, signal)
      return facts === null ? null : { raw: facts.mint.supply, isWhole: facts.mint.program === TOKEN_PROGRAM }
    },
    async contradicted(token, { holdings, at }, signal) {
      const found: EndpointBalances[] = []
      for (const endpoint of node.each()) {
        const differing = await answeredOrNull(findDiffering(endpoint, token, holdings, at, signal), signal)
        if (differing !== null) found.push({ host: endpoint.rpc.hosts, holdings: differing })
      }
      return found
    },
    async *listsByEndpoint(token, at, signal) {
      for (const endpoint of node.each()) {
        const listed = await answeredOrNull(list(token, at, endpoint, signal), signal)
        if (listed !== null) yield { host: endpoint.rpc.hosts, list: listed }
      }
    },
    async tradesBetween(pool, stretch, signal) {
      const found: EndpointTrades[] = []
      for (const endpoint of node.each()) {
        const rows = await answeredOrNull(readBetween(endpoint, transactions, pool, stretch, signal), signal)
        if (rows !== null) found.push({ host: endpoint.rpc.hosts, rows })
      }
      return found
    },
  }
}

/** Balances of the owners' accounts that differ from listed ones although no transaction touched the accounts since the list. */
async function findDiffering(
  node: SolanaNode,
  token: Address,
  holdings: readonly Holding[],
  at: BlockRef,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const differing: Holding[] = []
  // The authority of an AMM may own a million accounts, so the accounts of programs are not read.
  for (const { address, raw: listed } of holdings.filter((holding) => isOnCurve(holding.address))) {
    const accounts = await readTokenAccountsOf(node, address, token, signal, at.number)
    const raw = sumOfAccounts(accounts)
    if (raw === listed) continue
    // A closed account is no longer listed, but its owner's history has the closing transaction.
    const touched = accounts.length === 0 ? [address] : accounts.map((account) => account.address)
    if (!(await hasMoved(node, touched, at.number, signal))) differing.push({ address, raw, verified: true })
  }
  return differing
}

async function hasMoved({ rpc }: SolanaNode, addresses: readonly string[], slot: number, signal: AbortSignal): Promise<boolean> {
  for (const address of addresses) {
    const [newest] = await listMentions(rpc, address, { limit: 1, before: null }, signal)
    if (newest === undefined || newest.slot >= slot) return true
  }
  return false
}

/** Null if the list of the pool does not reach from the later trade to the earlier one. */
async function readBetween(
  { rpc }: SolanaNode,
  transactions: Transactions,
  pool: Address,
  { earlier, later, known }: TradeStretch,
  signal: AbortSignal,
): Promise<readonly Trade[] | null> {
  const mentions = await listMentions(rpc, pool, { limit: MENTIONS_PER_CHECK, before: later.tx }, signal)
  const end = mentions.findIndex(({ signature }) => signature === earlier.tx)
  if (end === -1) return null
  const unknown = mentions.slice(0, end).filter(({ signature }) => !known.has(signature))
  const read = await transactions.readAvailable(unknown, signal)
  return read.flatMap(({ events }) => events.filter((event): event is Trade => event.kind === 'trade' && event.pool === pool))
}
