import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { LABELS } from '../../src-shared/domain/labels.ts'
import { NETWORKS } from '../../src-shared/networks.ts'
import { indexPrices } from '../detectors/flows/prices.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterIds } from './holders.ts'
import { linksBetween } from './links.ts'
import { measures } from './measures.ts'

/** A snapshot of the stored state (docs/api/records.md#snapshot). The same findings and timestamp give the same bytes. */
export function snapshotRecord(findings: Findings, timestamp: number): SnapshotRecord {
  const { facts, index } = findings
  const { token } = facts
  const { units, percent, raw, holding } = measures(findings)
  const addresses = [...index.holders, ...linkers(findings)]
  const inside = new Set(addresses)
  const ranks = new Map<string, number>(index.balances.ranked.map(({ address }, i) => [address, i + 1]))
  const { links, byToken } = linksBetween(findings, (from, to) => inside.has(from) && inside.has(to))
  const price = indexPrices(index).usdPerToken
  const degrees = countDegrees([...links, ...[...byToken.values()].flat()])
  const clusters = clusterIds(findings)
  const seen = findFirstSeen(findings, inside)
  const nodes = addresses.map((address): SnapshotNode => {
    const { balance, percentage } = holding(address)
    return {
      address,
      label: findings.labels.name(address),
      tags: [...findings.labels.tags(address)],
      balance,
      balance_usd: price === null ? null : balance * price,
      percentage,
      rank: ranks.get(address) ?? null,
      is_holder: raw(address) > 0n,
      degree_in: degrees.get(address)?.into ?? 0,
      degree_out: degrees.get(address)?.out ?? 0,
      first_seen: seen.get(address) ?? null,
      cluster: clusters.get(address) ?? null,
    }
  })
  return {
    network: token.network,
    token_address: token.address,
    timestamp,
    token_metadata: {
      address: token.address,
      name: token.name ?? '',
      symbol: token.symbol ?? '',
      logo: token.logo,
      decimals: token.decimals,
      total_supply: units(token.totalSupply),
      holder_count: token.holderCount,
      creator: token.creator,
      created_at: token.createdAt,
    },
    currency: { native: { symbol: NETWORKS[token.network].native.symbol, price_usd: null }, token: { price_usd: price }, as_of: facts.asOf.time },
    nodes,
    links: [...links],
    token_links: [...byToken].map(([address, list]) => ({ token: { address, symbol: null, name: null }, links: [...list] })),
    categories: LABELS.flatMap((name) => {
      const tagged = nodes.filter(({ tags }) => tags.includes(name)).map(({ address }) => address)
      return tagged.length === 0 ? [] : [{ name, size_pct: percent(sumRaw(tagged.map(raw))), addresses: tagged }]
    }),
  }
}

/** Wallets beyond the holders that are in clusters or funded two or more holders, by balance, then by address. */
function linkers({ index, facts, clusters }: Findings): string[] {
  const funded = new Map<string, number>()
  for (const { wallet, funder } of facts.funding) {
    if (funder !== null && index.isHolder(wallet)) funded.set(funder, (funded.get(funder) ?? 0) + 1)
  }
  const found = new Set(clusters.clusters.flatMap(({ members, connectors }) => [...members, ...connectors]))
  for (const [funder, wallets] of funded) if (wallets >= 2) found.add(funder)
  const balance = (address: string): bigint => index.balances.get(address) ?? 0n
  return [...found]
    .filter((address) => !index.isHolder(address))
    .sort((x, y) => {
      const [a, b] = [balance(x), balance(y)]
      return a !== b ? (a > b ? -1 : 1) : x < y ? -1 : 1
    })
}

function countDegrees(links: readonly SnapshotLink[]): Map<string, { into: number; out: number }> {
  const degrees = new Map<string, { into: number; out: number }>()
  const at = (address: string): { into: number; out: number } => {
    const degree = degrees.get(address) ?? { into: 0, out: 0 }
    degrees.set(address, degree)
    return degree
  }
  for (const { source, target, forward, backward } of links) {
    if (forward > 0) {
      at(source).out += 1
      at(target).into += 1
    }
    if (backward > 0) {
      at(target).out += 1
      at(source).into += 1
    }
  }
  return degrees
}

/** Earliest stored movement of each wallet, including its first funding. */
function findFirstSeen({ index, facts }: Findings, wanted: ReadonlySet<string>): Map<string, number> {
  const seen = new Map<string, number>()
  const see = (address: string, time: number | null): void => {
    if (time === null || !wanted.has(address)) return
    const before = seen.get(address)
    if (before === undefined || time < before) seen.set(address, time)
  }
  for (const { wallet, time } of facts.funding) see(wallet, time)
  for (const rows of [index.flows.transfers, index.flows.payments])
    for (const { from, to, time } of rows) {
      see(from, time)
      see(to, time)
    }
  return seen
}
