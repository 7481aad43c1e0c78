import type { ComputedRecords } from './messages.ts'
import { RECORD_NAMES } from './messages.ts'
import type { DataSource, RecordAnswer, RecordName, TokenRecords } from './interface.ts'

/** Records as bytes that turn into values only when somebody looks: a full holder list is megabytes. */
export interface LazyRecords {
  readonly version: string
  answer<N extends RecordName>(name: N, source: DataSource): RecordAnswer<TokenRecords[N]>
  readonly records: TokenRecords
  /** Equal when all records are equal. */
  readonly fingerprint: string
}

export function lazyRecords({ version, bodies, asOf }: ComputedRecords): LazyRecords {
  const buffers = new Map<RecordName, { json: Buffer; etag: string }>()
  for (const name of RECORD_NAMES) {
    const body = bodies[name]
    if (body === undefined) throw new Error(`the engine thread left out the record ${name}`)
    buffers.set(name, { json: Buffer.from(body.json.buffer, body.json.byteOffset, body.json.byteLength), etag: body.etag })
  }
  const values = new Map<RecordName, unknown>()
  const bytes = (name: RecordName): { json: Buffer; etag: string } => buffers.get(name) ?? { json: Buffer.alloc(0), etag: '' }
  const value = <N extends RecordName>(name: N): TokenRecords[N] => {
    if (!values.has(name)) values.set(name, JSON.parse(bytes(name).json.toString('utf8')))
    return values.get(name) as TokenRecords[N]
  }
  const answers = new Map<string, unknown>()
  /** The same object every time: records are asked for thousands of times between two recounts. */
  const answerOf = <N extends RecordName>(name: N, source: DataSource): RecordAnswer<TokenRecords[N]> => {
    const key = `${name} ${source}`
    const present = answers.get(key)
    if (present !== undefined) return present as RecordAnswer<TokenRecords[N]>
    const made: RecordAnswer<TokenRecords[N]> = {
      get value() {
        return value(name)
      },
      ...bytes(name),
      asOf: asOf * 1000,
      source,
    }
    answers.set(key, made)
    return made
  }
  const records = Object.defineProperties(
    {},
    Object.fromEntries(RECORD_NAMES.map((name) => [name, { enumerable: true, get: () => value(name) }])),
  ) as TokenRecords
  return {
    version,
    records,
    fingerprint: RECORD_NAMES.map((name) => bytes(name).etag).join(),
    answer: answerOf,
  }
}
