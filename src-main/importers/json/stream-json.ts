import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { isGzip } from './read-json.ts'
import { MAX_TEXT_BYTES } from '../limits.ts'
import { importError } from '../errors.ts'

/**
 * Streams the JSON values of a file, gzip or not: the single value of a JSON file, or one per line of NDJSON. NDJSON of any length takes the memory
 * of its longest line. A file that is one value must fit in a string.
 *
 * @param read parses a string, and throws SyntaxError if it is not JSON
 * @throws AppError `validation_error`, and any other error of `read`
 */
export async function* streamJsonValues<T>(path: string, read: (text: string) => T): AsyncGenerator<T> {
  const held: string[] = []
  let lines = 0
  let size = 0
  for await (const line of readLines(path)) {
    if (line.trim() === '') continue
    const value = held.length === 0 ? parseLine(line, read) : NO_VALUE
    if (value !== NO_VALUE) {
      lines++
      yield value
      continue
    }
    if (lines > 0) throw importError(`Value ${lines + 1} of the file is not JSON.`)
    size += line.length
    if (size > MAX_TEXT_BYTES) throw tooLong()
    held.push(line)
  }
  if (held.length === 0 && lines === 0) throw importError('The file is empty.')
  if (held.length > 0) yield parseWhole(held.join('\n'), read)
}

const NO_VALUE: unique symbol = Symbol('no value')

function parseLine<T>(line: string, read: (text: string) => T): T | typeof NO_VALUE {
  try {
    return read(line)
  } catch (error) {
    if (error instanceof SyntaxError) return NO_VALUE
    throw error
  }
}

function parseWhole<T>(text: string, read: (text: string) => T): T {
  try {
    return read(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw importError(`The file is not JSON: ${cause.message}.`, cause)
    throw cause
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  let rest: string[] = []
  let held = 0
  for await (const text of readText(path)) {
    const parts = text.split('\n')
    for (const part of parts.slice(0, -1)) {
      rest.push(part)
      yield rest.join('')
      rest = []
      held = 0
    }
    const last = parts.at(-1) ?? ''
    held += last.length
    if (held > MAX_TEXT_BYTES) throw tooLong()
    rest.push(last)
  }
  yield rest.join('')
}

async function* readText(path: string): AsyncGenerator<string> {
  const packed = await isGzipFile(path)
  const file = createReadStream(path)
  const bytes: AsyncIterable<Buffer> = packed ? file.pipe(createGunzip()) : file
  file.on('error', (error) => {
    file.destroy(error)
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decodeChunk(decoder, chunk, true)
    yield decodeChunk(decoder, undefined, false)
  } catch (cause) {
    if (packed && (cause as NodeJS.ErrnoException).code?.startsWith('Z_') === true) {
      throw importError('The file looks like gzip but cannot be unpacked; it is incomplete or damaged.', cause)
    }
    throw cause
  } finally {
    file.destroy()
  }
}

function decodeChunk(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | undefined, stream: boolean): string {
  try {
    return decoder.decode(chunk, { stream })
  } catch (cause) {
    throw importError('The file is not UTF-8 text.', cause)
  }
}

async function isGzipFile(path: string): Promise<boolean> {
  let file
  try {
    file = await open(path)
    const head = new Uint8Array(2)
    await file.read(head, 0, 2)
    return isGzip(head)
  } catch (cause) {
    throw importError(OPEN_ERRORS[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'The file cannot be read.', cause)
  } finally {
    await file?.close()
  }
}

const OPEN_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist.',
  EACCES: 'Permission to read the file is denied.',
  EISDIR: 'This is a folder, not a file.',
}

const tooLong = () => importError(`The file contains one value longer than ${MAX_TEXT_BYTES / 1024 / 1024} MB. Split it into parts.`)
