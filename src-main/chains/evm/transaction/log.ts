import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'

export type Hex = `0x${string}`

/** A log as a node reports it (eth_getLogs and receipts): https://ethereum.github.io/execution-apis/api-documentation. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: number
  readonly logIndex: number
  /** Whether a reorganisation has reverted the log. */
  readonly removed: boolean
  /** Unix seconds; null where the node omits it. */
  readonly blockTimestamp: number | null
}

/**
 * Checked logs in two values that change threads in one copy. A structured clone of the same logs takes three times as long,
 * half of it on the thread that receives them.
 */
export interface PackedLogs {
  /** Hex fields end to end, lower case; a field that repeats the log before is left out. */
  readonly text: string
  /** `COLUMNS` numbers a log, in the order `packLogs` writes them. */
  readonly numbers: Float64Array<ArrayBuffer>
}

/** A field that is not what the JSON-RPC interface promises. */
export class MalformedField extends Error {
  override name = 'MalformedField'
  readonly path: readonly (string | number)[]
  readonly expected: string

  constructor(path: readonly (string | number)[], expected: string) {
    super(`${path.length === 0 ? 'its root' : path.join('.')} (${expected})`)
    this.path = path
    this.expected = expected
  }
}

const COLUMNS = 8
/** LOG0 to LOG4: https://www.evm.codes/#a4. */
const MAX_TOPICS = 4
const ADDRESS_CHARS = 42
const HASH_CHARS = 66
/** Indices of the fields that often repeat the previous log; the topics come last. */
const FIELD = { address: 0, blockHash: 1, transactionHash: 2, topics: 3 } as const
/** Stands for a block timestamp that the node omits. */
const NO_TIME = -1

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
  const numbers = new Float64Array(items.length * COLUMNS)
  /** The fields written last, as the node wrote them: a field with the same text needs no second check. */
  const previous: string[] = []
  let text = ''
  for (let i = 0; i < items.length; i++) {
    const log = items[i]
    const malformed = (field: string, expected: string): MalformedField => new MalformedField([offset + i, field], expected)
    if (!isRecord(log)) throw new MalformedField([offset + i], 'expected an object')
    const { topics, data, removed, blockTimestamp } = log
    let repeats = 0
    const write = (field: number, name: string, value: unknown, chars: number): void => {
      if (value !== undefined && value === previous[field]) {
        repeats |= 1 << field
        return
      }
      if (!isHex(value) || value.length !== chars) throw malformed(name, `expected ${chars / 2 - 1} bytes in hex`)
      previous[field] = value
      text += value.toLowerCase()
    }
    const quantity = (name: string, value: unknown): number => {
      const number = hasHexPrefix(value) && value.length > 2 ? Number(value) : Number.NaN
      if (Number.isSafeInteger(number)) return number
      throw malformed(name, 'expected a safe integer in hex')
    }
    write(FIELD.address, 'address', log['address'], ADDRESS_CHARS)
    write(FIELD.blockHash, 'blockHash', log['blockHash'], HASH_CHARS)
    write(FIELD.transactionHash, 'transactionHash', log['transactionHash'], HASH_CHARS)
    if (!Array.isArray(topics) || topics.length > MAX_TOPICS) throw malformed('topics', `expected a list of at most ${MAX_TOPICS}`)
    for (let topic = 0; topic < topics.length; topic++) write(FIELD.topics + topic, 'topics', topics[topic], HASH_CHARS)
    if (!isHex(data)) throw malformed('data', 'expected bytes in hex')
    text += data.toLowerCase()
    if (removed !== undefined && removed !== null && typeof removed !== 'boolean') throw malformed('removed', 'expected true or false')
    const at = i * COLUMNS
    numbers[at] = repeats
    numbers[at + 1] = topics.length
    numbers[at + 2] = data.length
    numbers[at + 3] = quantity('blockNumber', log['blockNumber'])
    numbers[at + 4] = quantity('transactionIndex', log['transactionIndex'])
    numbers[at + 5] = quantity('logIndex', log['logIndex'])
    numbers[at + 6] = removed === true ? 1 : 0
    numbers[at + 7] = blockTimestamp === undefined || blockTimestamp === null ? NO_TIME : quantity('blockTimestamp', blockTimestamp)
  }
  return { text, numbers }
}

/** @param logs receives the logs after those it holds */
export function unpackLogs({ text, numbers }: PackedLogs, logs: RawLog[] = []): RawLog[] {
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
    const topics: Hex[] = []
    while (topics.length < topicCount) topics.push(read(FIELD.topics + topics.length, HASH_CHARS))
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
      blockTimestamp: time === NO_TIME ? null : time,
    })
  }
  return logs
}

/** Receives decoded digits, which only need to be valid. */
let scratch = Buffer.alloc(4_096)

/** Decoding in native code stops at a character that is no digit; a regular expression takes twice as long. */
function isHex(value: unknown): value is Hex {
  if (!hasHexPrefix(value) || value.length % 2 !== 0) return false
  const bytes = value.length / 2 - 1
  if (bytes > scratch.length) scratch = Buffer.alloc(bytes * 2)
  return scratch.write(value.slice(2), 0, bytes, 'hex') === bytes
}

/** Compares character codes, because `startsWith` takes a tenth of the whole check. */
const hasHexPrefix = (value: unknown): value is Hex => typeof value === 'string' && value.charCodeAt(0) === 0x30 && value.charCodeAt(1) === 0x78
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
