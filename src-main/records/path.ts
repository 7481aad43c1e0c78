import type { MoneyPath } from '../../src-shared/contract/records/evidence.ts'
import type { SnapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import { shortAddress } from '../../src-shared/domain/shown.ts'
import type { Findings } from '../detectors/findings.ts'
import { countText } from '../detectors/wording.ts'
import { linksBetween } from './links.ts'

/** Longer ways than this say nothing: everybody is six hops from everybody. */
const MOST_HOPS = 6

type Hop = MoneyPath['hops'][number]

/** The shortest way of stored movements between two wallets, in either direction, crossing no shared service. */
export function moneyPath(findings: Findings, { a, b }: { a: string; b: string }): MoneyPath {
  const way = shortestWay(findings, a, b)
  const hops = way.slice(1).map((to, i) => hop(findings, way[i] ?? a, to))
  return { a, b, hops, sentence: sentence(a, b, way) }
}

function sentence(a: string, b: string, way: readonly string[]): string {
  if (a === b) return 'Both are the same wallet.'
  if (way.length === 0)
    return `No stored movements lead from ${shortAddress(a)} to ${shortAddress(b)} in ${MOST_HOPS} hops without crossing a shared service.`
  if (way.length === 2) return `${shortAddress(a)} and ${shortAddress(b)} dealt with each other directly.`
  return `${shortAddress(a)} reaches ${shortAddress(b)} in ${countText(way.length - 1, 'hop')}, through ${way.slice(1, -1).map(shortAddress).join(' and ')}.`
}

/** Addresses from a to b; empty when there is no way. Among equally short ones the first by addresses. */
function shortestWay(findings: Findings, a: string, b: string): string[] {
  if (a === b) return []
  const neighbours = neighboursOf(findings)
  const cameFrom = new Map<string, string>([[a, a]])
  let edge: string[] = [a]
  for (let hops = 0; hops < MOST_HOPS && edge.length > 0 && !cameFrom.has(b); hops++) {
    const next: string[] = []
    for (const from of edge.sort()) {
      if (from !== a && findings.study.isHub(from)) continue
      for (const to of [...(neighbours.get(from) ?? [])].sort()) {
        if (cameFrom.has(to)) continue
        cameFrom.set(to, from)
        next.push(to)
      }
    }
    edge = next
  }
  if (!cameFrom.has(b)) return []
  const way = [b]
  for (let at = b; at !== a; way.push(at)) at = cameFrom.get(at) ?? a
  return way.reverse()
}

const adjacency = new WeakMap<Findings, ReadonlyMap<string, ReadonlySet<string>>>()

function neighboursOf(findings: Findings): ReadonlyMap<string, ReadonlySet<string>> {
  const known = adjacency.get(findings)
  if (known !== undefined) return known
  const { study, facts } = findings
  const near = new Map<string, Set<string>>()
  const meet = (x: string, y: string): void => {
    const met = near.get(x)
    if (met === undefined) near.set(x, new Set([y]))
    else met.add(y)
  }
  const both = (x: string, y: string): void => {
    if (x === y) return
    meet(x, y)
    meet(y, x)
  }
  for (const rows of [study.flows.transfers, study.flows.payments]) for (const { from, to } of rows) both(from, to)
  for (const { funder, wallet } of facts.funding) if (funder !== null) both(funder, wallet)
  for (const { source, target } of facts.recordedLinks) both(source, target)
  adjacency.set(findings, near)
  return near
}

/** What moved between two neighbours: their first funding where it is one, else what moved most often. */
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

/** A first funding of which no amount is stored. */
function firstCoin({ study }: Findings, from: string, to: string): Hop {
  const [payer, wallet] = study.funding.get(to)?.funder === from ? [from, to] : [to, from]
  const row = study.funding.get(wallet)
  const time = row?.time ?? null
  return {
    from: payer,
    to: wallet,
    kind: 'funding',
    token: 'native',
    amount: 0,
    count: 1,
    first_time: time,
    last_time: time,
    evidence: row?.tx == null ? [] : [row.tx],
  }
}
