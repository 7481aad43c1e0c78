/** What a log line tells of the calls around it: the program called and how deep, that a call ended, an event, that the rest is missing. */
export type LogMark =
  | { readonly kind: 'event'; readonly line: string }
  | { readonly kind: 'call'; readonly program: string; readonly depth: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'cut' }

export const END: LogMark = { kind: 'end' }
export const CUT: LogMark = { kind: 'cut' }

export const PROGRAM_DATA = 'Program data: '
export const RAY_LOG = 'Program log: ray_log: '
export const PROGRAM = 'Program '
const INVOKE = ' invoke ['
/** A call that failed ends its transaction, and failed transactions are not read. */
const SUCCESS = ' success'
const TRUNCATED = 'Log truncated'
/** 32 bytes in base58 take 32 to 44 digits. */
const SHORTEST_ADDRESS = 32
/** Where "Program log:" has its colon: most lines are such, and none of the lines that matter here has one there save ray_log. */
const LOG_COLON = 11
/** Where a ray_log has the first letter of its name, and "Program data:" its colon. */
const RAY_LOG_MARK = 13
const DATA_COLON = 12
const COLON = 58
const BRACKET = 93
const ZERO = 48
const SMALL_R = 114
const SMALL_S = 115

/** Those of an answer's lines that tell something; none where they are no list of texts. */
export function marksOf(lines: readonly unknown[]): LogMark[] {
  const marks: LogMark[] = []
  for (const line of lines) {
    if (typeof line !== 'string') return []
    const mark = markOf(line)
    if (mark !== null) marks.push(mark)
  }
  return marks
}

/** Told by single characters where they tell; most lines are none of these. */
function markOf(line: string): LogMark | null {
  if (line.charCodeAt(LOG_COLON) === COLON)
    return line.charCodeAt(RAY_LOG_MARK) === SMALL_R && line.startsWith(RAY_LOG) ? { kind: 'event', line } : null
  if (line.charCodeAt(DATA_COLON) === COLON && line.startsWith(PROGRAM_DATA)) return { kind: 'event', line }
  const last = line.charCodeAt(line.length - 1)
  if (last === BRACKET) return callOf(line)
  if (last === SMALL_S) return line.endsWith(SUCCESS) && nameEnd(line) === line.length - SUCCESS.length ? END : null
  return line === TRUNCATED ? CUT : null
}

/** "Program <address> invoke [<depth>]" */
function callOf(line: string): LogMark | null {
  const end = nameEnd(line)
  if (end < 0 || !line.startsWith(INVOKE, end)) return null
  return { kind: 'call', program: line.slice(PROGRAM.length, end), depth: depthAt(line, end + INVOKE.length) }
}

/** The number that ends at the bracket; 0 where there is none. */
function depthAt(line: string, from: number): number {
  let depth = 0
  for (let at = from; at < line.length - 1; at++) {
    const digit = line.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return 0
    depth = depth * 10 + digit
  }
  return depth
}

/** Where the program's address ends in "Program <address> …"; -1 for other lines ("Program log: …" among them). */
function nameEnd(line: string): number {
  const at = line.startsWith(PROGRAM) ? line.indexOf(' ', PROGRAM.length) : -1
  return at - PROGRAM.length >= SHORTEST_ADDRESS ? at : -1
}
