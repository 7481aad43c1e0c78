import { FACT_GROUPS, type FactGroup } from '../../src-shared/domain/token.ts'
import type { StoredToken } from '../store/interface.ts'
import type { RecordName } from './interface.ts'
import type { QueryName } from './queries.ts'

/** When a token's figures may be shown (docs/api/rest.md#first-read-of-a-token). */

/** Without the balances no share is known, and without the pools a pool counts as a wallet. */
const BASIC_NEEDS: readonly FactGroup[] = ['holders', 'pools']

/** Facts without which a record would be made up. The overview lists its unknown fields instead. */
const RECORD_NEEDS: Readonly<Record<RecordName, readonly FactGroup[]>> = {
  overview: BASIC_NEEDS,
  distribution: BASIC_NEEDS,
  clusters: [...BASIC_NEEDS, 'transfers'],
  snipers: [...BASIC_NEEDS, 'trades'],
  bundlers: [...BASIC_NEEDS, 'trades'],
  insiders: [...BASIC_NEEDS, 'transfers'],
  dexMetrics: BASIC_NEEDS,
  localOverview: BASIC_NEEDS,
  localClusters: [...BASIC_NEEDS, 'transfers'],
  localDistribution: BASIC_NEEDS,
  localOverlap: BASIC_NEEDS,
  localHolders: ['holders'],
}

/**
 * `RECORD_NEEDS` while the first read runs. Facts still to come may fill a list, and a reader could not tell an unfilled list from a clean one.
 * Once the read has ended, the facts that it did not bring are named beside the record.
 */
const NEEDS_WHILE_READING: Readonly<Record<RecordName, readonly FactGroup[]>> = {
  ...RECORD_NEEDS,
  clusters: FACT_GROUPS,
  bundlers: [...BASIC_NEEDS, 'trades', 'funding'],
  insiders: FACT_GROUPS,
  localClusters: FACT_GROUPS,
  localOverlap: FACT_GROUPS,
}

/** Queries with the needs of a record. All other queries need a read that has ended. */
const QUERY_RECORDS: Readonly<Partial<Record<QueryName, RecordName>>> = {
  currentSnapshot: 'localOverlap',
  currentHolders: 'localHolders',
  currentClusters: 'localClusters',
  clusterTotals: 'clusters',
}

type WithFirstRead = Pick<StoredToken, 'firstRead'>

export function isRecordReady({ firstRead }: WithFirstRead, name: RecordName): boolean {
  if (firstRead === null) return true
  const needs = firstRead.ended ? RECORD_NEEDS[name] : NEEDS_WHILE_READING[name]
  return !needs.some((group) => firstRead.missing.includes(group))
}

export function isQueryReady(token: WithFirstRead, name: QueryName): boolean {
  const record = QUERY_RECORDS[name]
  return record === undefined ? isReady(token) : isRecordReady(token, record)
}

/** Whether the first read has brought the needed facts. */
export const hasFacts = ({ firstRead }: WithFirstRead, needs: readonly FactGroup[] = BASIC_NEEDS): boolean =>
  firstRead === null || !needs.some((group) => firstRead.missing.includes(group))

/** Whether the first read has ended and brought the needed facts. */
export const isReady = (token: WithFirstRead, needs: readonly FactGroup[] = BASIC_NEEDS): boolean =>
  token.firstRead?.ended !== false && hasFacts(token, needs)
