import type { Origin } from '../../src-shared/domain/token.ts'
import type { DataSource, RecordAnswer, RecordName, TokenRecords } from './interface.ts'
import { STREAMED_NAMES, type ComputedRecords } from './messages.ts'
import type { RecordBytes } from './record-bytes.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import type { Completeness } from '../records/completeness.ts'
import { isRecordReady } from './readiness.ts'
import { streamPayloads, type StreamPayloads } from './stream-payloads.ts'
import { RECORD_STREAMS, type RecordStream } from './token-records.ts'
import { unknownFields } from './unknown-fields.ts'

/** The record whose facts a stream needs. */
const STREAM_RECORDS: Readonly<Record<RecordStream, RecordName>> = {
  dex_metrics: 'dexMetrics',
  clusters: 'clusters',
  insiders: 'insiders',
  bundlers: 'bundlers',
  snipers: 'snipers',
}

/** Records that state 0 for the early wallets of some networks, whatever is stored (docs/api/records.md#overview). */
const ZEROED_RECORDS: ReadonlySet<RecordName> = new Set(['overview', 'dexMetrics'])

/** The records of a token at one version of its facts, as the worker serialised them. */
export class RecordSet {
  readonly version: string
  readonly origin: Origin
  readonly streams: StreamPayloads
  /** Equal when all streamed records and their completeness are equal and the same streams are ready. */
  readonly fingerprint: string
  readonly #asOfMs: number
  readonly #completeness: Completeness
  readonly #bytes = new Map<RecordName, RecordBytes>()
  readonly #answers = new Map<RecordName, CachedRecord<unknown>>()

  /** @param firstRead of the token at this version */
  constructor(computed: ComputedRecords, firstRead: FirstRead | null) {
    const { version, origin, asOf, bodies, texts, completeness } = computed
    const { dexMetrics, clusters } = bodies
    if (texts === null || dexMetrics === undefined || clusters === undefined) throw new Error('the streamed records are missing')
    this.version = version
    this.origin = origin
    this.#asOfMs = asOf * 1000
    this.#completeness = completeness
    const isStreamReady = (stream: RecordStream): boolean => isRecordReady({ firstRead }, STREAM_RECORDS[stream])
    this.streams = streamPayloads(texts, { dexMetrics, clusters }, completeness, isStreamReady)
    const ready = RECORD_STREAMS.filter((stream) => this.streams[stream] !== null)
    this.fingerprint = [...STREAMED_NAMES.map((name) => bodies[name]?.etag), JSON.stringify(completeness), ...ready].join()
    this.add(computed)
  }

  has(name: RecordName): boolean {
    return this.#bytes.has(name)
  }

  /** Adds records of the same version that were made later. */
  add({ bodies }: Pick<ComputedRecords, 'bodies'>): void {
    for (const [name, bytes] of Object.entries(bodies) as [RecordName, RecordBytes][]) {
      if (!this.has(name)) this.#bytes.set(name, bytes)
    }
  }

  /**
   * The same object for each request, so that callers can keep what they derive from it.
   *
   * @throws Error for a record that is not in the set
   */
  answer<N extends RecordName>(name: N, source: DataSource): RecordAnswer<TokenRecords[N]> {
    const made = this.#answers.get(name) as CachedRecord<TokenRecords[N]> | undefined
    if (made?.source === source) return made
    const bytes = this.#bytes.get(name)
    if (bytes === undefined) throw new Error(`the record ${name} was not made`)
    const { unknown, publicUnknown, coverage } = this.#completeness
    const fields = unknownFields(name, ZEROED_RECORDS.has(name) ? publicUnknown : unknown)
    const answer = new CachedRecord<TokenRecords[N]>(bytes, { asOf: this.#asOfMs, source, unknown: fields, coverage })
    this.#answers.set(name, answer)
    return answer
  }
}

class CachedRecord<T> implements RecordAnswer<T> {
  readonly json: Buffer
  readonly etag: string
  readonly rowStarts: Uint32Array | undefined
  readonly asOf: number
  readonly source: DataSource
  readonly unknown: readonly string[]
  readonly coverage: string | null
  #value: T | undefined

  constructor(
    { json, etag, rowStarts }: RecordBytes,
    { asOf, source, unknown, coverage }: Pick<RecordAnswer<T>, 'asOf' | 'source' | 'unknown' | 'coverage'>,
  ) {
    this.json = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    this.etag = etag
    this.rowStarts = rowStarts
    this.asOf = asOf
    this.source = source
    this.unknown = unknown
    this.coverage = coverage
  }

  /** Parsed on first use: a full holder list is megabytes, and most callers need the bytes only. */
  get value(): T {
    return (this.#value ??= JSON.parse(this.json.toString('utf8')) as T)
  }
}
