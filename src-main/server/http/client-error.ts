import type { Socket } from 'node:net'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { inputError } from './input-error.ts'
import { sendRawError } from './raw-error.ts'

/** Answers bytes that are not an HTTP request. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, clock: Clock): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // The contract has no code for a request that never arrived.
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return
  }
  sendRawError(
    socket,
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('too_large', { message: 'The request line or headers are too long.' })
      : inputError(['request'], 'This is not an HTTP request.', 'http'),
    clock,
  )
}
