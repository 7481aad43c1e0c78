import type { Socket } from 'node:net'
import { AppError } from '../../lib/app-error.ts'
import { sendRawFailure } from './raw-error.ts'

/** Bytes that are no HTTP request never reach the pipeline. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  sendRawFailure(
    socket,
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('too_large', { say: 'The request line or headers are too long.' })
      : new AppError('validation_error', { say: 'This is not an HTTP request.' }),
  )
}
