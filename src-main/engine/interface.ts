import type { RuleList } from '../../src-shared/contract/records/evidence.ts'
import type { ExplainedClusters, HolderPage, LocalDistribution, OverlapRecord } from '../../src-shared/contract/records/local.ts'
import type {
  BundlerRecord,
  ClusterRecord,
  DistributionRecord,
  InsiderRecord,
  OverviewRecord,
  SniperRecord,
} from '../../src-shared/contract/records/metrics.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { DexMetricsData } from '../../src-shared/contract/streams.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { RuleChanges } from '../detectors/rule-changes.ts'
import type { QuestionName, Questions } from './questions.ts'

export { ruleProblems, type RuleChanges } from '../detectors/rule-changes.ts'

/** All records computed from one revision of a token's stored facts. */
export interface TokenRecords {
  readonly overview: OverviewRecord
  readonly distribution: DistributionRecord
  readonly clusters: ClusterRecord
  readonly snipers: SniperRecord
  readonly bundlers: BundlerRecord
  readonly insiders: InsiderRecord
  readonly localClusters: ExplainedClusters
  readonly localDistribution: LocalDistribution
  readonly localOverlap: OverlapRecord
  readonly localHolders: HolderPage
  readonly dexMetrics: DexMetricsData
}
export type RecordName = keyof TokenRecords
/** Records that streams send: made at every recount. The others, lists of every holder among them, are made when asked for. */
export type StreamedName = Exclude<RecordName, `local${string}`>
export type StreamedRecords = Pick<TokenRecords, StreamedName>

export type DataSource = 'live' | 'snapshot' | 'import'

/** A record with its serialised bytes, made once per revision and shared by every answer. */
export interface RecordAnswer<T> {
  readonly value: T
  readonly json: Buffer
  readonly etag: string
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
}

/** Facts in the store → records. Heavy work runs in a worker; nothing here talks to a chain. */
export interface Engine {
  /** Null when nothing is stored for the token. */
  record<N extends RecordName>(token: TokenKey, name: N): Promise<RecordAnswer<TokenRecords[N]> | null>
  /** What `record` would answer without looking at the store; null where it would look first. */
  recordNow<N extends RecordName>(token: TokenKey, name: N): RecordAnswer<TokenRecords[N]> | null
  /** The snapshot of the stored state at this moment: built, stored, and told to listeners. */
  takeSnapshot(token: TokenKey, timestamp: number): Promise<SnapshotRecord>
  /** Something asked beyond the records, under the rules in force or others that are tried; null when nothing is stored for the token. */
  ask<N extends QuestionName>(
    token: TokenKey,
    name: N,
    particulars: Questions[N]['with'],
    trial?: RuleChanges,
  ): Promise<RecordAnswer<Questions[N]['answer']> | null>
  /** Every threshold with its value now and as shipped. */
  rules(): RuleList
  /**
   * Puts other thresholds in force: the whole set of changes. Kept in the store; all tokens are counted again.
   *
   * @throws Error for changes in which `ruleProblems` finds a fault
   */
  setRules(changes: RuleChanges): Promise<void>
  /** Called by whoever changed facts of a token; recounts when somebody listens. */
  factsChanged(token: TokenKey): void
  /** Fires after a recount whose streamed records differ from the ones before. */
  onRecords(listener: (token: TokenKey, records: StreamedRecords) => void): () => void
  close(): Promise<void>
}
