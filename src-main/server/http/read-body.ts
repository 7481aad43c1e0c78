import type { IncomingMessage } from 'node:http'
import { AppError } from '../../lib/app-error.ts'
import { copyInTurns } from '../../lib/copy-in-turns.ts'
import { askForBody } from './expectations.ts'
import { inputError } from './input-error.ts'

/** Reads request bodies. Not left to fastify, because each route has its own limit and content types. */

const JSON_TYPES = ['application/json'] as const
/** Content types of an imported file: JSON, lines of JSON or CSV, each optionally in gzip. */
const FILE_TYPES = [
  ...JSON_TYPES,
  'application/x-ndjson',
  'application/ndjson',
  'application/gzip',
  'application/x-gzip',
  'text/csv',
  'application/octet-stream',
] as const

/** A compressed JSON body is refused, since its size after decompression is unbounded. A file may be compressed with gzip; its reader limits the size. */
const JSON_ENCODINGS = ['identity'] as const
const FILE_ENCODINGS = [...JSON_ENCODINGS, 'gzip', 'x-gzip'] as const

/** @throws AppError unsupported_media_type, too_large; InputError for broken JSON. */
export async function readJsonBody(request: IncomingMessage, limit: number, periodMs: number): Promise<unknown> {
  checkType(request, JSON_TYPES, 'The body must be JSON (Content-Type: application/json).')
  checkEncoding(request, JSON_ENCODINGS, 'The body must not be compressed (no Content-Encoding).')
  const bytes = await readBytes(request, limit, periodMs)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw inputError(['body'], bytes.length === 0 ? 'The body is empty; JSON is expected.' : 'The body is not valid JSON.', 'json_invalid')
  }
}

/** @throws AppError unsupported_media_type, too_large. */
export async function readFileBody(request: IncomingMessage, limit: number, periodMs: number): Promise<Buffer> {
  checkType(request, FILE_TYPES, 'The body must be JSON or NDJSON, optionally compressed with gzip.')
  checkEncoding(request, FILE_ENCODINGS, 'The body may only be compressed with gzip (Content-Encoding).')
  return readBytes(request, limit, periodMs)
}

function checkType(request: IncomingMessage, types: readonly string[], message: string): void {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type)) throw new AppError('unsupported_media_type', { message })
}

function checkEncoding(request: IncomingMessage, encodings: readonly string[], message: string): void {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (!encodings.includes(encoding)) throw new AppError('unsupported_media_type', { message })
}

/** Minimum growth of a body per period. A slower client holds a connection while sending almost nothing. */
const MIN_BODY_BYTES = 4_096

export async function readBytes(request: IncomingMessage, limit: number, periodMs: number): Promise<Buffer> {
  const tooLarge = (): AppError => {
    // The remaining body is read and dropped. Otherwise a client that is still sending could not receive the answer.
    request.resume()
    return new AppError('too_large', { message: `The body is larger than the ${limit} bytes that this call accepts.` })
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
  // The client may have left while its key was looked up. Nothing more is emitted then.
  if (request.destroyed) throw incomplete()
  askForBody(request)
  const chunks = await readChunks(request, limit, periodMs, tooLarge)
  const bytes = Buffer.allocUnsafe(chunks.reduce((size, chunk) => size + chunk.length, 0))
  await copyInTurns(bytes, chunks)
  return bytes
}

function readChunks(request: IncomingMessage, limit: number, periodMs: number, tooLarge: () => AppError): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let before = 0
    const slowCheck = setInterval(() => {
      if (size - before < MIN_BODY_BYTES) reject(new AppError('validation_error', { message: 'The body was not sent in time.' }))
      before = size
    }, periodMs)
    request.once('close', () => clearInterval(slowCheck))
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      request.off('data', onData)
      reject(tooLarge())
    }
    request.on('data', onData)
    request.once('end', () => {
      clearInterval(slowCheck)
      resolve(chunks)
    })
    request.once('error', reject)
    request.once('close', () => reject(incomplete()))
  })
}

const incomplete = (): AppError => new AppError('validation_error', { message: 'The body is incomplete.' })
