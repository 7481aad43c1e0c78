import { SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import type { Instruction } from './instruction.ts'
import type { LogMark } from './log-marks.ts'

/** An instruction whose depth is not settled yet. */
type Placed = Omit<Instruction, 'depth'> & { depth: number; readonly venue: object | null }

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
 * Settles the depth of every instruction and finds the events in the logs. Logs are long, so they are read only where events
 * stand in them, or where nothing else tells who called whom.
 */
export function settleCalls(instructions: readonly Placed[], logs: () => Iterable<LogMark>): EventLogs {
  let venues = false
  let flat = false
  let logging = false
  for (const { venue, depth, logs } of instructions) {
    flat ||= depth === 0
    venues ||= venue !== null
    logging ||= logs
  }
  if (!venues || (!flat && !logging)) return NO_LOGS
  const found = alignLogs(instructions, logs())
  if (flat) guessDepths(instructions)
  return found
}

/**
 * Walks the logs beside the instructions: both come in the order of execution, so the n-th call is the n-th instruction.
 * Settles the depth of instructions that came without one, and finds the lines that carry events. Where the two part (foreign
 * logs, or cut ones), the rest of the logs belongs to nobody.
 */
function alignLogs(instructions: readonly Placed[], marks: Iterable<LogMark>): EventLogs {
  const byPlace = new Map<number, string[]>()
  const open: number[] = []
  let place = 0
  for (const mark of marks) {
    switch (mark.kind) {
      case 'event': {
        const writer = open.at(-1)
        if (writer === undefined) continue
        const lines = byPlace.get(writer)
        if (lines === undefined) byPlace.set(writer, [mark.line])
        else lines.push(mark.line)
        continue
      }
      case 'call': {
        const called = calledBy(mark.program, instructions, place)
        if (called === null || (mark.depth === 1) !== (called.inner === null)) return { byPlace, truncated: true }
        if (called.depth === 0) called.depth = mark.depth
        open.push(called.place)
        place = called.place + 1
        continue
      }
      case 'end':
        open.pop()
        continue
      case 'cut':
        return { byPlace, truncated: true }
    }
  }
  return { byPlace, truncated: false }
}

/** The instruction from a place on that a call of the program is; null when another one stands there. */
function calledBy(program: string, instructions: readonly Placed[], place: number): Placed | null {
  for (let at = place; at < instructions.length; at++) {
    const called = instructions[at] as Placed
    if (called.program === program) return called
    if (!PRECOMPILES.has(called.program)) return null
  }
  return null
}

/** Neither heights nor logs: token and system calls, and a program's calls to itself, belong to the program before them. */
function guessDepths(instructions: readonly Placed[]): void {
  let caller: Placed | null = null
  for (const item of instructions) {
    const leaf = isTokenProgram(item.program) || item.program === SYSTEM_PROGRAM || (item.inner !== null && caller?.program === item.program)
    if (item.depth === 0) item.depth = item.inner === null ? 1 : leaf ? (caller?.depth ?? 1) + 1 : 2
    if (!leaf) caller = item
  }
}
