import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_ERRORS, type ApiErrorCode } from '../../../src-shared/contract/errors.ts'
import { AppError, isServiceFault } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AnswerCache } from './answer-cache.ts'
import { JSON_TYPE, liveProvenance, provenanceHeaders, REVALIDATE, shortText, type Answer } from './answer.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compress, compressedStream, type Encoding } from './encodings.ts'
import { InputError, inputError, type Issue } from './input-error.ts'
import { pageHeaders } from '../page/page-headers.ts'

/** The one exit: handlers' answers and every failure become status, headers and bytes here. */

/** A first read takes seconds, not milliseconds. */
const RETRY_AFTER_SECONDS: Partial<Record<ApiErrorCode, number>> = {
  rate_limited: 1,
  token_pending: 5,
  source_unavailable: 10,
  service_unavailable: 5,
}

export interface ErrorBody {
  readonly detail: string | readonly Issue[]
  readonly code: ApiErrorCode
  readonly request_id: string
  readonly current_revision?: number
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, cache: AnswerCache): void | Promise<void> {
  switch (answer.kind) {
    case 'record': {
      const { json, text, hash, headers } = answer
      reply.headers(headers)
      if (isKnown(request, reply, headers.etag, json)) return sendKnown(request, reply)
      reply.type(JSON_TYPE)
      return sendBody(request, reply, json, text, (encoding) => cache.compressed(json, hash, encoding))
    }
    case 'document':
      if (answer.csp !== null) reply.headers(pageHeaders(answer.csp))
      reply.headers({ 'cache-control': REVALIDATE, etag: answer.etag, ...provenanceHeaders(answer.provenance) })
      if (isKnown(request, reply, answer.etag, answer.body)) return sendKnown(request, reply)
      reply.header('content-type', answer.type)
      return sendBody(request, reply, answer.body)
    case 'stream': {
      reply.headers({ 'cache-control': 'no-store', 'content-type': answer.type, ...provenanceHeaders(answer.provenance) })
      const encoding = answer.isLive === true ? null : negotiateEncoding(request, reply)
      return void reply.send(encoding === null ? answer.stream : compressedStream(answer.stream, encoding))
    }
    case 'value':
      reply.headers(provenanceHeaders(answer.provenance))
      if (answer.location !== undefined) reply.header('location', answer.location)
      if (answer.status !== undefined) reply.code(answer.status)
      reply.headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE })
      return sendBody(request, reply, Buffer.from(JSON.stringify(answer.value)))
  }
}

type Compress = (encoding: Encoding) => Promise<Uint8Array>

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  text = shortText(body),
  compressed: Compress = (encoding) => compress(body, encoding),
): void | Promise<void> {
  if (text !== null) return void reply.send(text)
  const encoding = negotiateEncoding(request, reply)
  return encoding === null ? void reply.send(body) : compressed(encoding).then((bytes) => void reply.send(bytes))
}

/** The encoding of a body, announced in the headers. Null for a body that is sent unencoded. */
function negotiateEncoding(request: FastifyRequest, reply: FastifyReply): Encoding | null {
  reply.header('vary', varyOn(reply, 'accept-encoding'))
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === null) return null
  reply.header('content-encoding', encoding)
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', encodedTag(etag, encoding))
  return encoding
}

/** A strong ETag names bytes, so each encoding has its own (https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3). */
const encodedTag = (etag: string, encoding: Encoding): string => `${etag.slice(0, -1)}-${encoding}"`

/** Whether the caller already has this body. If so, sets the headers that the body would have. */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string, { byteLength }: Uint8Array): boolean {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  const encoding = byteLength < COMPRESS_FROM_BYTES ? null : chooseEncoding(request.headers['accept-encoding'])
  const own = encoding === null ? etag : encodedTag(etag, encoding)
  if (!matches(header, [etag, own])) return false
  if (byteLength >= COMPRESS_FROM_BYTES) reply.header('vary', varyOn(reply, 'accept-encoding'))
  reply.header('etag', own)
  return true
}

function sendKnown({ method }: FastifyRequest, reply: FastifyReply): void {
  // Fastify would add a length of 0 to HEAD, and a stated length must be that of the body (https://www.rfc-editor.org/rfc/rfc9110#section-8.6).
  if (method !== 'HEAD') return void reply.code(304).send()
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(304).end()
}

function varyOn(reply: FastifyReply, name: string): string {
  const present = reply.getHeader('vary')
  return typeof present === 'string' ? `${present}, ${name}` : name
}

function matches(header: string, etags: readonly string[]): boolean {
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '')
    return tag === '*' || etags.includes(tag)
  })
}

/** Error codes of fastify as codes of the contract. */
const FRAMEWORK_CODES: Readonly<Record<string, ApiErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_MAX_PARAM_LENGTH: 'too_large',
}

/** Converts anything thrown to an error of the contract. An unexpected error becomes `internal` and reveals no details. */
function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_BAD_URL') return inputError(['path'], 'The percent-encoding of the path is not valid.', 'percent_encoding')
  return new AppError(FRAMEWORK_CODES[code] ?? 'internal', { cause: error })
}

export const errorDetail = (failure: AppError): ErrorBody['detail'] => (failure instanceof InputError ? failure.issues : failure.message)

export function errorBody(failure: AppError, requestId: string): ErrorBody {
  const { code, currentRevision } = failure
  return { detail: errorDetail(failure), code, request_id: requestId, ...(currentRevision !== null && { current_revision: currentRevision }) }
}

/** RFC 6750 §3 wants a parameter after Bearer. */
const KEY_CHALLENGE = 'ApiKey, Bearer realm="Holderscope"'

/** Headers of a failure, by name. An error describes the current state, not the data that the call would have returned. */
export function errorHeaders(failure: AppError, clock: Clock): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'cache-control': 'no-store', ...provenanceHeaders(liveProvenance(clock)) }
  if (failure.code === 'unauthorized') headers['www-authenticate'] = KEY_CHALLENGE
  if (failure.retryable) headers['retry-after'] = String(failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS[failure.code] ?? 1)
  if (failure.location !== null) headers['location'] = failure.location
  return headers
}

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { logger, clock }: { logger: Logger; clock: Clock },
): FastifyReply {
  const failure = asFailure(error)
  // A caller that disconnects before its body arrived is not an error of the service.
  const isFault = isServiceFault(failure) && !request.raw.readableAborted
  if (isFault) logger.error({ request_id: request.id, err: failure.cause ?? failure, ...failure.facts }, 'a call failed')
  else logger.debug({ request_id: request.id, code: failure.code, ...failure.facts }, failure.message)
  for (const name of ['etag', 'content-encoding', 'x-data-unknown', 'x-data-coverage']) reply.removeHeader(name)
  const headers = errorHeaders(failure, clock)
  const otherChallenge = reply.getHeader('www-authenticate')
  if (typeof otherChallenge === 'string') headers['www-authenticate'] = [String(headers['www-authenticate']), otherChallenge]
  return reply
    .code(API_ERRORS[failure.code].status)
    .headers(headers)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(failure, request.id)))
}
