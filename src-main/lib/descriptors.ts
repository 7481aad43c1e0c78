import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { retry } from './backoff.ts'

/** The process, or the machine, has reached its limit of open files and sockets. Some are closed sooner or later. */
const NO_DESCRIPTOR: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])
const DESCRIPTOR_WAIT = { firstMs: 100, longestMs: 2_000 } as const

/** Repeats an attempt until it gets a free descriptor or the signal aborts, because a lack of descriptors says nothing about an endpoint. */
export function withDescriptor<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return retry(attempt, {
    ...DESCRIPTOR_WAIT,
    attempts: Number.POSITIVE_INFINITY,
    signal,
    retryAfterMs: (error) => (isOutOfDescriptors(error) ? 0 : null),
  })
}

/**
 * Whether an attempt failed for lack of a descriptor. Libraries put the socket's error code into a message; an endpoint could write the same, so such
 * a message counts only while no file can be opened.
 */
function isOutOfDescriptors(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && NO_DESCRIPTOR.has(error.code)) return true
  const causes = [error.message, error.cause instanceof Error ? error.cause.message : '']
  return causes.some((text) => /\bE[MN]FILE\b/.test(text)) && !canOpen()
}

function canOpen(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return true
  } catch {
    return false
  }
}
