import { gunzipSync } from 'node:zlib'
import { MAX_TEXT_BYTES } from '../limits.ts'
import { importError } from '../errors.ts'

const GZIP_MAGIC = [0x1f, 0x8b] as const

/**
 * The text of a file, gzip or not.
 *
 * @throws AppError `validation_error`
 */
export function readText(bytes: Uint8Array): string {
  const text = decodeText(unpack(bytes))
  if (text.trim() === '') throw importError('The file is empty.')
  return text
}

/**
 * The JSON values of a text: the single value of a JSON file, or one per line of NDJSON. Whole numbers beyond the precision of a double become
 * bigint, so raw amounts stay exact.
 *
 * @throws AppError `validation_error`
 */
export function readJsonValues(text: string): unknown[] {
  const parse = parserFor(text)
  try {
    return [parse(text)]
  } catch (cause) {
    // The exact parser recurses for nested values.
    if (cause instanceof RangeError) throw importError('The file is nested too deeply.', cause)
    return readLines(text, parse, cause)
  }
}

function readLines(text: string, parse: (line: string) => unknown, whole: unknown): unknown[] {
  const values: unknown[] = []
  let number = 0
  for (const line of text.split('\n')) {
    number++
    if (line.trim() === '') continue
    try {
      values.push(parse(line))
    } catch (cause) {
      const message = values.length === 0 ? `The file is not JSON: ${(whole as Error).message}.` : `Line ${number} of the file is not JSON.`
      throw importError(message, cause)
    }
  }
  return values
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1]
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (!isGzip(bytes)) {
    if (bytes.length > MAX_TEXT_BYTES) throw tooLong()
    return bytes
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TEXT_BYTES })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong()
    throw importError('The file looks like gzip but cannot be unpacked; it is incomplete or damaged.', cause)
  }
}

const tooLong = () => importError(`The file is longer than ${MAX_TEXT_BYTES / 1024 / 1024} MB when unpacked. Split it into parts.`)

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw importError('The file is not UTF-8 text.', cause)
  }
}

/** A whole number that may be above 2^53 (9,007,199,254,740,992) and is probably outside quotes. */
const BIG_NUMBER = /[:[,]\s*-?(?:9\d{15}|\d{17,})\s*[,\]}]/

const holdsBigNumbers = (text: string): boolean => BIG_NUMBER.test(text)

/** `context.source` is the number as written in the text. */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

const keepBig: SourceReviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value

/** Parses a string exactly: whole numbers beyond the precision of a double become bigint. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return parserFor(text)(text)
}

/** `JSON.parse`, or the slower exact parser for texts with numbers beyond the precision of a double. */
function parserFor(text: string): (text: string) => unknown {
  return holdsBigNumbers(text) ? parseExact : JSON.parse
}

function parseExact(text: string): unknown {
  return JSON.parse(text, keepBig as (this: unknown, key: string, value: unknown) => unknown)
}
