import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import type { AddressLabel } from '../../../src-shared/domain/labels.ts'
import { IMPORTED_TOKEN, type Holding, type RecordedLink, type TokenInfo } from '../../../src-shared/domain/token.ts'
import { toShared } from '../../lib/shared-bytes.ts'
import { importError } from '../errors.ts'
import { parseDecimal, toRaw } from '../maps/decimal.ts'
import { IMPORT_SOURCE } from '../maps/map-labels.ts'
import { parseMapToken } from '../maps/map-networks.ts'

/** A snapshot record as JSON, and its nodes and links as the facts of its token. */
export interface PreparedSnapshot {
  readonly json: Uint8Array
  readonly info: TokenInfo
  readonly holdings: readonly Holding[]
  /** Of hubs. */
  readonly labels: readonly AddressLabel[]
  readonly links: readonly RecordedLink[]
}

/** @throws AppError `validation_error` */
export function prepareSnapshot(record: SnapshotRecord): PreparedSnapshot {
  const token: TokenKey = { network: record.network, address: parseMapToken(record.network, record.token_address) }
  return {
    json: toShared(Buffer.from(JSON.stringify(record))),
    info: toTokenInfo(record, token),
    holdings: toHoldings(record),
    labels: toHubLabels(record),
    links: toRecordedLinks(record, token),
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
