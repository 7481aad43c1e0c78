import { SYSTEM_PROGRAM, isTokenProgram } from '../encoding/addresses.ts'
import type { Instruction } from './instruction.ts'
import type { LogEntry } from './program-logs.ts'

/** An instruction whose depth may still be unknown (0). */
type UnresolvedInstruction = Omit<Instruction, 'depth'> & { depth: number; readonly venue: object | null }

/** Log lines that contain events, by the index of the instruction that wrote them. */
export interface EventLogs {
  readonly byIndex: ReadonlyMap<number, readonly string[]>
  /** Whether the node truncated the logs, or they do not match the instructions. Events may then be missing. */
  readonly truncated: boolean
}

export const NO_LOGS: EventLogs = { byIndex: new Map(), truncated: false }

/** Native programs that the validator runs without a program frame, so they write no "invoke" log line. */
const PRECOMPILES: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/**
 * Determines the depth of every instruction and finds the events in the logs. Logs are long, so they are read only if a program
 * writes events to them, or if the answer contains no stack heights.
 */
export function resolveInstructionTree(instructions: readonly UnresolvedInstruction[], logs: () => Iterable<LogEntry>): EventLogs {
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
  if (flat) inferDepths(instructions)
  return found
}

/**
 * Walks logs and instructions in parallel. Both are in execution order, so the n-th "invoke" line belongs to the n-th instruction.
 * Sets missing depths and collects event lines. From the first mismatch on (truncated or unrelated logs) the logs are ignored.
 */
function alignLogs(instructions: readonly UnresolvedInstruction[], marks: Iterable<LogEntry>): EventLogs {
  const byIndex = new Map<number, string[]>()
  const open: number[] = []
  let index = 0
  for (const mark of marks) {
    switch (mark.kind) {
      case 'event': {
        const writer = open.at(-1)
        if (writer === undefined) continue
        const lines = byIndex.get(writer)
        if (lines === undefined) byIndex.set(writer, [mark.line])
        else lines.push(mark.line)
        continue
      }
      case 'invoke': {
        const invoked = findInvoked(mark.program, instructions, index)
        if (invoked === null || (mark.depth === 1) !== (invoked.inner === null)) return { byIndex, truncated: true }
        if (invoked.depth === 0) invoked.depth = mark.depth
        open.push(invoked.index)
        index = invoked.index + 1
        continue
      }
      case 'end':
        open.pop()
        continue
      case 'cut':
        return { byIndex, truncated: true }
    }
  }
  return { byIndex, truncated: false }
}

/** The next instruction from an index on, skipping precompiles and parts of batches; null if it belongs to another program. */
function findInvoked(program: string, instructions: readonly UnresolvedInstruction[], index: number): UnresolvedInstruction | null {
  for (let at = index; at < instructions.length; at++) {
    const invoked = instructions[at] as UnresolvedInstruction
    if (invoked.batched) continue
    if (invoked.program === program) return invoked
    if (!PRECOMPILES.has(invoked.program)) return null
  }
  return null
}

/**
 * Fallback without stack heights and logs: token and system instructions, and CPIs of a program to itself, are attributed to the
 * program before them.
 */
function inferDepths(instructions: readonly UnresolvedInstruction[]): void {
  let caller: UnresolvedInstruction | null = null
  for (const item of instructions) {
    const leaf = isTokenProgram(item.program) || item.program === SYSTEM_PROGRAM || (item.inner !== null && caller?.program === item.program)
    if (item.depth === 0) item.depth = item.inner === null ? 1 : leaf ? (caller?.depth ?? 1) + 1 : 2
    if (!leaf) caller = item
  }
}
