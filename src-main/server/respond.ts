import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import type { Logger } from '../lib/logger.ts'
import { JSON_TYPE, provenanceHeaders, REVALIDATE, type Answer, type StoredAnswer } from './answer.ts'
import { COMPRESS_FROM_BYTES, chooseEncoding, compressed, compressedStream, type Encoding } from './encodings.ts'
import { InputFault, type Issue } from './input-fault.ts'
import { pageHeaders } from './page-headers.ts'
import { writeStored, type Piece } from './stored-bytes.ts'

/** The one exit: handlers' answers and every failure become status, headers and bytes here. */

/** A first read takes seconds, not milliseconds. */
const RETRY_AFTER_SECONDS: Partial<Record<ApiErrorCode, number>> = { rate_limited: 1, token_pending: 5, source_unavailable: 10 }

export interface ErrorBody {
  readonly detail: string | readonly Issue[]
  readonly code: ApiErrorCode
  readonly request_id: string
}

/** @param written hears of stored bytes as they went out */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  written: (answer: StoredAnswer, piece: Piece) => void,
): FastifyReply | Promise<FastifyReply> {
  switch (answer.kind) {
    case 'record': {
      if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).headers(answer.headers).removeHeader('content-type').send()
      const piece = writeStored(reply, answer, answer.json.byteLength < COMPRESS_FROM_BYTES ? null : encodingFor(request, reply))
      const tell = (sent: Piece): FastifyReply => {
        written(answer, sent)
        return reply
      }
      return piece instanceof Promise ? piece.then(tell) : tell(piece)
    }
    case 'document':
      if (answer.csp !== null) reply.headers(pageHeaders(answer.csp))
      reply.headers({ 'cache-control': REVALIDATE, etag: answer.etag, ...provenanceHeaders(answer.provenance) })
      if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
      reply.header('content-type', answer.type)
      return sendBody(request, reply, answer.body)
    case 'stream': {
      reply.headers({ 'cache-control': 'no-store', 'content-type': answer.type, ...provenanceHeaders(answer.provenance) })
      const encoding = encodingFor(request, reply)
      return reply.send(encoding === null ? answer.stream : compressedStream(answer.stream, encoding))
    }
    case 'value':
      reply.headers(provenanceHeaders(answer.provenance))
      if (answer.location !== undefined) reply.header('location', answer.location)
      reply.code(answer.status ?? 200).headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE })
      return sendBody(request, reply, Buffer.from(JSON.stringify(answer.value)))
  }
}

/** Compressed when the caller takes it and it is worth it, as it is otherwise. */
function sendBody(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): FastifyReply | Promise<FastifyReply> {
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

/** Whether the caller has these bytes already. */
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
function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const frameworkCode = error instanceof Error && 'code' in error ? FRAMEWORK_CODES[String(error.code)] : undefined
  return new AppError(frameworkCode ?? 'internal', { cause: error })
}

export function errorBody(failure: AppError, requestId: string): ErrorBody {
  return { detail: failure instanceof InputFault ? failure.issues : failure.say, code: failure.code, request_id: requestId }
}

/** Headers that belong to a failure, by name. */
function errorHeaders(failure: AppError): Record<string, string | string[]> {
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
