import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { comparePositions } from '../../../src-shared/domain/position.ts'
import type { TokenFacts } from '../facts.ts'
import { append } from '../incremental/reuse.ts'
import type { IncrementalState, KnownRows } from '../incremental/state.ts'
import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { acceptTaxes, collectTaxes, type TaxCandidates, type TaxRecipient, type TokenTaxes } from '../taxes/tax-recipients.ts'
import { countEvents, repeatsEvents, withoutRepeats, type EventCounts } from './repeated-events.ts'
import { readTransactions, tradesReadTo, type Swap, type TransactionFlows } from './swaps.ts'
import { visitTransactions, type TokenRows } from './transactions.ts'

/** Movements by kind: swaps, plain moves of the token, and payments in native coin. */

/** A movement of native coin. */
export interface Payment {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly tx: string
  readonly block: number | null
  readonly time: number | null
}

/** Lists are append-only as blocks follow. Stages compare their lengths. */
export interface TokenFlows {
  /** Token transfers outside swaps, in chain order. */
  readonly moves: readonly TransferFact[]
  /** All token transfers, in chain order. */
  readonly transfers: readonly TransferFact[]
  readonly buys: readonly Swap[]
  readonly sells: readonly Swap[]
  /** Buys and sells together; within a transaction the buys first. */
  readonly swaps: readonly Swap[]
  /** Every leg of a trade, in chain order. */
  readonly trades: readonly TradeFact[]
  /** Every stored pool, and every pool that a trade went through. */
  readonly pools: ReadonlySet<string>
  /** Receivers of the taxes that the token's code takes from others' moves, by address. */
  readonly taxRecipients: ReadonlyMap<string, TaxRecipient>
}

/** The lists behind `TokenFlows`. Mutable: the stage 'token flows' owns them and appends the rows of later blocks. */
interface FlowLists extends TransactionFlows {
  readonly transfers: TransferFact[]
  readonly trades: TradeFact[]
  readonly pools: ReadonlySet<string>
  /** Pools with a stored trade. */
  readonly tradedPools: ReadonlySet<string>
  /** Last block whose trades are certainly stored. */
  readonly readTo: number
  readonly taxCandidates: TaxCandidates
  readonly eventCounts: EventCounts
  taxRecipients: ReadonlyMap<string, TaxRecipient>
}

export interface Flows extends TokenFlows {
  /** Oldest first. */
  readonly payments: readonly Payment[]
}

export function readFlows(facts: TokenFacts, rules: RuleSet['tax'], state: IncrementalState): Flows {
  const ofToken = state.memoize<FlowLists>('token flows', [facts.transfers, facts.trades, facts.pools, tradesReadTo(facts)], (before) => {
    const { knownRows } = state
    return (before !== undefined && knownRows !== null ? extend(before, facts, knownRows, rules) : null) ?? readRows(facts, rules)
  })
  return { ...ofToken, payments: state.memoize('payments', [facts.nativeTransfers, facts.funding], () => readPayments(facts, state)) }
}

function tradedPoolsOf(trades: TokenFacts['trades']): Set<string> {
  const found = new Set<string>()
  for (const { pool } of trades) if (pool !== null) found.add(pool)
  return found
}

function readRows(facts: TokenFacts, rules: RuleSet['tax']): FlowLists {
  const all = { transfers: orderTransfers(facts.transfers), trades: inOrder(facts.trades, compareTrades) }
  const eventCounts: EventCounts = { repeated: 0, plain: 0 }
  const rows = truthful(facts, all, eventCounts)
  const tradedPools = tradedPoolsOf(facts.trades)
  const pools = new Set<string>([...facts.pools.map(({ address }) => address), ...tradedPools])
  const taxes = taxesOf(facts, pools)
  const taxCandidates: TaxCandidates = new Map()
  visitTransactions(rows, 2, (moved, legs) => collectTaxes(taxCandidates, moved, legs, taxes))
  const taxRecipients = acceptTaxes(taxCandidates, rules.min_movers)
  return {
    ...readTransactions(facts, rows, { ...taxes, recipients: taxRecipients }, tradedPools),
    ...rows,
    pools,
    tradedPools,
    readTo: tradesReadTo(facts),
    taxCandidates,
    eventCounts,
    taxRecipients,
  }
}

/** The rows as they happened, if the token's code emits each event several times. Adds the rows to the counts. */
function truthful<T extends TokenRows & Pick<FlowLists, 'transfers'>>({ token: { address, network } }: TokenFacts, rows: T, counts: EventCounts): T {
  if (NETWORKS[network].tokenCode) countEvents(counts, rows, address)
  return repeatsEvents(counts) ? { ...rows, transfers: withoutRepeats(rows.transfers) } : rows
}

function taxesOf({ token }: TokenFacts, pools: ReadonlySet<string>): TokenTaxes {
  return { token: token.address, network: token.network, pools, tokenCode: NETWORKS[token.network].tokenCode }
}

/**
 * Appends the flows of later blocks. Null if a pool, the first stored trade of a pool or a tax recipient is new, or if it turns out whether the
 * token repeats its events, so older rows must be read again: moves through the pool were swaps or liquidity, and transfers to the recipient were taxes.
 */
function extend(lists: FlowLists, facts: TokenFacts, knownRows: KnownRows, rules: RuleSet['tax']): FlowLists | null {
  const trades = inOrder(facts.trades.slice(knownRows.trades), compareTrades)
  if (facts.pools.some(({ address }) => !lists.pools.has(address))) return null
  for (const pool of tradedPoolsOf(trades)) if (!lists.tradedPools.has(pool)) return null
  if (tradesReadTo(facts) !== lists.readTo) return null
  const didRepeat = repeatsEvents(lists.eventCounts)
  const rows = truthful(facts, { transfers: orderTransfers(facts.transfers.slice(knownRows.transfers)), trades }, lists.eventCounts)
  if (repeatsEvents(lists.eventCounts) !== didRepeat) return null
  const taxes = taxesOf(facts, lists.pools)
  visitTransactions(rows, 2, (moved, legs) => collectTaxes(lists.taxCandidates, moved, legs, taxes))
  const recipients = acceptTaxes(lists.taxCandidates, rules.min_movers)
  if (recipients.size !== lists.taxRecipients.size) return null
  const later = readTransactions(facts, rows, { ...taxes, recipients }, lists.tradedPools)
  append(lists.transfers, rows.transfers)
  append(lists.moves, later.moves)
  append(lists.buys, later.buys)
  append(lists.sells, later.sells)
  append(lists.swaps, later.swaps)
  append(lists.trades, rows.trades)
  lists.taxRecipients = recipients
  return lists
}

const compareTrades = (x: TradeFact, y: TradeFact): number => comparePositions(x.position, y.position) || x.leg - y.leg

/** Drops zero-amount transfers, which ERC-20 lets anyone make in anyone's name (https://eips.ethereum.org/EIPS/eip-20). */
const orderTransfers = (rows: TokenFacts['transfers']): TransferFact[] =>
  inOrder(
    rows.filter(({ raw }) => raw > 0n),
    compareTransfers,
  )

/** A copy: the caller owns the facts' lists, and the flows' own lists grow. */
function inOrder<T>(rows: readonly T[], compare: (a: T, b: T) => number): T[] {
  const own = [...rows]
  for (let i = 1; i < own.length; i++) {
    const [before, row] = [own[i - 1], own[i]]
    if (before !== undefined && row !== undefined && compare(before, row) > 0) return own.sort(compare)
  }
  return own
}

function compareTransfers(a: TransferFact, b: TransferFact): number {
  return (
    comparePositions(a.position, b.position) ||
    compareText(a.tx, b.tx) ||
    compareText(a.from, b.from) ||
    compareText(a.to, b.to) ||
    compareBig(a.raw, b.raw)
  )
}

/** A row read before yields the identical payment. */
function readPayments(facts: TokenFacts, state: IncrementalState): Payment[] {
  const made = state.memoize('payments of rows', [], () => new WeakMap<object, Payment>())
  const seen = new Set<string>()
  const payments: Payment[] = []
  const add = (row: object, payment: Payment): void => {
    const key = `${payment.tx} ${payment.from} ${payment.to} ${payment.raw}`
    if (seen.has(key) || payment.raw <= 0n) return
    seen.add(key)
    const one = made.get(row) ?? payment
    if (one === payment) made.set(row, payment)
    payments.push(one)
  }
  for (const row of facts.nativeTransfers) {
    const { from, to, raw, tx, time, position } = row
    add(row, { from, to, raw, tx, time, block: position.block })
  }
  for (const row of facts.funding) {
    const { wallet, funder, raw, tx, time, block } = row
    if (funder !== null && raw !== null && tx !== null) add(row, { from: funder, to: wallet, raw, tx, time, block })
  }
  const last = Number.MAX_SAFE_INTEGER
  return payments.sort(
    (x, y) =>
      (x.block ?? last) - (y.block ?? last) ||
      (x.time ?? last) - (y.time ?? last) ||
      compareText(x.tx, y.tx) ||
      compareText(x.from, y.from) ||
      compareText(x.to, y.to) ||
      compareBig(x.raw, y.raw),
  )
}
