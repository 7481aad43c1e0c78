import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { NATIVE } from '../../src-shared/domain/events.ts'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import type { AddressLabel } from '../../src-shared/domain/labels.ts'
import type { Holding, RecordedLink, TokenInfo } from '../../src-shared/domain/token.ts'
import { parseDecimal, toRaw } from './decimal-text.ts'
import { parseMapToken } from './map-networks.ts'
import { IMPORT_SOURCE } from './map-labels.ts'
import { importError } from './refuse.ts'
import type { StoreTarget } from './store-holders.ts'

/**
 * Stores a snapshot record as it is. Where the store knows nothing newer of the token, its nodes also become the
 * token's present holders, so that every metric can be asked for.
 */
export async function storeSnapshot({ store, engine }: StoreTarget, record: SnapshotRecord): Promise<ImportResult> {
  const token: TokenKey = { network: record.network, address: parseMapToken(record.network, record.token_address) }
  const stored = await store.read.token(token)
  const known = (await store.read.snapshotTimestamps(token)).includes(record.timestamp)
  const isNews = stored === null || (stored.origin === 'import' && stored.asOf < record.timestamp)
  const holdings = isNews ? toHoldings(record) : []
  if (isNews) {
    await store.write.saveToken(toTokenInfo(record, token))
    await store.write.saveBalances({ token, rows: holdings, replaceAll: true })
    await store.write.saveLabels({ network: record.network, source: IMPORT_SOURCE, rows: toHubLabels(record) })
    await store.write.saveRecordedLinks({ token, rows: toRecordedLinks(record, token) })
  }
  await store.write.saveSnapshot({ token, snapshot: record })
  if (isNews) engine.factsChanged(token)
  return {
    kind: 'snapshot',
    tokens: [{ network: token.network, token_address: token.address }],
    trades: 0,
    transfers: 0,
    holders: holdings.length,
    snapshots: known ? 0 : 1,
    skipped: 0,
    notes: isNews ? [] : ['The store knows this token in a state as new or newer; only the snapshot was added.'],
  }
}

function toTokenInfo(record: SnapshotRecord, token: TokenKey): TokenInfo {
  const about = record.token_metadata
  return {
    ...token,
    name: about.name,
    symbol: about.symbol,
    decimals: about.decimals,
    totalSupply: toExactRaw(about.total_supply, about.decimals),
    logo: about.logo,
    creator: about.creator === null ? null : trustedAddress(about.creator),
    owner: null,
    createdAt: about.created_at,
    createdBlock: null,
    createdTx: null,
    origin: 'import',
    asOf: record.timestamp,
    asOfBlock: null,
    holderCount: about.holder_count,
    notes: ['Holders come from an imported snapshot: those it lists, with balances as it rounds them.'],
  }
}

function toExactRaw(units: number, decimals: number): bigint {
  const amount = parseDecimal(units)
  if (amount === null) throw importError('The snapshot holds an amount that is negative or no number.')
  return toRaw(amount, decimals)
}

function toHoldings(record: SnapshotRecord): Holding[] {
  return record.nodes
    .filter((node) => node.is_holder && node.balance > 0)
    .map((node) => ({
      address: trustedAddress(node.address),
      raw: toExactRaw(node.balance, record.token_metadata.decimals),
      verified: false,
    }))
}

/** Labels that say more than what every address is; those of not joining wallets are hubs. */
function toHubLabels(record: SnapshotRecord): AddressLabel[] {
  return record.nodes.flatMap((node) => {
    const tags = node.tags.filter((tag) => HUBS.has(tag))
    if (tags.length === 0) return []
    return [{ address: node.address, name: node.label, tags, category: IMPORT_SOURCE, linkPolicy: 'hub' as const, source: IMPORT_SOURCE }]
  })
}

const HUBS: ReadonlySet<string> = new Set(['burn', 'liquidity_pool', 'exchange', 'vesting', 'presale'])

function toRecordedLinks(record: SnapshotRecord, token: TokenKey): RecordedLink[] {
  return [...record.links, ...record.token_links.flatMap((group) => group.links)].flatMap((link) => {
    if (link.kind !== 'transfer' && link.kind !== 'funding') return []
    const moved = link.token === 'self' ? token.address : link.token === 'native' ? NATIVE : trustedAddress(link.token)
    const { forward, backward } = link
    return [{ source: trustedAddress(link.source), target: trustedAddress(link.target), token: moved, forward, backward }]
  })
}
