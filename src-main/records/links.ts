import type { LinkKind, SnapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { NATIVE } from '../../src-shared/domain/events.ts'
import { MAX_EVIDENCE } from '../../src-shared/domain/evidence.ts'
import type { Findings } from '../detectors/findings.ts'
import { compareText } from '../../src-shared/domain/compare.ts'
import { pushTo } from '../detectors/math/order.ts'

/** Links of a snapshot: one link per pair of nodes, kind and token, from all its movements (docs/api/records.md#snapshot). */

export interface NodeLinks {
  readonly links: readonly SnapshotLink[]
  /** Links in other tokens, by token address. */
  readonly byToken: ReadonlyMap<string, readonly SnapshotLink[]>
}

interface Draft {
  readonly source: string
  readonly target: string
  readonly kind: LinkKind
  readonly token: string
  readonly decimals: number
  forward: bigint
  backward: bigint
  forwardCount: number
  backwardCount: number
  first: number | null
  last: number | null
  readonly evidence: string[]
}

/** Whether movements between two addresses are included. */
type LinkFilter = (from: string, to: string) => boolean

export function linksBetween(findings: Findings, isIncluded: LinkFilter): NodeLinks {
  const { facts, index } = findings
  /** By source, then by target. At most three: the token moved, and the native coin moved or funded. */
  const drafts = new Map<string, Map<string, Draft[]>>()
  const all: Draft[] = []
  const add = (
    kind: LinkKind,
    token: string,
    decimals: number,
    row: { from: string; to: string; raw: bigint; time: number | null; tx: string },
  ): void => {
    if (row.from === row.to || !isIncluded(row.from, row.to)) return
    const [source, target] = row.from < row.to ? [row.from, row.to] : [row.to, row.from]
    const targets = drafts.get(source) ?? new Map<string, Draft[]>()
    drafts.set(source, targets)
    const between = targets.get(target) ?? []
    targets.set(target, between)
    let draft = between.find((link) => link.kind === kind && link.token === token)
    if (draft === undefined) {
      draft = {
        source,
        target,
        kind,
        token,
        decimals,
        forward: 0n,
        backward: 0n,
        forwardCount: 0,
        backwardCount: 0,
        first: null,
        last: null,
        evidence: [],
      }
      between.push(draft)
      all.push(draft)
    }
    const forward = row.from === source
    draft[forward ? 'forward' : 'backward'] += row.raw
    draft[forward ? 'forwardCount' : 'backwardCount'] += 1
    if (row.time !== null) {
      draft.first = draft.first === null ? row.time : Math.min(draft.first, row.time)
      draft.last = draft.last === null ? row.time : Math.max(draft.last, row.time)
    }
    if (draft.evidence.length < MAX_EVIDENCE && !draft.evidence.includes(row.tx)) draft.evidence.push(row.tx)
  }
  for (const row of index.flows.transfers) add('transfer', 'self', facts.token.decimals, row)
  for (const row of index.flows.payments) {
    const first = index.funding.get(row.to)
    add(first?.tx === row.tx && first.funder === row.from ? 'funding' : 'transfer', 'native', index.nativeDecimals, row)
  }
  const links = all.map(finish)
  links.push(...sameTransaction(findings, isIncluded))
  const byToken = new Map<string, SnapshotLink[]>()
  for (const link of recorded(findings, isIncluded)) {
    if (link.token === 'self' || link.token === 'native') links.push(link)
    else pushTo(byToken, link.token, link)
  }
  for (const list of byToken.values()) list.sort(byEnds)
  return { links: links.sort(byEnds), byToken: new Map([...byToken].sort(([a], [b]) => compareText(a, b))) }
}

function finish(draft: Draft): SnapshotLink {
  return {
    source: draft.source,
    target: draft.target,
    kind: draft.kind,
    token: draft.token,
    forward: toUnits(draft.forward, draft.decimals),
    backward: toUnits(draft.backward, draft.decimals),
    forward_count: draft.forwardCount,
    backward_count: draft.backwardCount,
    first_time: draft.first,
    last_time: draft.last,
    evidence: draft.evidence,
  }
}

/** Of a link without counted movements. */
const UNCOUNTED = { forward_count: null, backward_count: null, first_time: null, last_time: null }

/** Wallets that bought in one transaction. Nothing moved between them, so amounts are 0 and counts unknown. */
function sameTransaction({ clusters }: Findings, isIncluded: LinkFilter): SnapshotLink[] {
  return clusters.edges.flatMap(({ a, b, facts }) => {
    const same = facts.filter(({ rule }) => rule === 'same_tx')
    if (same.length === 0 || !isIncluded(a, b)) return []
    return [
      {
        source: a,
        target: b,
        kind: 'same_tx' as const,
        token: 'self',
        forward: 0,
        backward: 0,
        ...UNCOUNTED,
        evidence: same.flatMap(({ evidence }) => evidence).slice(0, MAX_EVIDENCE),
      },
    ]
  })
}

/** Totals of an imported map, which have no counts, times or transactions. */
function recorded({ facts }: Findings, isIncluded: LinkFilter): SnapshotLink[] {
  return facts.recordedLinks
    .filter(({ source, target }) => isIncluded(source, target))
    .map(({ source, target, token, forward, backward }) => ({
      source,
      target,
      kind: 'transfer' as const,
      token: token === NATIVE ? 'native' : token === facts.token.address ? 'self' : token,
      forward,
      backward,
      ...UNCOUNTED,
      evidence: [],
    }))
}

function byEnds(x: SnapshotLink, y: SnapshotLink): number {
  const ends = compareText(x.source, y.source) || compareText(x.target, y.target)
  return ends || compareText(x.kind, y.kind) || compareText(x.token, y.token) || x.forward - y.forward
}

/** Number of counted movements of a link, in both directions. */
export const countMovements = ({ forward_count: forward, backward_count: backward }: SnapshotLink): number => (forward ?? 0) + (backward ?? 0)
