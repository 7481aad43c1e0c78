import { writeFile } from 'node:fs/promises'
import { API_ERRORS } from '../../src-shared/contract/errors.ts'
import { AppError, UserFault } from '../lib/app-error.ts'

/** Output of the command line. With `--json`, stdout has only JSON and everything else goes to stderr. */

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function printToStderr(text: string): void {
  process.stderr.write(`${printable(text)}\n`)
}

export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}

/** Without the control characters that a name from a chain or a file may contain. */
const printable = (text: string): string => text.replace(UNPRINTABLE, '')

const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Cf}/gu

/** Waits while the pipe is full, so that a million lines do not pile up in memory. */
export async function printText(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** @throws UserFault that names the file */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: unknown) => {
    throw new UserFault(`Cannot write ${file}: ${(error as Error).message}.`, EXIT.failed, { cause: error })
  })
}

/** Exits with success when the reader closes the pipe, as `head` does. Other errors of the pipe are reported. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    fail(error)
  })
}

/** Whether `--json` was given. Read from the raw arguments, since parsing them may be what fails. */
export const isJson = process.argv.includes('--json')

/**
 * Prints the error as one sentence, or as `{"error":{"code","message"}}` with `--json`, and exits with its code. It goes to stderr, since stdout has
 * only results. Unexpected errors are printed with their stack.
 */
export function fail(error: unknown): never {
  reportFault(error)
  // A bug: the stack is for the bug report.
  if (!isFault(error)) printToStderr(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(exitCodeOf(error))
}

/** Reports an error after which the command continues, and makes the command fail at its end. */
export function reportFault(error: unknown): void {
  process.exitCode = exitCodeOf(error)
  if (isJson) printToStderr(JSON.stringify({ error: { code: codeOf(error), message: messageOf(error) } }))
  else if (isFault(error)) printToStderr(messageOf(error))
}

const isFault = (error: unknown): error is UserFault | AppError => error instanceof UserFault || error instanceof AppError

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function exitCodeOf(error: unknown): number {
  if (error instanceof UserFault) return error.exitCode
  return error instanceof AppError && API_ERRORS[error.code].status === 422 ? EXIT.usage : EXIT.failed
}

/** `usage` and `failed` are errors of the command line and of this machine. The others are those of the API. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof UserFault ? (error.exitCode === EXIT.usage ? 'usage' : 'failed') : 'internal'
}
