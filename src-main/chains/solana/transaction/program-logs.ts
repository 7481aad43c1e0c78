/** A log line that matters to the decoder: an invocation with its depth, the end of an invocation, an event, or the truncation mark. */
export type LogEntry =
  | { readonly kind: 'event'; readonly line: string }
  | { readonly kind: 'invoke'; readonly program: string; readonly depth: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'cut' }

const END: LogEntry = { kind: 'end' }
const CUT: LogEntry = { kind: 'cut' }

export const PROGRAM_DATA = 'Program data: '
export const RAY_LOG = 'Program log: ray_log: '
const PROGRAM = 'Program '
const INVOKE = ' invoke ['
/** Only successful ends matter. A failed invocation fails its transaction, and failed transactions are not read. */
const SUCCESS = ' success'
const TRUNCATED = 'Log truncated'
/** 32 bytes take 32 to 44 digits in base58. */
const MIN_ADDRESS_CHARS = 32
/** Offset of the colon in "Program log:". Most lines have it, and of the lines that matter only ray_log does. */
const LOG_COLON = 11
/** Offsets of the first letter of "ray_log", and of the colon in "Program data:". */
const RAY_LOG_MARK = 13
const DATA_COLON = 12
const COLON = 58
const BRACKET = 93
const ZERO = 48
const SMALL_R = 114
const SMALL_S = 115

/** The lines that matter; none if the list contains anything but text. */
export function parseProgramLogs(lines: readonly unknown[]): LogEntry[] {
  const marks: LogEntry[] = []
  for (const line of lines) {
    if (typeof line !== 'string') return []
    const mark = parseLogLine(line)
    if (mark !== null) marks.push(mark)
  }
  return marks
}

/** Tests single characters first, because most lines do not matter. */
function parseLogLine(line: string): LogEntry | null {
  if (line.charCodeAt(LOG_COLON) === COLON)
    return line.charCodeAt(RAY_LOG_MARK) === SMALL_R && line.startsWith(RAY_LOG) ? { kind: 'event', line } : null
  if (line.charCodeAt(DATA_COLON) === COLON && line.startsWith(PROGRAM_DATA)) return { kind: 'event', line }
  const last = line.charCodeAt(line.length - 1)
  if (last === BRACKET) return parseInvoke(line)
  if (last === SMALL_S) return line.endsWith(SUCCESS) && nameEnd(line) === line.length - SUCCESS.length ? END : null
  return line === TRUNCATED ? CUT : null
}

/** "Program <address> invoke [<depth>]" */
function parseInvoke(line: string): LogEntry | null {
  const end = nameEnd(line)
  if (end < 0 || !line.startsWith(INVOKE, end)) return null
  return { kind: 'invoke', program: line.slice(PROGRAM.length, end), depth: depthAt(line, end + INVOKE.length) }
}

/** The number before the closing bracket; 0 if it is not a number. */
function depthAt(line: string, from: number): number {
  let depth = 0
  for (let at = from; at < line.length - 1; at++) {
    const digit = line.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return 0
    depth = depth * 10 + digit
  }
  return depth
}

/** The end of the address in "Program <address> …"; -1 for other lines, such as "Program log: …". */
function nameEnd(line: string): number {
  const at = line.startsWith(PROGRAM) ? line.indexOf(' ', PROGRAM.length) : -1
  return at - PROGRAM.length >= MIN_ADDRESS_CHARS ? at : -1
}
