import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import type { Funding, Holding } from '../../src-shared/domain/token.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import { mergeLabels } from '../detectors/labels.ts'
import type { StoredToken, StoreReads } from '../store/interface.ts'
import { NATIVE_TOKENS } from './native-tokens.ts'

/** How far funders of funders are looked up: two pass-through wallets and their payer (engine.md §2.2). */
const FUNDING_HOPS = 3

/** Reads all facts of a token; null when nothing is stored. `depth`: holders looked at closely. */
export function gather(reads: StoreReads, key: TokenKey, depth: number): { token: StoredToken; facts: TokenFacts } | null {
  const token = reads.token(key)
  if (token === null) return null
  const { network } = key
  const holdings = reads.holders({ token: key, limit: null })
  const transfers = reads.transfers({ token: key, limit: null })
  const trades = reads.tokenTrades({ token: key, limit: null })
  const pools = reads.pools(key)
  const closely = [...new Set([...holdings.slice(0, depth).map(({ address }) => address), ...(token.creator === null ? [] : [token.creator])])]
  const funding = fundingChain(reads, key, closely)
  const payers = funding.flatMap(({ wallet, funder }) => (funder === null ? [wallet] : [wallet, funder]))
  const nativeTransfers = reads.nativeTransfers({ network, wallets: [...new Set([...closely, ...payers])] })
  const recordedLinks = reads.recordedLinks(key)

  const met = new Set<Address>([key.address, ...holdings.map(({ address }) => address), ...payers, ...pools.map(({ address }) => address)])
  for (const rows of [transfers, nativeTransfers]) for (const { from, to } of rows) met.add(from).add(to)
  for (const { signer, receiver } of trades) {
    met.add(signer)
    if (receiver !== null) met.add(receiver)
  }
  if (token.owner !== null) met.add(token.owner)
  const addresses = [...met]
  return {
    token,
    facts: {
      token,
      holdings,
      transfers,
      trades,
      pools,
      funding,
      nativeTransfers,
      recordedLinks,
      complete: isComplete(token, holdings),
      labels: mergeLabels(reads.labels({ network, addresses })),
      accounts: new Map(reads.accounts({ network, addresses }).map(({ address, kind }) => [address, kind])),
      nativeTokens: new Set(NATIVE_TOKENS[network]),
      tradesFromBirth: readsTradesFromBirth(reads, token),
      tips: tipsOf(reads, token),
      producedBlocks: null,
      authorities: authoritiesOf(reads, key),
      asOf: { time: token.asOf, block: token.asOfBlock },
    },
  }
}

/** First funders of the wallets, of their funders, and so on. */
function fundingChain(reads: StoreReads, { network }: TokenKey, wallets: readonly Address[]): Funding[] {
  const found = new Map<Address, Funding>()
  const asked = new Set<Address>()
  let next: readonly Address[] = wallets
  for (let hop = 0; hop < FUNDING_HOPS && next.length > 0; hop++) {
    for (const wallet of next) asked.add(wallet)
    const rows = reads.funding({ network, wallets: next })
    for (const row of rows) found.set(row.wallet, row)
    next = [...new Set(rows.flatMap(({ funder }) => (funder === null || asked.has(funder) ? [] : [funder])))]
  }
  return [...found.values()]
}

function isComplete({ holderCount }: StoredToken, holdings: readonly Holding[]): boolean {
  return holderCount !== null && holdings.length >= holderCount
}

function readsTradesFromBirth(reads: StoreReads, token: StoredToken): boolean {
  const { createdBlock, asOfBlock } = token
  if (createdBlock === null || asOfBlock === null) return false
  return reads.covered({ token, what: 'trades' }).some(({ from, to }) => from <= createdBlock && to >= asOfBlock)
}

/** Null where native movements were not read from the token's birth on: then nobody looked for tips. */
function tipsOf(reads: StoreReads, token: StoredToken): TokenFacts['tips'] {
  const { createdBlock, asOfBlock, network } = token
  if (createdBlock === null || asOfBlock === null) return null
  const looked = reads.covered({ token, what: 'native' }).some(({ from, to }) => from <= createdBlock && to >= asOfBlock)
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
