import { PRECOMPILES, SYSTEM_PROGRAM, isTokenProgram } from './ids.ts'
import type { Operation } from './operations.ts'
import type { Instruction } from './transaction.ts'

/** An instruction as the answer lists it, before its place in the tree of calls is known. */
export interface FlatInstruction {
  readonly outer: number
  readonly inner: number | null
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
  readonly operation: Operation | null
  /** As the node says it; older nodes do not. */
  readonly stackHeight: number | null
}

/** One program run as the logs tell it. */
interface Frame {
  readonly program: string
  readonly depth: number
  readonly lines: string[]
}

export interface CallTree {
  readonly roots: readonly Instruction[]
  readonly all: readonly Instruction[]
  readonly logsTruncated: boolean
}

/**
 * Nests instructions under their callers. The depth comes from the node's stack heights or, on answers of older nodes,
 * from the "invoke [n]" lines of the logs, which come in the very order of execution.
 *
 * @param flat in order of execution: each outer instruction followed by its inner ones
 */
export function buildCallTree(flat: readonly FlatInstruction[], logs: readonly string[]): CallTree {
  const { frames, truncated } = readFrames(logs)
  const all: MutableInstruction[] = []
  const roots: MutableInstruction[] = []
  const stack: MutableInstruction[] = []
  let next = 0
  for (const item of flat) {
    const frame = frames[next]
    const fits = frame !== undefined && frame.program === item.program && (frame.depth === 1) === (item.inner === null)
    if (fits) next++
    else if (!PRECOMPILES.has(item.program)) next = frames.length
    const depth = item.inner === null ? 1 : (item.stackHeight ?? (fits ? frame.depth : guessDepth(item, stack)))
    const made: MutableInstruction = {
      outer: item.outer,
      inner: item.inner,
      depth,
      program: item.program,
      accounts: item.accounts,
      data: item.data,
      operation: item.operation,
      children: [],
      logs: fits ? frame.lines : [],
    }
    while (stack.length > 0 && (stack.at(-1)?.depth ?? 0) >= depth) stack.pop()
    const parent = stack.at(-1)
    if (parent === undefined) roots.push(made)
    else parent.children.push(made)
    stack.push(made)
    all.push(made)
  }
  return { roots, all, logsTruncated: truncated }
}

type MutableInstruction = Omit<Instruction, 'children'> & { readonly children: MutableInstruction[] }

/** Neither heights nor logs: token and system calls, and a program's calls to itself, belong to the program before them. */
function guessDepth(item: FlatInstruction, stack: readonly MutableInstruction[]): number {
  const caller = stack.findLast((open) => !isTokenProgram(open.program) && open.program !== SYSTEM_PROGRAM)
  const leaf = isTokenProgram(item.program) || item.program === SYSTEM_PROGRAM || caller?.program === item.program
  return leaf ? (caller?.depth ?? 1) + 1 : 2
}

const INVOKE = /^Program (\w{32,44}) invoke \[(\d+)\]$/
const END = /^Program \w{32,44} (?:success$|failed: )/

function readFrames(logs: readonly string[]): { frames: Frame[]; truncated: boolean } {
  const frames: Frame[] = []
  const open: Frame[] = []
  for (const line of logs) {
    if (line === 'Log truncated') return { frames, truncated: true }
    const invoke = INVOKE.exec(line)
    if (invoke?.[1] !== undefined) {
      const frame: Frame = { program: invoke[1], depth: Number(invoke[2]), lines: [] }
      frames.push(frame)
      open.push(frame)
    } else if (END.test(line)) {
      open.pop()
    } else {
      open.at(-1)?.lines.push(line)
    }
  }
  return { frames, truncated: false }
}
