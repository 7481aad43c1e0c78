import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { isGzip, parserFor } from './json-text.ts'
import { MAX_TEXT_BYTES } from './limits.ts'
import { refuse } from './refuse.ts'

/**
 * The JSON values of a file, gzip or not: one of a JSON file however it is broken into lines, one per line of NDJSON. Lines come
 * as they are read, so NDJSON of any length takes the memory of its longest line; a file that is one value has to fit a string.
 *
 * @throws AppError `validation_error` in one sentence
 */
export async function* jsonValuesOf(path: string): AsyncGenerator<unknown> {
  const held: string[] = []
  let lines = 0
  let size = 0
  for await (const line of linesOf(path)) {
    if (line.trim() === '') continue
    const value = held.length === 0 ? parsed(line) : NO_VALUE
    if (value !== NO_VALUE) {
      lines++
      yield value
      continue
    }
    if (lines > 0) throw refuse(`Value ${lines + 1} of the file is not JSON.`)
    size += line.length
    if (size > MAX_TEXT_BYTES) throw tooLong()
    held.push(line)
  }
  if (held.length === 0 && lines === 0) throw refuse('The file is empty.')
  if (held.length > 0) yield whole(held.join('\n'))
}

const NO_VALUE = Symbol('no value')

function parsed(line: string): unknown {
  try {
    return parserFor(line)(line)
  } catch {
    return NO_VALUE
  }
}

function whole(text: string): unknown {
  try {
    return parserFor(text)(text)
  } catch (cause) {
    throw refuse(`The file is not JSON: ${(cause as Error).message}.`, cause)
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: string[] = []
  let held = 0
  for await (const text of textOf(path)) {
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

async function* textOf(path: string): AsyncGenerator<string> {
  const packed = await beginsLikeGzip(path)
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
      throw refuse('The file begins like gzip but cannot be unpacked; it is cut short or damaged.', cause)
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
    throw refuse('The file is not text in UTF-8.', cause)
  }
}

async function beginsLikeGzip(path: string): Promise<boolean> {
  let file
  try {
    file = await open(path)
    const head = new Uint8Array(2)
    await file.read(head, 0, 2)
    return isGzip(head)
  } catch (cause) {
    throw refuse(WHY_UNREADABLE[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'The file cannot be read.', cause)
  } finally {
    await file?.close()
  }
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'The file may not be read.',
  EISDIR: 'This is a folder, not a file.',
}

const tooLong = () => refuse(`The file holds one value longer than ${MAX_TEXT_BYTES / 1024 / 1024} MB; cut it into parts.`)
