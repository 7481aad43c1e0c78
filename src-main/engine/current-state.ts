import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CurrentState, StatePart } from '../../src-shared/contract/records/current-state.ts'
import { explainedCluster, holderRow, type ExplainedClusters, type HolderPage } from '../../src-shared/contract/records/local.ts'
import { snapshotLink, snapshotNode, type SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { rowChanges, type RowForm } from '../records/row-changes.ts'
import { snapshotRecord } from '../records/snapshot.ts'
import type { StateHistory, StateParts, QuerySource } from './query-source.ts'
import { readSnapshot } from './read-snapshot.ts'

/** Three parts at two versions, for two tokens. A part of 5,000 holders takes about 5 MB. */
const MAX_ANSWERED = 12

export const createStateHistory = (): StateHistory => new LRUCache({ max: MAX_ANSWERED })

/** A longer list would keep the page busy for rows that no one reads. */
const MAX_HOLDERS = 50_000

const fieldsOf = <T extends object>({ shape }: { readonly shape: { readonly [F in keyof T]: unknown } }): (keyof T)[] =>
  Object.keys(shape) as (keyof T)[]

const NODES: RowForm<SnapshotRecord['nodes'][number]> = { key: ['address'], fields: fieldsOf(snapshotNode) }
const LINKS: RowForm<SnapshotRecord['links'][number]> = { key: ['source', 'target', 'kind', 'token'], fields: fieldsOf(snapshotLink) }
const HOLDERS: RowForm<HolderPage['holders'][number]> = { key: ['address'], fields: fieldsOf(holderRow) }
const CLUSTERS: RowForm<ExplainedClusters['clusters'][number]> = { key: ['id'], fields: fieldsOf(explainedCluster) }

const PARTS: { readonly [P in StatePart]: (source: QuerySource) => StateParts[P] } = {
  snapshot: (source) => importedSnapshot(source) ?? snapshotRecord(source.findings, source.findings.facts.asOf.time),
  holders: ({ records: { localHolders } }) => ({ ...localHolders, holders: localHolders.holders.slice(0, MAX_HOLDERS) }),
  clusters: ({ records }) => records.localClusters,
}

const CHANGES: { readonly [P in StatePart]: (before: StateParts[P] | null, after: StateParts[P]) => Pick<CurrentState<P>, 'rest' | 'lists'> } = {
  snapshot: (before, { nodes, links, categories, ...rest }) => ({
    rest: { ...rest, categories: categories.map(({ name, size_pct }) => ({ name, size_pct })) },
    lists: { nodes: rowChanges(before?.nodes ?? [], nodes, NODES), links: rowChanges(before?.links ?? [], links, LINKS) },
  }),
  holders: (before, { holders, ...rest }) => ({ rest, lists: { holders: rowChanges(before?.holders ?? [], holders, HOLDERS) } }),
  clusters: (before, { clusters, ...rest }) => ({ rest, lists: { clusters: rowChanges(before?.clusters ?? [], clusters, CLUSTERS) } }),
}

/** A part of the current state: the changes since a version if that is still in the history, else the whole part. */
export function statePart<P extends StatePart>(part: P, since: string | undefined, source: QuerySource): CurrentState<P> {
  const { token, stateHistory } = source
  // Hashed because every changed threshold makes the version longer.
  const version = createHash('sha256').update(source.version).digest('hex')
  const key = (of: string): string => `${part} ${token.network} ${token.address} ${of}`
  const before = (since === undefined ? undefined : stateHistory.get(key(since))) as StateParts[P] | undefined
  const after = (stateHistory.get(key(version)) as StateParts[P] | undefined) ?? PARTS[part](source)
  stateHistory.set(key(version), after)
  return { version, since: before === undefined ? null : since, ...CHANGES[part](before ?? null, after) } as CurrentState<P>
}

/** An imported token never changes, and its snapshot may hold more than the stored facts. */
const importedSnapshot = ({ reads, token }: QuerySource): SnapshotRecord | null =>
  token.origin === 'import' ? readSnapshot(reads, token, null) : null
