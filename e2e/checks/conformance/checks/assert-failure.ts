import type { CheckFunction } from '../contract-check.ts'
import { nonEmptyText, list, oneOf, record, text, type Shape } from '../shape.ts'
import type { Subject } from '../subject.ts'
import { assertThat, assertEqual } from '../assertions.ts'
import type { Answer } from '../../../../src-main/server/testing/http-client.ts'
import { assertStatus } from './endpoints.ts'

/** Format of every error response (docs/api/rest.md#errors). */

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
  'service_unavailable',
]
const issue = record({ loc: list((value, at) => oneOf('string', 'number')(typeof value, at), 1), msg: text, type: nonEmptyText })
const detail: Shape = (value, at) => (typeof value === 'string' ? nonEmptyText(value, at) : list(issue, 1)(value, at))
const errorShape = record({ detail, code: oneOf(...ERROR_CODES), request_id: nonEmptyText })

export const parseBody = (answer: Answer): Record<string, unknown> => JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>

/** A call that must fail with this status and code, in the documented error format. */
export const failsWith =
  (expected: number, codes: readonly string[], call: (subject: Subject) => Promise<Answer>, also?: (answer: Answer) => void): CheckFunction =>
  async (subject) => {
    const answer = await call(subject)
    assertStatus(answer, expected, 'the call')
    const body = parseBody(answer)
    errorShape(body, 'the error')
    assertThat(codes.includes(String(body['code'])), `code should be ${codes.join(' or ')}, but is ${String(body['code'])}`)
    assertEqual(body['request_id'], answer.headers['x-request-id'], 'request_id')
    also?.(answer)
  }
