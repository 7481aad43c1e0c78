import type { RuleList } from '../../src-shared/contract/records/evidence.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { RuleChanges } from '../detectors/rules/changes.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { TokenRecords } from '../records/token-records.ts'
import type { Flow, FlowInput } from '../records/trace.ts'
import type { AcrossQuestionName, AcrossTokens } from './across-question.ts'
import type { Queries, QueryName } from './queries.ts'
import type { StreamPayloads } from './stream-payloads.ts'
import type { RecordName } from './token-records.ts'

export type { StreamPayload, StreamPayloads } from './stream-payloads.ts'
export type { TokenRecords } from '../records/token-records.ts'
export { RECORD_STREAMS, isRecordStream, type RecordName, type StreamedName } from './token-records.ts'
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
  /** As in the bytes (src-main/engine/record-bytes.ts). */
  readonly rowStarts?: Uint32Array | undefined
  /** Unix milliseconds of the state described. */
  readonly asOf: number
  readonly source: DataSource
  /** Fields of the record whose value is unknown (docs/api/rest.md#unknown-figures). */
  readonly unknown: readonly string[]
  /** What the facts cover, if not everything. */
  readonly coverage: string | null
}

export interface TakenSnapshot {
  /** Of the new snapshot, or of the newest if nothing changed since. Unix seconds. */
  readonly timestamp: number
  readonly wallets: number
  readonly links: number
  readonly isNew: boolean
}

/** How the rules of a query differ from those of public records. */
export interface CountedUnder {
  /** Changes to apply instead of the owner's. */
  readonly trial?: RuleChanges | undefined
  /** A case whose tags and entities count. */
  readonly caseId?: string | undefined
}

/** Facts in the store → records. Heavy work runs in a worker; nothing here talks to a chain. */
export interface Engine {
  /** Null if the token is not stored or facts that the record needs are missing. Synchronous if the record is cached. */
  record<N extends RecordName>(token: TokenKey, name: N): Awaitable<RecordAnswer<TokenRecords[N]> | null>
  /** The current payloads of the streams of a token's records. Null as for `record`. */
  streamPayloads(token: TokenKey): Promise<StreamPayloads | null>
  /** Stores a snapshot of the stored state, timestamped with that state. Stores none if the newest snapshot is equal. */
  takeSnapshot(token: TokenKey): Promise<TakenSnapshot>
  /** Counts the roles of a token's wallets, for questions across tokens. Each new snapshot counts them too. */
  countRoles(token: TokenKey): Promise<void>
  /** Answers a query beyond the records, under the rules of public records or the changes in `under`. Null as for `record`. */
  query<N extends QueryName>(
    token: TokenKey,
    name: N,
    params: Queries[N]['params'],
    under?: CountedUnder,
  ): Promise<RecordAnswer<Queries[N]['answer']> | null>
  /** Answers a question across the stored tokens of a network, from the roles stored with their snapshots. @throws AppError token_not_found */
  across<N extends AcrossQuestionName>(name: N, params: AcrossTokens[N]['params']): Promise<AcrossTokens[N]['answer']>
  /** The clusters of a stored snapshot, as their stream sends them: JSON. Null if it is not stored. */
  snapshotClusters(token: TokenKey, timestamp: number): Promise<Uint8Array | null>
  /** How traced money flows between wallets. */
  traceFlow(input: FlowInput): Promise<Flow>
  /** The rule set in force. */
  activeRules(): ActiveRules
  /** Every threshold with its current and its shipped value. */
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
  /** Call after a case changed. Recomputes public records if the case counts in them. */
  claimsChanged(caseId: string): Promise<void>
  /** Call after facts of a token changed. Recomputes its records while there are listeners. */
  factsChanged(token: TokenKey): void
  /** Calls the listener after each recomputation that changed streamed records. Returns the function that removes it. */
  onRecords(listener: RecordsListener): () => void
  close(): Promise<void>
}
