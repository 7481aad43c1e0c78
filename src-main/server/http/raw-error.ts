import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { API_ERRORS } from '../../../src-shared/contract/errors.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { STATUS_CODES } from '../../lib/node-http.ts'
import { errorBody, errorHeaders } from './send-answer.ts'
import { JSON_TYPE } from './answer.ts'

/** Answers an error on a bare socket, before any request reached fastify, with the same body and headers as everywhere. */
export function sendRawError(socket: Duplex, failure: AppError, clock: Clock, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const id = randomUUID()
  const { status } = API_ERRORS[failure.code]
  const body = JSON.stringify(errorBody(failure, id))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      ...Object.entries({ ...errorHeaders(failure, clock), ...headers }).map(([name, value]) => `${name}: ${String(value)}`),
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
