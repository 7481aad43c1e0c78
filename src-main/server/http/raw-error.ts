import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { API_ERRORS } from '../../../src-shared/contract/errors.ts'
import type { AppError } from '../../lib/app-error.ts'
import { STATUS_CODES } from '../../lib/node-http.ts'
import { errorBody } from './send-answer.ts'

/** Answers an error on a bare socket, before any request reached fastify, with the same body as everywhere. */
export function sendRawError(socket: Duplex, failure: AppError): void {
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
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
