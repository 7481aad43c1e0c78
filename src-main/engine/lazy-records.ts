import type { DataSource, RecordAnswer, RecordName, StreamedRecords, TokenRecords } from './interface.ts'
import { STREAMED_NAMES, type ComputedRecords } from './messages.ts'

/** Records as bytes that turn into values only when somebody looks: a full holder list is megabytes. */
export interface LazyRecords {
  readonly version: string
  has(name: RecordName): boolean
  /** Takes in records of the same version that were made later. */
  add(later: ComputedRecords): void
  /** The same answer every time. Throws for a record that was not made. */
  answer<N extends RecordName>(name: N, source: DataSource): RecordAnswer<TokenRecords[N]>
  readonly streamed: StreamedRecords
  /** Equal when all streamed records are equal. */
  readonly fingerprint: string
}

interface Body {
  readonly json: Buffer
  readonly etag: string
  /** What the bytes say, once somebody looked. */
  value?: unknown
  /** The same object every time: records are asked for thousands of times between two recounts. */
  readonly answers: Map<DataSource, unknown>
}

export function lazyRecords(computed: ComputedRecords): LazyRecords {
  const { version, asOf } = computed
  const bodies = new Map<RecordName, Body>()
  const body = (name: RecordName): Body => {
    const made = bodies.get(name)
    if (made === undefined) throw new Error(`the record ${name} was not made`)
    return made
  }
  const value = <N extends RecordName>(name: N): TokenRecords[N] => {
    const made = body(name)
    if (!('value' in made)) made.value = JSON.parse(made.json.toString('utf8'))
    return made.value as TokenRecords[N]
  }
  const add = ({ bodies: later }: ComputedRecords): void => {
    for (const [name, { json, etag }] of Object.entries(later) as [RecordName, { json: Uint8Array<ArrayBuffer>; etag: string }][])
      if (!bodies.has(name)) bodies.set(name, { json: Buffer.from(json.buffer, json.byteOffset, json.byteLength), etag, answers: new Map() })
  }
  add(computed)
  const answerOf = <N extends RecordName>(name: N, source: DataSource): RecordAnswer<TokenRecords[N]> => {
    const { json, etag, answers } = body(name)
    const present = answers.get(source)
    if (present !== undefined) return present as RecordAnswer<TokenRecords[N]>
    const made: RecordAnswer<TokenRecords[N]> = {
      get value() {
        return value(name)
      },
      json,
      etag,
      asOf: asOf * 1000,
      source,
    }
    answers.set(source, made)
    return made
  }
  const streamed = Object.defineProperties(
    {},
    Object.fromEntries(STREAMED_NAMES.map((name) => [name, { enumerable: true, get: () => value(name) }])),
  ) as StreamedRecords
  return {
    version,
    streamed,
    has: (name) => bodies.has(name),
    add,
    fingerprint: STREAMED_NAMES.map((name) => body(name).etag).join(),
    answer: answerOf,
  }
}
