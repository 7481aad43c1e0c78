import type { GraphLink, GraphNode, LineKind } from './elements.ts'
import type { NodeRow } from './filter.ts'

/** One sample of each kind, for the legend. */

const SAMPLE_RADIUS = 6

export function sampleNode(row: NodeRow): GraphNode {
  return {
    id: row.id,
    kind: row.kind,
    name: null,
    percentage: 0,
    radius: SAMPLE_RADIUS,
    cluster: row.id === 'clustered' ? 0 : null,
    creator: false,
    degree: 0,
    since: null,
    added: false,
    members: [],
  }
}

export function sampleLink(line: LineKind): GraphLink {
  const record = {
    source: '',
    target: '',
    kind: 'transfer' as const,
    token: 'self',
    forward: 0,
    backward: 0,
    forward_count: null,
    backward_count: null,
    first_time: null,
    last_time: null,
    evidence: [],
  }
  return {
    id: line,
    source: '',
    target: '',
    line,
    forward: line !== 'together',
    backward: false,
    width: 1.6,
    weight: 1,
    toHub: false,
    inside: true,
    bend: 0,
    record,
    count: 1,
  }
}
