import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import type { Answer, Provenance } from './answer.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compressed, compressedStream, type Encoding } from './encodings.ts'
import { InputFault, type Issue } from './input-fault.ts'
import { pageHeaders } from './page-headers.ts'

/** The one exit: handlers' answers and every failure become status, headers and bytes here. */

const JSON_TYPE = 'application/json; charset=utf-8'
/** A first read takes seconds, not milliseconds. */
const RETRY_AFTER_SECONDS: Partial<Record<ApiErrorCode, number>> = { rate_limited: 1, token_pending: 5, source_unavailable: 10 }

export interface ErrorBody {
  readonly detail: string | readonly Issue[]
  readonly code: ApiErrorCode
  readonly request_id: string
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply | Promise<FastifyReply> {
  switch (answer.kind) {
    case 'record':
      provenanceHeaders(reply, answer.provenance)
      return sendStored(request, reply, answer.json, JSON_TYPE, answer.etag)
    case 'document':
      if (answer.csp !== null) reply.headers(pageHeaders(answer.csp))
      return sendStored(request, reply, answer.body, answer.type, answer.etag)
    case 'stream': {
      provenanceHeaders(reply, answer.provenance)
      reply.header('content-type', answer.type)
      const encoding = encodingFor(request, reply)
      return reply.send(encoding === null ? answer.stream : compressedStream(answer.stream, encoding))
    }
    case 'value':
      if (answer.provenance !== null) provenanceHeaders(reply, answer.provenance)
      if (answer.location !== undefined) reply.header('location', answer.location)
      reply.code(answer.status ?? 200)
      reply.header('cache-control', 'no-store')
      return sendBody(request, reply, Buffer.from(JSON.stringify(answer.value)), JSON_TYPE)
  }
}

function provenanceHeaders(reply: FastifyReply, { asOf, source }: Provenance): void {
  reply.header('x-data-as-of', isoTime(asOf))
  reply.header('x-data-source', source)
}

let lastTime = { at: Number.NaN, text: '' }

/** One record is asked for many times in a row: its time is written out once. */
function isoTime(at: number): string {
  if (lastTime.at !== at) lastTime = { at, text: new Date(at).toISOString() }
  return lastTime.text
}

/** Stored bytes: 304 when the caller has them. */
function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Uint8Array,
  type: string,
  hash: string,
): FastifyReply | Promise<FastifyReply> {
  const etag = hash.startsWith('"') ? hash : `"${hash}"`
  reply.header('etag', etag)
  reply.header('cache-control', 'private, no-cache')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendBody(request, reply, body, type)
}

/** Compressed when the caller takes it and it is worth it, as it is otherwise. */
function sendBody(request: FastifyRequest, reply: FastifyReply, body: Uint8Array, type: string): FastifyReply | Promise<FastifyReply> {
  reply.header('content-type', type)
  const encoding = body.byteLength < COMPRESS_FROM_BYTES ? null : encodingFor(request, reply)
  return encoding === null ? reply.send(body) : compressed(body, encoding).then((bytes) => reply.send(bytes))
}

/** Says in the headers what the body will be. */
function encodingFor(request: FastifyRequest, reply: FastifyReply): Encoding | null {
  reply.header('vary', varyOn(reply, 'accept-encoding'))
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== null) reply.header('content-encoding', encoding)
  return encoding
}

function varyOn(reply: FastifyReply, name: string): string {
  const present = reply.getHeader('vary')
  return typeof present === 'string' ? `${present}, ${name}` : name
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}

/** Codes of the framework's own refusals, in the contract's words. */
const FRAMEWORK_CODES: Readonly<Record<string, ApiErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_MAX_PARAM_LENGTH: 'too_large',
  FST_ERR_BAD_URL: 'validation_error',
}

/** Anything thrown, as a failure of the contract; what nobody foresaw is `internal` and says nothing of itself. */
export function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const frameworkCode = error instanceof Error && 'code' in error ? FRAMEWORK_CODES[String(error.code)] : undefined
  return new AppError(frameworkCode ?? 'internal', { cause: error })
}

export function errorBody(failure: AppError, requestId: string): ErrorBody {
  return { detail: failure instanceof InputFault ? failure.issues : failure.say, code: failure.code, request_id: requestId }
}

/** Headers that belong to a failure, by name. */
export function errorHeaders(failure: AppError): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'cache-control': 'no-store' }
  if (failure.code === 'unauthorized') headers['www-authenticate'] = 'ApiKey'
  if (failure.retryable) headers['retry-after'] = String(failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS[failure.code] ?? 1)
  if (failure.jobId !== null) headers['location'] = `/local/v1/jobs/${encodeURIComponent(failure.jobId)}`
  return headers
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown, logger: Logger): FastifyReply {
  const failure = asFailure(error)
  if (failure.code === 'internal') logger.error({ request_id: request.id, err: failure.cause ?? failure, ...failure.facts }, 'a call met a defect')
  else logger.debug({ request_id: request.id, code: failure.code, ...failure.facts }, failure.say)
  for (const name of ['etag', 'content-encoding', 'x-data-as-of', 'x-data-source']) reply.removeHeader(name)
  const headers = errorHeaders(failure)
  const otherChallenge = reply.getHeader('www-authenticate')
  if (typeof otherChallenge === 'string') headers['www-authenticate'] = [String(headers['www-authenticate']), otherChallenge]
  return reply
    .code(API_ERRORS[failure.code].status)
    .headers(headers)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(failure, request.id)))
}
