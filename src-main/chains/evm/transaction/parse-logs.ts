import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { fromHexNumber } from '../encoding/hex.ts'
import { HexWriter } from '../encoding/hex-writer.ts'
import { MalformedField, type Hex, type RawLog } from './log.ts'

/** Checked logs in two values that move between threads without a copy. A structured clone of the same logs takes three times as long. */
export interface PackedLogs {
  /** ASCII: the hex fields end to end, lower case; a field that repeats the previous log is left out. */
  readonly text: Uint8Array<ArrayBuffer>
  /** `COLUMNS` numbers per log, in the order `LogPacker` writes them. */
  readonly numbers: Float64Array<ArrayBuffer>
}

const COLUMNS = 8
/** LOG0 to LOG4: https://www.evm.codes/#a4. */
const MAX_TOPICS = 4
const ADDRESS_CHARS = 42
const HASH_CHARS = 66
/** Indices of the fields that often repeat the previous log; the topics come last. */
const FIELD = { address: 0, blockHash: 1, transactionHash: 2, topics: 3 } as const
const FIELDS = FIELD.topics + MAX_TOPICS
/** Stands for a block timestamp that the node omits. */
const NO_TIME = -1
/** A Transfer log adds a transaction hash, two topics and a word of data, and a block hash unless it repeats. */
const USUAL_CHARS = 5 * HASH_CHARS

/** @throws MalformedField */
export function parseLogs(value: unknown): RawLog[] {
  if (!Array.isArray(value)) throw new MalformedField([], 'expected a list')
  return unpackLogs(packLogs(value))
}

/**
 * Checks every field without zod: a schema takes five times as long for the 150,000 logs of a busy token.
 *
 * @param offset index of the first item in the whole answer, for the error
 * @throws MalformedField
 */
export function packLogs(items: readonly unknown[], offset = 0): PackedLogs {
  const packer = new LogPacker(items.length, offset)
  for (const item of items) packer.add(item)
  return packer.packed()
}

class LogPacker {
  readonly #text: HexWriter
  readonly #numbers: Float64Array<ArrayBuffer>
  readonly #offset: number
  /** The fields written last, as the node wrote them: a field with the same text needs no second check. */
  readonly #previous: (string | null)[] = Array.from({ length: FIELDS }, () => null)
  #count = 0
  /** A bit for each field that repeats the previous log. */
  #repeats = 0

  constructor(count: number, offset: number) {
    this.#text = new HexWriter(count * USUAL_CHARS)
    this.#numbers = new Float64Array(count * COLUMNS)
    this.#offset = offset
  }

  add(log: unknown): void {
    if (!isRecord(log)) throw new MalformedField([this.#offset + this.#count], 'expected an object')
    const { topics, data, removed, blockTimestamp } = log
    this.#repeats = 0
    this.#field(FIELD.address, 'address', log['address'], ADDRESS_CHARS)
    this.#field(FIELD.blockHash, 'blockHash', log['blockHash'], HASH_CHARS)
    this.#field(FIELD.transactionHash, 'transactionHash', log['transactionHash'], HASH_CHARS)
    if (!Array.isArray(topics) || topics.length > MAX_TOPICS) throw this.#malformed('topics', `expected a list of at most ${MAX_TOPICS}`)
    for (let topic = 0; topic < topics.length; topic++) this.#field(FIELD.topics + topic, 'topics', topics[topic], HASH_CHARS)
    if (typeof data !== 'string' || !this.#text.add(data)) throw this.#malformed('data', 'expected bytes in hex')
    if (removed !== undefined && removed !== null && typeof removed !== 'boolean') throw this.#malformed('removed', 'expected true or false')
    const numbers = this.#numbers
    const at = this.#count * COLUMNS
    numbers[at] = this.#repeats
    numbers[at + 1] = topics.length
    numbers[at + 2] = data.length
    numbers[at + 3] = this.#quantity('blockNumber', log['blockNumber'])
    numbers[at + 4] = this.#quantity('transactionIndex', log['transactionIndex'])
    numbers[at + 5] = this.#quantity('logIndex', log['logIndex'])
    numbers[at + 6] = removed === true ? 1 : 0
    numbers[at + 7] = blockTimestamp === undefined || blockTimestamp === null ? NO_TIME : this.#quantity('blockTimestamp', blockTimestamp)
    this.#count += 1
  }

  packed(): PackedLogs {
    return { text: this.#text.written(), numbers: this.#numbers }
  }

  #field(field: number, name: string, value: unknown, chars: number): void {
    if (typeof value === 'string' && value === this.#previous[field]) {
      this.#repeats |= 1 << field
      return
    }
    if (typeof value !== 'string' || value.length !== chars || !this.#text.add(value)) {
      throw this.#malformed(name, `expected ${chars / 2 - 1} bytes in hex`)
    }
    this.#previous[field] = value
  }

  #quantity(name: string, value: unknown): number {
    const number = typeof value === 'string' ? fromHexNumber(value) : null
    if (number === null) throw this.#malformed(name, 'expected a safe integer in hex')
    return number
  }

  #malformed(name: string, expected: string): MalformedField {
    return new MalformedField([this.#offset + this.#count, name], expected)
  }
}

/** @param logs list to which the logs are appended */
export function unpackLogs({ text: bytes, numbers }: PackedLogs, logs: RawLog[] = []): RawLog[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const previous: Hex[] = []
  let start = 0
  let repeats = 0
  const next = (length: number): Hex => {
    const field = text.slice(start, start + length) as Hex
    start += length
    return field
  }
  const read = (field: number, chars: number): Hex => {
    const before = (repeats & (1 << field)) === 0 ? undefined : previous[field]
    return before ?? (previous[field] = next(chars))
  }
  for (let at = 0; at < numbers.length; at += COLUMNS) {
    repeats = numbers[at] ?? 0
    const topicCount = numbers[at + 1] ?? 0
    const address = trustedAddress(read(FIELD.address, ADDRESS_CHARS))
    const blockHash = read(FIELD.blockHash, HASH_CHARS)
    const transactionHash = read(FIELD.transactionHash, HASH_CHARS)
    // With its length known: a list that starts empty reserves memory for 17 topics.
    const topics = new Array<Hex>(topicCount)
    for (let topic = 0; topic < topicCount; topic++) topics[topic] = read(FIELD.topics + topic, HASH_CHARS)
    const time = numbers[at + 7] ?? NO_TIME
    logs.push({
      address,
      topics,
      data: next(numbers[at + 2] ?? 0),
      blockNumber: numbers[at + 3] ?? 0,
      blockHash,
      transactionHash,
      transactionIndex: numbers[at + 4] ?? 0,
      logIndex: numbers[at + 5] ?? 0,
      removed: numbers[at + 6] === 1,
      blockTimestamp: parseUnixSeconds(time),
    })
  }
  return logs
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
