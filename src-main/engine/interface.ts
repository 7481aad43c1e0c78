import type { RuleList } from '../../src-shared/contract/records/evidence.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { RuleChanges } from '../detectors/rules/changes.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { Flow, FlowInput } from '../records/trace.ts'
import type { AcrossName, AcrossTokens } from './across-question.ts'
import type { Queries, QueryName } from './queries.ts'
import type { StreamPayloads } from './stream-payloads.ts'
import type { RecordName, TokenRecords } from './token-records.ts'

export type { StreamPayload, StreamPayloads } from './stream-payloads.ts'
export { RECORD_STREAMS, isRecordStream, type RecordName, type StreamedName, type TokenRecords } from './token-records.ts'
export { largest as largestCarried, type Carried, type Flow, type FlowWallet } from '../records/trace.ts'
export { ruleProblems, type RuleChanges } from '../detectors/rules/changes.ts'

export type RecordsListener = (token: TokenKey, payloads: StreamPayloads) => void

export type DataSource = 'live' | 'snapshot' | 'import'

/** A record with its serialised bytes, which are made once per version and shared by every answer. */
export interface RecordAnswer<T> {
  readonly value: T
  readonly json: Buffer
  /** SHA-256 of the bytes, hex. */
  readonly etag: string
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
  /** Fields of the record whose value is not known (docs/api/rest.md#unknown-figures). */
  readonly unknown: readonly string[]
  /** What the facts cover where that is not everything. */
  readonly coverage: string | null
}

export interface TakenSnapshot {
  /** The new snapshot, or the newest if nothing changed since. */
  readonly snapshot: SnapshotRecord
  readonly isNew: boolean
}

/** What a query is computed under, if it differs from public records. */
export interface CountedUnder {
  /** The rules, with these changes instead of the owner's. */
  readonly trial?: RuleChanges | undefined
  /** A case whose tags and entities count. */
  readonly caseId?: string | undefined
}

/** Facts in the store → records. Heavy work runs in a worker; nothing here talks to a chain. */
export interface Engine {
  /** Null when nothing is stored for the token, or not yet what the record needs. At once where the record is in memory. */
  record<N extends RecordName>(token: TokenKey, name: N): Awaitable<RecordAnswer<TokenRecords[N]> | null>
  /** The current payloads of the streams of a token's records. Null as for `record`. */
  streamPayloads(token: TokenKey): Promise<StreamPayloads | null>
  /** Stores a snapshot of the stored state under the time of that state. A state equal to the newest snapshot makes none. */
  takeSnapshot(token: TokenKey): Promise<TakenSnapshot>
  /** A query beyond the records, as public records are computed or under something else. Null as for `record`. */
  query<N extends QueryName>(
    token: TokenKey,
    name: N,
    params: Queries[N]['params'],
    under?: CountedUnder,
  ): Promise<RecordAnswer<Queries[N]['answer']> | null>
  /** A question across the stored tokens of a network, from what was counted with their snapshots. @throws AppError token_not_found */
  across<N extends AcrossName>(name: N, params: AcrossTokens[N]['params']): Promise<AcrossTokens[N]['answer']>
  /** How traced money flows between wallets. */
  traceFlow(input: FlowInput): Promise<Flow>
  /** The rule set in force. */
  activeRules(): ActiveRules
  /** Every threshold with its value now and as shipped. */
  rules(): RuleList
  /**
   * Replaces the owner's changes of the rules, stores them, and has all tokens recomputed.
   *
   * @throws Error for changes in which `ruleProblems` finds a problem
   */
  setRules(changes: RuleChanges): Promise<void>
  /** The case whose tags and entities count in public records and streams; null for none. */
  publicCase(): Promise<string | null>
  /** Sets or clears that case, and has all tokens recomputed. */
  setPublicCase(id: string | null): Promise<void>
  /** To be called after a case changed. Recomputes public records where they count it. */
  claimsChanged(caseId: string): Promise<void>
  /** To be called after facts of a token changed. Recomputes its records while there are listeners. */
  factsChanged(token: TokenKey): void
  /** Calls the listener after each recomputation that changed streamed records. Returns the function that removes it. */
  onRecords(listener: RecordsListener): () => void
  close(): Promise<void>
}
