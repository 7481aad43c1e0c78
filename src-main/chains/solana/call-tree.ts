import { SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import type { Instruction } from './transaction.ts'

/** An instruction whose depth is not settled yet. */
export type Placed = Omit<Instruction, 'depth'> & { depth: number }

const INVOKE = ' invoke ['
const PROGRAM = 'Program '
export const PROGRAM_DATA = 'Program data: '
export const RAY_LOG = 'Program log: ray_log: '
/** A call that failed ends its transaction, and failed transactions are not read. */
const SUCCESS = ' success'
const TRUNCATED = 'Log truncated'
/** 32 bytes in base58 take 32 to 44 digits. */
const SHORTEST_ADDRESS = 32
/** Where "Program log:" has its colon: most lines are such, and none of the lines that matter here has one there save ray_log. */
const LOG_COLON = 11
const COLON = 58
const BRACKET = 93

/** Log lines that carry events, by the place of the instruction that wrote them. */
export interface EventLogs {
  readonly byPlace: ReadonlyMap<number, readonly string[]>
  /** The node cut the logs short, or they do not fit the instructions: events in them may be missing. */
  readonly truncated: boolean
}

export const NO_LOGS: EventLogs = { byPlace: new Map(), truncated: false }

/** Run by the validator without a program frame: they leave no "invoke" line in the logs. */
const PRECOMPILES: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/**
 * Walks the logs beside the instructions: both come in the order of execution, so the n-th "invoke" line is the n-th
 * instruction. Settles the depth of instructions that came without one, and finds the lines that carry events. Where the two
 * part (foreign logs, or cut ones), the rest of the logs belongs to nobody.
 */
export function alignLogs(instructions: readonly Placed[], logs: readonly string[]): EventLogs {
  const byPlace = new Map<number, string[]>()
  const open: number[] = []
  let place = 0
  for (const line of logs) {
    const last = line.charCodeAt(line.length - 1)
    if (line.charCodeAt(LOG_COLON) === COLON ? line.startsWith(RAY_LOG) : line.startsWith(PROGRAM_DATA)) {
      const writer = open.at(-1)
      if (writer === undefined) continue
      const lines = byPlace.get(writer)
      if (lines === undefined) byPlace.set(writer, [line])
      else lines.push(line)
    } else if (line.charCodeAt(LOG_COLON) === COLON) {
      continue
    } else if (last === BRACKET) {
      const at = nameEnd(line)
      if (at < 0 || !line.startsWith(INVOKE, at)) continue
      while (PRECOMPILES.has(instructions[place]?.program ?? '')) place++
      const called = instructions[place]
      const depth = Number(line.slice(at + INVOKE.length, -1))
      const fits = called !== undefined && at === PROGRAM.length + called.program.length && line.startsWith(called.program, PROGRAM.length)
      if (!fits || (depth === 1) !== (called.inner === null)) return { byPlace, truncated: true }
      if (called.depth === 0) called.depth = depth
      open.push(place++)
    } else if (line.endsWith(SUCCESS)) {
      if (nameEnd(line) === line.length - SUCCESS.length) open.pop()
    } else if (line === TRUNCATED) {
      return { byPlace, truncated: true }
    }
  }
  return { byPlace, truncated: false }
}

/** Where the program's address ends in "Program <address> …"; -1 for other lines ("Program log: …" among them). */
function nameEnd(line: string): number {
  const at = line.startsWith(PROGRAM) ? line.indexOf(' ', PROGRAM.length) : -1
  return at - PROGRAM.length >= SHORTEST_ADDRESS ? at : -1
}

/** Neither heights nor logs: token and system calls, and a program's calls to itself, belong to the program before them. */
export function guessDepths(instructions: readonly Placed[]): void {
  let caller: Placed | null = null
  for (const item of instructions) {
    const leaf = isTokenProgram(item.program) || item.program === SYSTEM_PROGRAM || (item.inner !== null && caller?.program === item.program)
    if (item.depth === 0) item.depth = item.inner === null ? 1 : leaf ? (caller?.depth ?? 1) + 1 : 2
    if (!leaf) caller = item
  }
}
