import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { AddressLabel } from '../../../src-shared/domain/labels.ts'
import { IMPORTED_TOKEN, type Holding, type RecordedLink, type TokenInfo } from '../../../src-shared/domain/token.ts'
import { parseDecimal, toRaw } from '../maps/decimal.ts'
import { parseMapToken } from '../maps/map-networks.ts'
import { IMPORT_SOURCE } from '../maps/map-labels.ts'
import { importError } from '../errors.ts'
import type { WriteCall } from '../../store/interface.ts'
import type { ImportedFile, StoreTarget } from '../maps/store-holders.ts'

/**
 * Stores a snapshot record as it was read. If nothing newer of the token is stored, its nodes also become the token's current holders, so every metric is
 * available. Clusters and labels are shown as the snapshot states them.
 */
export async function storeSnapshot({ store, engine }: StoreTarget, file: ImportedFile, record: SnapshotRecord): Promise<ImportResult> {
  const token: TokenKey = { network: record.network, address: parseMapToken(record.network, record.token_address) }
  const stored = await store.read.token(token)
  const known = (await store.read.snapshotTimestamps(token)).includes(record.timestamp)
  const isNews = stored === null || (stored.origin === 'import' && stored.asOf < record.timestamp)
  const holdings = isNews ? toHoldings(record) : []
  const labels = isNews ? toHubLabels(record) : []
  const labelled = labels.map((label) => label.address)
  const before = { token, ...file, list: IMPORT_SOURCE, labelled, accounts: [], takenAt: record.timestamp, hasFacts: isNews }
  const facts: readonly WriteCall[] = [
    { name: 'saveToken', args: toTokenInfo(record, token) },
    { name: 'saveBalances', args: { token, rows: holdings, replaceAll: true } },
    { name: 'saveLabels', args: { network: record.network, source: IMPORT_SOURCE, rows: labels } },
    { name: 'saveRecordedLinks', args: { token, rows: toRecordedLinks(record, token) } },
  ]
  const keep: readonly WriteCall[] = known && !isNews ? [] : [{ name: 'keepBeforeImport', args: before }]
  await store.write.together({ calls: [...keep, { name: 'saveSnapshot', args: { token, snapshot: record } }, ...(isNews ? facts : [])] })
  if (isNews) engine.factsChanged(token)
  return {
    kind: 'snapshot',
    tokens: [{ network: token.network, token_address: token.address }],
    trades: 0,
    transfers: 0,
    holders: holdings.length,
    snapshots: known ? 0 : 1,
    skipped: 0,
    notes: isNews ? [] : ['The stored state of this token is as new or newer, so only the snapshot was added.'],
  }
}

function toTokenInfo(record: SnapshotRecord, token: TokenKey): TokenInfo {
  const about = record.token_metadata
  return {
    ...IMPORTED_TOKEN,
    ...token,
    name: about.name || null,
    symbol: about.symbol || null,
    decimals: about.decimals,
    totalSupply: toExactRaw(about.total_supply, about.decimals),
    logo: about.logo,
    creator: about.creator === null ? null : trustedAddress(about.creator),
    createdAt: about.created_at,
    clustersFrom: 'snapshot',
    asOf: record.timestamp,
    holderCount: about.holder_count,
    notes: ['Holders are those of an imported snapshot, with its rounded balances.'],
  }
}

function toExactRaw(units: number, decimals: number): bigint {
  const amount = parseDecimal(units)
  if (amount === null) throw importError('The snapshot contains an amount that is not a positive number.')
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

/** Labels of hubs: addresses that do not join wallets into clusters. */
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
