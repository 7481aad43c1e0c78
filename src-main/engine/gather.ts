import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { TradeFact, TransferFact } from '../../src-shared/domain/events.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import { NETWORKS } from '../../src-shared/networks.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import { append, reuseRows } from '../detectors/incremental/reuse.ts'
import type { KnownRows } from '../detectors/incremental/state.ts'
import type { Appended, FactRows, StoredToken, StoreReads } from '../store/interface.ts'
import { clustersBefore } from './clusters-before.ts'
import { RankedHoldings } from './holdings.ts'
import { Relayers } from './relayers.ts'
import { SeenAddresses } from './seen-addresses.ts'
import { statedSnapshot, withStatedLabels } from './stated-snapshot.ts'
import { indexWallets, type WalletIndex } from './wallet-index.ts'

/** First trades whose buyers are examined as closely as holders. A read of the token searches the funders of the same number. */
const FIRST_TRADES = 200

/** The facts of a token at one moment. */
export interface Gathered {
  readonly facts: TokenFacts
  /** Number of leading rows that the previous reading already had; null when all rows were read. */
  readonly knownRows: KnownRows | null
}

interface LastReading {
  readonly token: StoredToken
  readonly facts: TokenFacts
  readonly wallets: WalletIndex
}

/**
 * Reads the facts of one token repeatedly. Mutable: it owns the lists of transfers and trades, and a reading appends to them. Facts of an
 * earlier reading must not be used afterwards. Unchanged facts keep their identity.
 */
export class FactGatherer {
  readonly #reads: StoreReads
  readonly #depth: number
  #transfers: TransferFact[] = []
  #trades: TradeFact[] = []
  #holdings = new RankedHoldings([])
  #seen = new SeenAddresses()
  #relayers = new Relayers()
  #last: LastReading | null = null

  /** @param depth number of largest holders to examine closely */
  constructor(reads: StoreReads, depth: number) {
    this.#reads = reads
    this.#depth = depth
  }

  /**
   * Facts as of the moment the token's own row was read. If only later blocks were stored since the last reading, only their
   * rows are read.
   */
  read(token: StoredToken): Gathered {
    const since = this.#readState()
    const appended = since === null ? null : this.#reads.appended({ token, since })
    return this.#last !== null && appended !== null ? this.#readAppended(token, this.#last, appended) : this.#readAll(token)
  }

  /** Null before the first reading, and when rows above the last read block are already held, since they would be read twice. */
  #readState(): { revision: number; block: number } | null {
    if (this.#last === null || this.#last.token.asOfBlock === null) return null
    const { revision, asOfBlock: block } = this.#last.token
    const newest = Math.max(this.#transfers.at(-1)?.position.block ?? 0, this.#trades.at(-1)?.position.block ?? 0)
    return newest > block ? null : { revision, block }
  }

  #readAll(token: StoredToken): Gathered {
    const { transfers, trades, parties } = this.#reads.factRows(token)
    this.#transfers = [...transfers]
    this.#trades = [...trades]
    this.#holdings = new RankedHoldings(this.#reads.balances(token))
    this.#seen = new SeenAddresses()
    this.#relayers = new Relayers()
    this.#relayers.add(token, this.#trades)
    return { facts: this.#assemble(token, { parties, holders: this.#holdings.rows }, null), knownRows: null }
  }

  #readAppended(token: StoredToken, last: LastReading, { transfers, trades, balances, parties }: Appended): Gathered {
    const knownRows = { transfers: this.#transfers.length, trades: this.#trades.length }
    append(this.#transfers, transfers)
    append(this.#trades, trades)
    this.#relayers.add(token, trades)
    this.#holdings.update(balances)
    const holders = balances.filter(({ raw }) => raw > 0n)
    return { facts: this.#assemble(token, { parties, holders }, last), knownRows }
  }

  #assemble(token: StoredToken, named: Named, last: LastReading | null): TokenFacts {
    const [reads, { network }, holdings] = [this.#reads, token, this.#holdings.rows]
    const pools = unlessChanged(last?.facts.pools, reads.pools(token))
    const examined = new Set([
      ...holdings.slice(0, this.#depth).map((row) => row.address),
      ...(token.creator === null ? [] : [token.creator]),
      ...firstBuyers(token, this.#trades),
    ])
    const wallets = indexWallets(reads, network, examined, last?.wallets ?? null)
    const { funding, nativeBalances, nativeTransfers, dollarPayments } = wallets
    this.#seen.add(reads, network, this.#unseen({ ...named, token, pools, wallets, last }))
    const stated = statedSnapshot(reads, token)
    const facts: TokenFacts = {
      token,
      holdings,
      transfers: this.#transfers,
      trades: this.#trades,
      pools,
      funding,
      activity: reuseRows(last?.facts.activity, this.#relayers.withActivity(reads, token, wallets.activity)),
      nativeBalances,
      nativeTransfers,
      dollarPayments,
      recordedLinks: last?.facts.recordedLinks ?? reads.recordedLinks(token),
      counterparties: last?.facts.counterparties ?? readCounterparties(reads, token),
      complete: isComplete(token, holdings),
      ...(hasLaunchBalances(token) ? { launchBalances: true } : {}),
      labels: stated === null ? this.#seen.labels : withStatedLabels(this.#seen.labels, stated),
      accounts: this.#seen.accounts,
      nativeTokens: last?.facts.nativeTokens ?? new Set(NETWORKS[network].native.wrapped),
      ...tradeCoverage(reads, token),
      tips: readTips(reads, token, this.#trades[0]?.position.block ?? null),
      launchTransactions: reuseRows(last?.facts.launchTransactions, reads.launchTransactions(token)),
      tradingSwitch: reads.tradingSwitch(token) ?? 'unread',
      producedBlocks: last?.facts.producedBlocks ?? reads.producedBlocks(token),
      authorities: last?.facts.authorities ?? readAuthorities(reads, token),
      contractOwners: reuseRows(last?.facts.contractOwners, reads.contractOwners(token)),
      grantedRoles: reuseRows(last?.facts.grantedRoles, reads.grantedRoles(token)),
      clustersBefore: last?.token.snapshotCount === token.snapshotCount ? last.facts.clustersBefore : clustersBefore(reads, token),
      asOf: { time: token.asOf, block: token.asOfBlock },
      ...(stated === null ? {} : { statedClusters: stated.clusters }),
    }
    this.#last = { token, facts, wallets }
    return facts
  }

  /** Addresses in the facts that no reading named before. */
  #unseen({ token, holders, pools, wallets, parties, last }: MaybeUnseen): Address[] {
    const unseen = new Set<Address>()
    const add = (address: Address | null): void => {
      if (address !== null && !this.#seen.has(address)) unseen.add(address)
    }
    add(token.address)
    add(token.owner)
    for (const { address } of holders) add(address)
    for (const { address } of pools) add(address)
    if (wallets.funding !== last?.wallets.funding)
      for (const { wallet, funder } of wallets.funding) {
        add(wallet)
        add(funder)
      }
    const native = wallets.nativeTransfers === last?.wallets.nativeTransfers ? [] : wallets.nativeTransfers
    for (const { from, to } of native) {
      add(from)
      add(to)
    }
    for (const address of parties) add(address)
    return [...unseen]
  }
}

/** What the rows that were just read name. */
interface Named extends Pick<FactRows, 'parties'> {
  /** Holders with a balance that was read. */
  readonly holders: readonly Balance[]
}

interface MaybeUnseen extends Named {
  readonly token: StoredToken
  readonly pools: TokenFacts['pools']
  readonly wallets: WalletIndex
  readonly last: LastReading | null
}

/** `before` if the rows are equal. For short lists of plain values. */
function unlessChanged<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
}

function isComplete({ holderCount }: StoredToken, holdings: readonly Balance[]): boolean {
  return holderCount !== null && holdings.length >= holderCount
}

/** The preview of a token reads the balances of the buyers with the launch (docs/chains.md#preview). */
const hasLaunchBalances = ({ firstRead }: StoredToken): boolean => firstRead?.holdersSeen === true && !firstRead.missing.includes('trades')

function tradeCoverage(reads: StoreReads, token: StoredToken): Pick<TokenFacts, 'tradesFromBirth' | 'tradesReadTo'> {
  const { createdBlock, asOfBlock } = token
  if (createdBlock === null || asOfBlock === null) return { tradesFromBirth: false }
  const range = reads.covered({ token, what: 'trades' }).find(({ from, to }) => from <= createdBlock && to >= createdBlock)
  if (range === undefined) return { tradesFromBirth: false }
  return range.to >= asOfBlock ? { tradesFromBirth: true } : { tradesFromBirth: false, tradesReadTo: range.to }
}

/** First buyers may no longer hold anything, but their funders distinguish snipers from bundles. */
function firstBuyers({ address }: TokenKey, trades: TokenFacts['trades']): Address[] {
  return trades.slice(0, FIRST_TRADES).flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === address ? [receiver ?? signer] : []))
}

/** Null unless tips were read from the token's birth to its first trade. */
function readTips(reads: StoreReads, token: StoredToken, firstTrade: number | null): TokenFacts['tips'] {
  const { createdBlock, asOfBlock, network } = token
  if (createdBlock === null || asOfBlock === null) return null
  const isCovered = [...reads.covered({ token, what: 'native' }), ...reads.covered({ token, what: 'tips' })].some(
    ({ from, to }) => from <= createdBlock && to >= (firstTrade ?? asOfBlock),
  )
  return isCovered ? reads.tips({ network, blocks: { from: createdBlock, to: asOfBlock } }) : null
}

function readCounterparties(reads: StoreReads, token: TokenKey): TokenFacts['counterparties'] {
  return new Map(reads.recordedDegrees(token).map(({ address, counterparties }) => [address, counterparties]))
}

/** Authorities over the token, from its newest scan. */
function readAuthorities(reads: StoreReads, token: TokenKey): TokenFacts['authorities'] {
  const scan = reads.scan({ token, back: 0 })
  if (scan === null) return []
  const { results } = JSON.parse(Buffer.from(scan.json).toString('utf8')) as ScanReport
  const { advanced } = results
  if (!('authorities' in advanced)) return []
  return Object.entries(advanced.authorities).flatMap(([role, address]) => (address === null ? [] : [{ address, role: role.replaceAll('_', ' ') }]))
}
