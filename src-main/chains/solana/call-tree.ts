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
/** Where a ray_log has the first letter of its name, and "Program data:" its colon. */
const RAY_LOG_MARK = 13
const DATA_COLON = 12
const COLON = 58
const BRACKET = 93
const ZERO = 48
const SMALL_R = 114
const SMALL_S = 115

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
    switch (kindOf(line)) {
      case 'event': {
        const writer = open.at(-1)
        if (writer === undefined) continue
        const lines = byPlace.get(writer)
        if (lines === undefined) byPlace.set(writer, [line])
        else lines.push(line)
        continue
      }
      case 'call': {
        const called = calledBy(line, instructions, place)
        if (called === null && !saysAnyCall(line)) continue
        const depth = called === null ? 0 : depthAt(line, PROGRAM.length + called.program.length + INVOKE.length)
        if (called === null || (depth === 1) !== (called.inner === null)) return { byPlace, truncated: true }
        if (called.depth === 0) called.depth = depth
        open.push(called.place)
        place = called.place + 1
        continue
      }
      case 'end':
        if (nameEnd(line) === line.length - SUCCESS.length) open.pop()
        continue
      case 'cut':
        return { byPlace, truncated: true }
    }
  }
  return { byPlace, truncated: false }
}

/** What a line may be, told by single characters where they tell; most lines are none of these. */
function kindOf(line: string): 'event' | 'call' | 'end' | 'cut' | null {
  if (line.charCodeAt(LOG_COLON) === COLON) return line.charCodeAt(RAY_LOG_MARK) === SMALL_R && line.startsWith(RAY_LOG) ? 'event' : null
  if (line.charCodeAt(DATA_COLON) === COLON && line.startsWith(PROGRAM_DATA)) return 'event'
  const last = line.charCodeAt(line.length - 1)
  if (last === BRACKET) return 'call'
  if (last === SMALL_S) return line.charCodeAt(line.length - 2) === SMALL_S && line.endsWith(SUCCESS) ? 'end' : null
  return line === TRUNCATED ? 'cut' : null
}

/** The instruction from a place on that a line says is called; null when that is another one, or it is no such line. */
function calledBy(line: string, instructions: readonly Placed[], place: number): Placed | null {
  for (let at = place; at < instructions.length; at++) {
    const called = instructions[at] as Placed
    if (saysCall(line, called.program)) return called
    if (!PRECOMPILES.has(called.program)) return null
  }
  return null
}

function saysCall(line: string, program: string): boolean {
  return holdsAt(line, INVOKE, PROGRAM.length + program.length) && holdsAt(line, program, PROGRAM.length) && holdsAt(line, PROGRAM, 0)
}

/** A part of a line is compared by words, startsWith by characters: half the time for an address. */
function holdsAt(line: string, text: string, at: number): boolean {
  return line.slice(at, at + text.length) === text
}

function saysAnyCall(line: string): boolean {
  const at = nameEnd(line)
  return at >= 0 && line.startsWith(INVOKE, at)
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

/** Neither heights nor logs: token and system calls, and a program's calls to itself, belong to the program before them. */
export function guessDepths(instructions: readonly Placed[]): void {
  let caller: Placed | null = null
  for (const item of instructions) {
    const leaf = isTokenProgram(item.program) || item.program === SYSTEM_PROGRAM || (item.inner !== null && caller?.program === item.program)
    if (item.depth === 0) item.depth = item.inner === null ? 1 : leaf ? (caller?.depth ?? 1) + 1 : 2
    if (!leaf) caller = item
  }
}
