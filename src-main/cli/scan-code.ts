import { readFile, stat } from 'node:fs/promises'
import type { NetworkId } from '../../src-shared/networks.ts'
import { scanCode, type CodeReport } from '../chains/code-alone.ts'
import { AppError } from '../lib/app-error.ts'
import { EXIT, printText } from './output.ts'

/** Larger files are not contract code. */
const MAX_FILE_BYTES = 4_000_000

interface CodeLine extends Partial<CodeReport> {
  readonly file: string
  readonly mintable: boolean | null
  readonly limits_selling: boolean | null
  readonly takes_balances: boolean | null
  readonly error?: string
}

/** Scans the code in each file and prints one line per file, in order. A file that cannot be scanned is reported in its line. */
export async function scanCodeFiles(network: NetworkId, files: readonly string[], asJson: boolean): Promise<void> {
  for (const file of files) {
    const line = await readLine(network, file)
    if (line.error !== undefined) process.exitCode = EXIT.failed
    await printText(`${asJson ? JSON.stringify(line) : lineText(line)}\n`)
  }
}

async function readLine(network: NetworkId, file: string): Promise<CodeLine> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES)
      throw new AppError('validation_error', { message: `The file is larger than ${MAX_FILE_BYTES} bytes, so it is not contract code.` })
    return { file, ...scanCode(network, await readFile(file, 'utf8')) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_network') throw error
    const why = error instanceof AppError ? error.message : isNodeError(error) ? `The file cannot be read (${error.code ?? 'unknown error'}).` : null
    if (why === null) throw error
    return { file, mintable: null, limits_selling: null, takes_balances: null, error: why }
  }
}

const isNodeError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

function lineText({ file, error, mintable, limits_selling, takes_balances, reasons }: CodeLine): string {
  if (error !== undefined) return `${file}: ${error}`
  const shown = (value: boolean | null): string => (value === null ? 'unknown' : value ? 'yes' : 'no')
  const head = `${file}: mintable ${shown(mintable)}, limits selling ${shown(limits_selling)}, takes balances ${shown(takes_balances)}`
  const texts = new Set(Object.values(reasons ?? {}).flatMap((list) => list.map(({ text }) => `- ${text}`)))
  return [head, ...texts].join('\n')
}
