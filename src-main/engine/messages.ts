import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { TokenRoles } from '../../src-shared/domain/token-roles.ts'
import type { Origin } from '../../src-shared/domain/token.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { SerializedError } from '../lib/serialized-error.ts'
import type { Completeness } from '../records/completeness.ts'
import type { Flow, FlowInput } from '../records/trace.ts'
import type { StoreLocation } from '../store/location.ts'
import type { AcrossAnswer, AcrossQuestion } from './across-question.ts'
import type { RecordName, StreamedName } from './interface.ts'
import type { Query } from './queries.ts'
import type { RecordBytes } from './record-bytes.ts'
import type { StreamTexts } from './stream-payloads.ts'

/** Messages between the engine and its worker. */

export interface WorkerSetup {
  readonly location: StoreLocation
}

/** What the worker is asked for. Null if the token is not stored. */
export interface EngineCalls {
  records(token: TokenKey, active: ActiveRules, names: readonly RecordName[]): ComputedRecords | null
  snapshot(token: TokenKey, active: ActiveRules): ComputedSnapshot | null
  query(token: TokenKey, active: ActiveRules, query: Query): QueryResult | null
  across(question: AcrossQuestion): AcrossAnswer
  snapshotClusters(token: TokenKey, timestamp: number): Pick<RecordBytes, 'json'> | null
  traceFlow(input: FlowInput): Flow
  close(): void
}
export type EngineCall = keyof EngineCalls
export type EngineAnswer = ReturnType<EngineCalls[EngineCall]>

export interface EngineRequest {
  readonly id: number
  readonly name: EngineCall
  readonly args: readonly unknown[]
}

export type EngineResponse = { readonly id: number } & (
  | { /** `isPacked`: whether its long lists are packed (src-main/lib/long-lists.ts). */ readonly value: unknown; readonly isPacked: boolean }
  | { readonly error: SerializedError }
)

export interface ComputedRecords {
  readonly version: string
  readonly origin: Origin
  /** Unix seconds. */
  readonly asOf: number
  /** The requested records. */
  readonly bodies: Readonly<Partial<Record<RecordName, RecordBytes>>>
  /** Null if the streamed records were not requested. */
  readonly texts: StreamTexts | null
  readonly completeness: Completeness
}

export interface QueryResult {
  readonly body: RecordBytes
  /** Unix seconds. */
  readonly asOf: number
  readonly origin: Origin
  readonly completeness: Completeness
}

export interface ComputedSnapshot {
  /** Unix seconds. */
  readonly timestamp: number
  readonly wallets: number
  readonly links: number
  /** In shared memory. */
  readonly json: Uint8Array
  /** The newest block in it; null if unknown. */
  readonly block: number | null
  /** Hash of that block; null if it is not stored. */
  readonly hash: string | null
  /** The newest stored snapshot if this one only repeats it, in Unix seconds. Else null. */
  readonly repeats: number | null
  readonly roles: TokenRoles
}

const STREAMED: Readonly<Record<StreamedName, true>> = {
  overview: true,
  distribution: true,
  clusters: true,
  snipers: true,
  bundlers: true,
  insiders: true,
  dexMetrics: true,
}
const NAMES: Readonly<Record<RecordName, true>> = {
  ...STREAMED,
  localOverview: true,
  localClusters: true,
  localDistribution: true,
  localOverlap: true,
  localHolders: true,
}
export const RECORD_NAMES = Object.keys(NAMES) as RecordName[]
export const STREAMED_NAMES = Object.keys(STREAMED) as StreamedName[]
