import type { MoneyPath } from '../../src-shared/contract/records/evidence.ts'
import type { SnapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import { shortAddress } from '../../src-shared/domain/shown.ts'
import type { Findings } from '../detectors/findings.ts'
import { countText } from '../detectors/text.ts'
import { linksBetween } from './links.ts'

/** Longer paths mean nothing, since most wallets are within six hops of each other. */
const MAX_HOPS = 6

type Hop = MoneyPath['hops'][number]

/** The shortest path of stored movements between two wallets, in either direction, without crossing a hub. */
export function moneyPath(findings: Findings, { a, b }: { a: string; b: string }): MoneyPath {
  const path = shortestPath(findings, a, b)
  const hops = path.slice(1).map((to, i) => hop(findings, path[i] ?? a, to))
  return { a, b, hops, sentence: sentence(a, b, path) }
}

function sentence(a: string, b: string, path: readonly string[]): string {
  if (a === b) return 'Both are the same wallet.'
  if (path.length === 0)
    return `No stored movements lead from ${shortAddress(a)} to ${shortAddress(b)} in ${MAX_HOPS} hops without crossing a shared service.`
  if (path.length === 2) return `${shortAddress(a)} and ${shortAddress(b)} dealt with each other directly.`
  return `${shortAddress(a)} reaches ${shortAddress(b)} in ${countText(path.length - 1, 'hop')}, through ${path.slice(1, -1).map(shortAddress).join(' and ')}.`
}

/** Addresses from a to b; empty if no path exists. Ties by address order. */
function shortestPath(findings: Findings, a: string, b: string): string[] {
  if (a === b) return []
  const neighbours = neighboursOf(findings)
  const cameFrom = new Map<string, string>([[a, a]])
  let frontier: string[] = [a]
  for (let hops = 0; hops < MAX_HOPS && frontier.length > 0 && !cameFrom.has(b); hops++) {
    const next: string[] = []
    for (const from of frontier.sort()) {
      if (from !== a && findings.index.isHub(from)) continue
      for (const to of [...(neighbours.get(from) ?? [])].sort()) {
        if (cameFrom.has(to)) continue
        cameFrom.set(to, from)
        next.push(to)
      }
    }
    frontier = next
  }
  if (!cameFrom.has(b)) return []
  const path = [b]
  for (let at = b; at !== a; path.push(at)) at = cameFrom.get(at) ?? a
  return path.reverse()
}

const adjacency = new WeakMap<Findings, ReadonlyMap<string, ReadonlySet<string>>>()

function neighboursOf(findings: Findings): ReadonlyMap<string, ReadonlySet<string>> {
  const known = adjacency.get(findings)
  if (known !== undefined) return known
  const { index, facts } = findings
  const near = new Map<string, Set<string>>()
  const link = (x: string, y: string): void => {
    const known = near.get(x)
    if (known === undefined) near.set(x, new Set([y]))
    else known.add(y)
  }
  const both = (x: string, y: string): void => {
    if (x === y) return
    link(x, y)
    link(y, x)
  }
  for (const rows of [index.flows.transfers, index.flows.payments]) for (const { from, to } of rows) both(from, to)
  for (const { funder, wallet } of facts.funding) if (funder !== null) both(funder, wallet)
  for (const { source, target } of facts.recordedLinks) both(source, target)
  adjacency.set(findings, near)
  return near
}

/** The movement between two neighbours: a first funding, else the most frequent one. */
function hop(findings: Findings, from: string, to: string): Hop {
  const { links, byToken } = linksBetween(findings, (x, y) => (x === from && y === to) || (x === to && y === from))
  const moved = [...links, ...[...byToken.values()].flat()].filter(({ kind }) => kind === 'transfer' || kind === 'funding')
  const [best] = moved.sort((x, y) => rank(y) - rank(x) || (x.token < y.token ? -1 : 1))
  if (best === undefined) return firstCoin(findings, from, to)
  const ahead = best.source === from ? [best.forward, best.forward_count] : [best.backward, best.backward_count]
  const back = best.source === from ? [best.backward, best.backward_count] : [best.forward, best.forward_count]
  const outward = (ahead[0] ?? 0) > 0
  const [amount, count] = outward ? ahead : back
  return {
    from: outward ? from : to,
    to: outward ? to : from,
    kind: best.kind,
    token: best.token,
    amount: amount ?? 0,
    count: count ?? null,
    first_time: best.first_time,
    last_time: best.last_time,
    evidence: best.evidence,
  }
}

const rank = ({ kind, forward_count: forward, backward_count: backward }: SnapshotLink): number =>
  (kind === 'funding' ? 1e12 : 0) + (forward ?? 0) + (backward ?? 0)

/** A first funding without a stored amount. */
function firstCoin({ index }: Findings, from: string, to: string): Hop {
  const [payer, wallet] = index.funding.get(to)?.funder === from ? [from, to] : [to, from]
  const row = index.funding.get(wallet)
  const time = row?.time ?? null
  return {
    from: payer,
    to: wallet,
    kind: 'funding',
    token: 'native',
    amount: null,
    count: 1,
    first_time: time,
    last_time: time,
    evidence: row?.tx == null ? [] : [row.tx],
  }
}
