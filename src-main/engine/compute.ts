import { isDeepStrictEqual } from 'node:util'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { StreamData } from '../../src-shared/contract/streams.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import { toShared } from '../lib/shared-bytes.ts'
import { completenessOf } from '../records/completeness.ts'
import { clustersOfSnapshot } from '../records/snapshot-clusters.ts'
import { snapshotRecord } from '../records/snapshot.ts'
import { tokenRoles } from '../records/token-roles.ts'
import type { StoreReads } from '../store/interface.ts'
import type { RecordName } from './interface.ts'
import type { ComputedRecords, ComputedSnapshot, QueryResult } from './messages.ts'
import { serialise, serialiseHolders, type RecordBytes } from './record-bytes.ts'
import { answerQuery, type Query } from './queries.ts'
import type { StateHistory } from './query-source.ts'
import { readSnapshot } from './read-snapshot.ts'
import { streamTexts } from './stream-payloads.ts'
import { rulesKey, type IndexedFacts } from './indexed-facts.ts'

/** Findings → serialised records, on the calling thread. */

/** Computes and serialises only the named records. Null when nothing is stored. */
export function computeRecords(facts: IndexedFacts, key: TokenKey, active: ActiveRules, names: readonly RecordName[]): ComputedRecords | null {
  const found = facts.get(key, active)
  if (found === null) return null
  const { token, version, findings, records } = found
  const bodies = Object.fromEntries(names.map((name) => [name, name === 'localHolders' ? serialiseHolders(records[name]) : serialise(records[name])]))
  const texts = names.includes('dexMetrics') ? streamTexts(records.dexMetrics) : null
  return { version, origin: token.origin, asOf: token.asOf, bodies, texts, completeness: completenessOf(findings, token.firstRead) }
}

/**
 * The snapshot of the stored state, timestamped with that state, and the roles of its wallets. Null when nothing is stored. A state that was
 * imported from a snapshot is never new.
 */
export function computeSnapshot(reads: StoreReads, facts: IndexedFacts, key: TokenKey, active: ActiveRules): ComputedSnapshot | null {
  const found = facts.get(key, active)
  if (found === null) return null
  const record = snapshotRecord(found.findings, found.token.asOf)
  const { asOf, asOfBlock: block, asOfHash: hash, clustersFrom, firstRead } = found.token
  const newest = readSnapshot(reads, key, null)
  return {
    timestamp: record.timestamp,
    ...{ wallets: record.nodes.length, links: record.links.length },
    json: toShared(serialise(record).json),
    ...{ block, hash },
    repeats: newest !== null && (clustersFrom === 'snapshot' || differOnlyInTime(newest, record)) ? newest.timestamp : null,
    roles: { asOf, block, rules: rulesKey(active), ...tokenRoles(found.findings, firstRead) },
  }
}

function differOnlyInTime(before: SnapshotRecord, { timestamp, ...record }: SnapshotRecord): boolean {
  const currency = { ...before.currency, as_of: record.currency.as_of }
  return isDeepStrictEqual({ ...before, timestamp, currency }, { timestamp, ...(JSON.parse(JSON.stringify(record)) as object) })
}

/** What the stream of clusters sends for a stored snapshot. */
export function computeSnapshotClusters(reads: StoreReads, token: TokenKey, timestamp: number): RecordBytes | null {
  const snapshot = readSnapshot(reads, token, timestamp)
  if (snapshot === null) return null
  const clusters: StreamData<'clusters'> = { total_supply: snapshot.token_metadata.total_supply, ...clustersOfSnapshot(snapshot) }
  return serialise(clusters)
}

export function computeAnswer(
  reads: StoreReads,
  { facts, stateHistory }: { readonly facts: IndexedFacts; readonly stateHistory: StateHistory },
  key: TokenKey,
  active: ActiveRules,
  question: Query,
): QueryResult | null {
  const found = facts.get(key, active)
  if (found === null) return null
  const { token, findings } = found
  const completeness = completenessOf(findings, token.firstRead)
  return {
    body: serialise(answerQuery(question, { ...found, reads, stateHistory })),
    asOf: token.asOf,
    origin: token.origin,
    completeness,
  }
}
