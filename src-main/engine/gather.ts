import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import { grow, type KnownRows } from '../detectors/memory.ts'
import type { Appended, FactRows, StoredToken, StoreReads } from '../store/interface.ts'
import { clustersBefore } from './clusters-before.ts'
import { movedHoldings } from './holdings.ts'
import { meet, type Met } from './met.ts'
import { NATIVE_TOKENS } from './native-tokens.ts'
import { walletBook, type WalletBook } from './wallet-book.ts'

/** Trades at a token's birth whose buyers are looked at as closely as holders: those whose funders a read looks for. */
const FIRST_TRADES = 200

/** What was read of a token at one moment, and what the next reading of it needs to read only what followed. */
export interface Gathered {
  readonly token: StoredToken
  readonly facts: TokenFacts
  /** Rows at the beginning of the facts that the reading before had; null when all was read. */
  readonly known: KnownRows | null
  readonly wallets: WalletBook
  readonly met: Met
}

/**
 * Reads all facts of a token as of the moment at which its own row was read. Where only blocks that follow were stored since
 * `before` was read, only their rows are read, and what did not change is the very same in the new facts. The lists of rows of
 * the reading before grow: it is of no use afterwards.
 *
 * @param depth holders looked at closely
 */
export function gather(reads: StoreReads, token: StoredToken, depth: number, before: Gathered | null = null): Gathered {
  const since = before === null ? null : readState(before)
  const later = since === null ? null : reads.appended({ token, since })
  return before !== null && later !== null ? gatherLater({ reads, token, depth }, before, later) : gatherAll({ reads, token, depth })
}

/** Null where a row of a block above the last one read would be met a second time. */
function readState({ token, facts: { transfers, trades } }: Gathered): { revision: number; block: number } | null {
  const { revision, asOfBlock: block } = token
  if (block === null) return null
  const newest = Math.max(transfers.at(-1)?.position.block ?? 0, trades.at(-1)?.position.block ?? 0)
  return newest > block ? null : { revision, block }
}

function gatherAll(place: Place): Gathered {
  const { reads, token } = place
  const rows = reads.factRows(token)
  return assemble(place, { ...rows, holdings: reads.balances(token) }, { before: null, known: null, ...rows })
}

function gatherLater(place: Place, before: Gathered, later: Appended): Gathered {
  const { transfers, trades, holdings } = before.facts
  const known = { transfers: transfers.length, trades: trades.length }
  const rows = {
    transfers: grow(transfers, later.transfers),
    trades: grow(trades, later.trades),
    holdings: movedHoldings(holdings, later.balances),
  }
  return assemble(place, rows, { before, known, ...later })
}

interface Place {
  readonly reads: StoreReads
  readonly token: StoredToken
  readonly depth: number
}

/** Rows that the reading before did not have. */
interface News extends FactRows {
  readonly before: Gathered | null
  readonly known: KnownRows | null
}

/** @param rows all rows of the token, and who holds it */
function assemble(
  { reads, token, depth }: Place,
  rows: Pick<TokenFacts, 'transfers' | 'trades' | 'holdings'>,
  { before, known, ...news }: News,
): Gathered {
  const { network } = token
  const { holdings } = rows
  const pools = steady(before?.facts.pools, reads.pools(token))
  const closely = new Set([
    ...holdings.slice(0, depth).map((row) => row.address),
    ...(token.creator === null ? [] : [token.creator]),
    ...firstBuyers(token, rows.trades),
  ])
  const wallets = walletBook(reads, network, closely, before?.wallets ?? null)
  const { funding, activity, nativeTransfers, dollarPayments } = wallets
  const met = meet(reads, network, before?.met ?? null, addressesOf({ token, holdings, pools, wallets, before, ...news }))
  return {
    token,
    known,
    wallets,
    met,
    facts: {
      token,
      holdings,
      transfers: rows.transfers,
      trades: rows.trades,
      pools,
      funding,
      activity,
      nativeTransfers,
      dollarPayments,
      recordedLinks: before?.facts.recordedLinks ?? reads.recordedLinks(token),
      complete: isComplete(token, holdings),
      labels: met.labels,
      accounts: met.accounts,
      nativeTokens: before?.facts.nativeTokens ?? new Set(NATIVE_TOKENS[network]),
      tradesFromBirth: readsTradesFromBirth(reads, token),
      tips: tipsOf(reads, token, rows.trades[0]?.position.block ?? null),
      producedBlocks: before?.facts.producedBlocks ?? reads.producedBlocks(token),
      authorities: before?.facts.authorities ?? authoritiesOf(reads, token),
      clustersBefore: before?.token.snapshotCount === token.snapshotCount ? before.facts.clustersBefore : clustersBefore(reads, token),
      asOf: { time: token.asOf, block: token.asOfBlock },
    },
  }
}

interface Named extends Pick<FactRows, 'people'> {
  readonly token: StoredToken
  readonly holdings: readonly Balance[]
  readonly pools: TokenFacts['pools']
  readonly wallets: WalletBook
  readonly before: Gathered | null
}

/** Holders who do not follow the one before them as they did: all who came are among them, and few others where little changed. */
function holdersMaybeNew(now: readonly Balance[], before: readonly Balance[]): Address[] {
  const found: Address[] = []
  let at = 0
  for (const { address } of now) {
    if (before[at]?.address === address) at++
    else if (before[at + 1]?.address === address) at += 2
    else found.push(address)
  }
  return found
}

/** Addresses that are new to who read the token before. */
function addressesOf({ token, holdings, pools, wallets, before, people }: Named): Set<Address> {
  const known = before?.met.addresses
  const named = new Set<Address>()
  const add = (address: Address | null): void => {
    if (address !== null && known?.has(address) !== true) named.add(address)
  }
  add(token.address)
  add(token.owner)
  for (const address of holdersMaybeNew(holdings, before?.facts.holdings ?? [])) add(address)
  for (const { address } of pools) add(address)
  if (wallets.funding !== before?.wallets.funding)
    for (const { wallet, funder } of wallets.funding) {
      add(wallet)
      add(funder)
    }
  const native = wallets.nativeTransfers === before?.wallets.nativeTransfers ? [] : wallets.nativeTransfers
  for (const { from, to } of native) {
    add(from)
    add(to)
  }
  for (const address of people) add(address)
  return named
}

/** Few rows of plain values: `before` where they are the same. */
function steady<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

function isComplete({ holderCount }: StoredToken, holdings: readonly Balance[]): boolean {
  return holderCount !== null && holdings.length >= holderCount
}

function readsTradesFromBirth(reads: StoreReads, token: StoredToken): boolean {
  const { createdBlock, asOfBlock } = token
  if (createdBlock === null || asOfBlock === null) return false
  return reads.covered({ token, what: 'trades' }).some(({ from, to }) => from <= createdBlock && to >= asOfBlock)
}

/** Buyers of the first trades, who may hold nothing any more: who paid them tells snipers and bundles apart. */
function firstBuyers({ address }: TokenKey, trades: TokenFacts['trades']): Address[] {
  return trades.slice(0, FIRST_TRADES).flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === address ? [receiver ?? signer] : []))
}

/** Null where tips were not looked for from the token's birth to its first trade; they are told as far as they were. */
function tipsOf(reads: StoreReads, token: StoredToken, firstTrade: number | null): TokenFacts['tips'] {
  const { createdBlock, asOfBlock, network } = token
  if (createdBlock === null || asOfBlock === null) return null
  const looked = [...reads.covered({ token, what: 'native' }), ...reads.covered({ token, what: 'tips' })].some(
    ({ from, to }) => from <= createdBlock && to >= (firstTrade ?? asOfBlock),
  )
  return looked ? reads.tips({ network, blocks: { from: createdBlock, to: asOfBlock } }) : null
}

/** Powers over the token as its newest scan read them. */
function authoritiesOf(reads: StoreReads, token: TokenKey): TokenFacts['authorities'] {
  const scan = reads.scan({ token, back: 0 })
  if (scan === null) return []
  const { results } = JSON.parse(Buffer.from(scan.json).toString('utf8')) as ScanReport
  const { advanced } = results
  if (!('authorities' in advanced)) return []
  return Object.entries(advanced.authorities).flatMap(([role, address]) => (address === null ? [] : [{ address, role: role.replaceAll('_', ' ') }]))
}
