import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { API_ERRORS, type ApiErrorCode } from '../../src-shared/contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import { errorBody } from './respond.ts'

/** Bytes that are no HTTP request never reach the pipeline; they get the same error body all the same. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code: ApiErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'validation_error'
  const id = randomUUID()
  const body = JSON.stringify(errorBody(new AppError(code, { say: code === 'too_large' ? 'The request line or headers are too long.' : 'This is not an HTTP request.' }), id))
  socket.end([
    `HTTP/1.1 ${API_ERRORS[code].status} ${code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n'))
}
