import type { LineCheck } from '../line.ts'
import { filled, list, oneOf, record, text, type Shape } from '../shape.ts'
import type { Subject } from '../subject.ts'
import { hold, same } from '../verdict.ts'
import type { Answer } from '../../../../src-main/server/testing/http-client.ts'
import { status } from './endpoints.ts'

/** How every failure looks (docs/api/rest.md#errors). */

const ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'forbidden_origin',
  'forbidden_host',
  'token_not_found',
  'snapshot_not_found',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'validation_error',
  'unsupported_network',
  'rate_limited',
  'internal',
  'source_unavailable',
  'token_pending',
]
const issue = record({ loc: list((value, at) => oneOf('string', 'number')(typeof value, at), 1), msg: text, type: filled })
const detail: Shape = (value, at) => (typeof value === 'string' ? filled(value, at) : list(issue, 1)(value, at))
const errorShape = record({ detail, code: oneOf(...ERROR_CODES), request_id: filled })

export const parsed = (answer: Answer): Record<string, unknown> => JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>

/** A call that must fail, in the form of every failure. */
export const fails =
  (expected: number, codes: readonly string[], call: (subject: Subject) => Promise<Answer>, also?: (answer: Answer) => void): LineCheck =>
  async (subject) => {
    const answer = await call(subject)
    status(answer, expected, 'the call')
    const body = parsed(answer)
    errorShape(body, 'the error')
    hold(codes.includes(String(body['code'])), `code should be ${codes.join(' or ')}, and is ${String(body['code'])}`)
    same(body['request_id'], answer.headers['x-request-id'], 'request_id')
    also?.(answer)
  }
