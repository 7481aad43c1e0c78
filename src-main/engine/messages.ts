import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { TokenRoles } from '../../src-shared/domain/token-roles.ts'
import type { Origin } from '../../src-shared/domain/token.ts'
import type { ActiveRules } from '../detectors/rules/rule-set.ts'
import type { Completeness } from '../records/completeness.ts'
import type { Flow, FlowInput } from '../records/trace.ts'
import type { StorePlace } from '../store/place.ts'
import type { AcrossAnswer, AcrossQuestion } from './across-question.ts'
import type { RecordName, StreamedName } from './interface.ts'
import type { Query } from './queries.ts'
import type { RecordBytes } from './record-bytes.ts'
import type { StreamTexts } from './stream-payloads.ts'

/** Messages between the engine and its worker. */

export interface WorkerSetup {
  readonly place: StorePlace
}

export type EngineRequest =
  | { readonly id: number; readonly kind: 'records'; readonly token: TokenKey; readonly active: ActiveRules; readonly names: readonly RecordName[] }
  | { readonly id: number; readonly kind: 'snapshot'; readonly token: TokenKey; readonly active: ActiveRules }
  | { readonly id: number; readonly kind: 'query'; readonly token: TokenKey; readonly active: ActiveRules; readonly query: Query }
  | { readonly id: number; readonly kind: 'across'; readonly question: AcrossQuestion }
  | { readonly id: number; readonly kind: 'flow'; readonly input: FlowInput }
  | { readonly id: number; readonly kind: 'close' }

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
  readonly json: Uint8Array<ArrayBuffer>
  /** The newest block in it; null if unknown. */
  readonly block: number | null
  /** Whether it differs from the newest stored snapshot. */
  readonly isNew: boolean
  readonly roles: TokenRoles
}

export type EngineResponse =
  | { readonly id: number; readonly kind: 'records'; readonly value: ComputedRecords | null }
  | { readonly id: number; readonly kind: 'snapshot'; readonly value: ComputedSnapshot | null }
  | { readonly id: number; readonly kind: 'query'; readonly value: QueryResult | null }
  | { readonly id: number; readonly kind: 'across'; readonly value: AcrossAnswer }
  | { readonly id: number; readonly kind: 'flow'; readonly value: Flow }
  | { readonly id: number; readonly kind: 'closed' }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly stack: string | null }

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
