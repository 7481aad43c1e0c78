import { AppError, UserFault } from '../lib/app-error.ts'

/** Output of the command line. With `--json`, stdout has only JSON and everything else goes to stderr. */

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Waits while the pipe is full, so a million lines do not pile up in memory. */
export async function printText(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return
  await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Exits with success when the reader closes the pipe, as `head` does. Other errors of the pipe are reported. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    fail(error)
  })
}

/** A text table. Columns are padded to their widest cell; numeric ones are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => (row[i] ?? '').length)))
  const numeric = head.map((_, i) => rows.length > 0 && rows.every((row) => /^[-<]?[\d.,]+ ?%?$|^—$|^unknown$/.test(row[i] ?? '')))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Prints the error as one sentence and exits with its code. Unexpected errors are printed with their stack. */
export function fail(error: unknown): never {
  if (error instanceof UserFault) {
    say(error.message)
    process.exit(error.exitCode)
  }
  if (error instanceof AppError) {
    say(error.say)
    process.exit(error.code === 'validation_error' || error.code === 'unsupported_network' ? EXIT.usage : EXIT.failed)
  }
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(EXIT.failed)
}
