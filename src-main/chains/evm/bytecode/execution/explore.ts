import { execute, type Exit } from './execute.ts'
import { isBoolean, isConst, type Expr } from '../values/expression.ts'
import { mergeInto } from './merge-states.ts'
import type { Terminator, ControlFlowGraph, BasicBlock, VisitBudget } from './basic-block.ts'
import { isZeroOf } from '../values/simplify.ts'
import { copyState, emptyState, isSameState, type Run, type State } from './state.ts'

/** Limits of one exploration. A function that exceeds one is reported as incomplete. */
export interface Budget {
  /** Instructions that may still be executed, and stack entries copied; counted down over all functions. */
  steps: number
  readonly maxBlocks: number
  readonly maxSteps: number
}

/** Number of top stack entries in which a branch replaces its condition by the known value. */
const REFINED_ENTRIES = 3

/**
 * Explores every path of a call by symbolic execution. A program counter that is reached with the same jump targets on the stack is one basic
 * block, whose start states are merged. The work therefore grows with the size of the code and not with the number of paths.
 */
export function explore(run: Run, budget: Budget, visits: VisitBudget): ControlFlowGraph {
  const { program } = run
  const blocks: BasicBlock[] = []
  const byContext = new Map<string, BasicBlock>()
  const queue: BasicBlock[] = []
  let incomplete: string | null = null
  let steps = 0

  const queued = new Set<BasicBlock>()
  const enqueue = (block: BasicBlock): void => {
    if (!queued.has(block)) queue.push(block)
    queued.add(block)
  }
  /** Adds an edge to the block at `pc`, which takes ownership of the state. Returns its id. */
  const enter = (pc: number, state: State, from: number): number => {
    const context = contextOf(pc, state.stack)
    const known = byContext.get(context)
    if (known !== undefined) {
      const isOnlyEdge = known.predecessors.size === 1 && known.predecessors.has(from)
      if (
        isOnlyEdge ? replace(known, state) : mergeInto(known.start, state, { block: known.id, earlier: known.predecessors, predecessor: from }, run)
      )
        enqueue(known)
      known.predecessors.add(from)
      return known.id
    }
    const block: BasicBlock = { id: blocks.length, pc, start: state, predecessors: new Set([from]), effects: [], terminator: { kind: 'unresolved' } }
    blocks.push(block)
    byContext.set(context, block)
    enqueue(block)
    return block.id
  }
  const contextOf = (pc: number, stack: readonly Expr[]): string => {
    let context = `${pc}:${stack.length}`
    stack.forEach((value, i) => {
      const target = isConst(value) ? targetOf(value) : null
      if (target !== null) context += `,${i}=${target}`
    })
    return context
  }
  const targets = new Map<Expr, number | null>()
  /** The constant as a program counter if it is a valid jump target; null otherwise. */
  const targetOf = (value: Expr): number | null => {
    const known = targets.get(value)
    if (known !== undefined) return known
    const target = value.value < BigInt(program.bytes.length) && program.jumpTargets[Number(value.value)] === 1 ? Number(value.value) : null
    targets.set(value, target)
    return target
  }

  const jump = (to: Expr | number, state: State, from: number): number[] | null => {
    if (typeof to === 'number') return [enter(to, state, from)]
    if (to.op === 'phi') {
      const targets = [...to.alternatives.values()].map((one) => (one.op === 'phi' ? null : jump(one, copyState(state), from)))
      return targets.some((one) => one === null) ? null : targets.flatMap((one) => one ?? [])
    }
    if (!isConst(to)) return null
    const target = targetOf(to)
    return target === null ? [] : [enter(target, state, from)]
  }
  const follow = (exit: Exit, state: State, from: number): Terminator => {
    if (exit.kind === 'jump') {
      const targets = jump(exit.to, state, from)
      if (targets === null) return { kind: 'unresolved' }
      return targets.length === 0 ? { kind: 'revert' } : { kind: 'jump', targets: [...new Set(targets)] }
    }
    if (exit.kind !== 'branch') return exit
    const { condition, to, next } = exit
    if (isConst(condition)) return follow({ kind: 'jump', to: condition.value === 0n ? next : to }, state, from)
    const other = copyState(state)
    refine(run, state, condition, true)
    const taken = jump(to, state, from)
    if (taken === null) return { kind: 'unresolved' }
    refine(run, other, condition, false)
    const fallthrough = enter(next, other, from)
    return { kind: 'branch', condition, taken: taken[0] ?? null, fallthrough }
  }

  enter(0, emptyState(), ENTRY)
  while (queue.length > 0) {
    if (blocks.length > budget.maxBlocks || steps > budget.maxSteps || budget.steps <= 0) {
      incomplete = 'it has more paths than the budget allows'
      break
    }
    const block = takeFirst(queue)
    queued.delete(block)
    const state = copyState(block.start)
    const executed = execute(run, block.id, block.pc, state)
    // Copying and merging a deep stack costs as much as executing instructions.
    const cost = executed.steps + state.stack.length
    steps += cost
    budget.steps -= cost
    block.effects = executed.effects
    block.terminator = follow(executed.exit, state, block.id)
  }
  if (incomplete === null && blocks.some(({ terminator }) => terminator.kind === 'unresolved')) incomplete = 'a jump in it cannot be followed'
  return { blocks, incomplete, visits }
}

/**
 * Takes blocks with a deeper stack first, then those at a lower program counter. Most blocks are then executed after all their predecessors:
 * internal functions run on a deeper stack, and compilers place the join of two branches after both.
 */
function takeFirst(queue: BasicBlock[]): BasicBlock {
  let best = 0
  for (let i = 1; i < queue.length; i++) if (isBefore(queue[i] as BasicBlock, queue[best] as BasicBlock)) best = i
  return queue.splice(best, 1)[0] as BasicBlock
}

const isBefore = (a: BasicBlock, b: BasicBlock): boolean =>
  a.start.stack.length === b.start.stack.length ? a.pc < b.pc : a.start.stack.length > b.start.stack.length

/** Replaces the start state of a block with a single incoming edge. Returns whether it changed. */
function replace(block: BasicBlock, state: State): boolean {
  if (isSameState(block.start, state)) return false
  block.start = state
  return true
}

/** Predecessor of the first block. */
const ENTRY = -1

/** Applies the path condition of one side of a branch to the stack of its state. */
function refine({ pool }: Run, { stack }: State, condition: Expr, taken: boolean): void {
  const tested = condition.op === 'iszero' ? (condition.args[0] as Expr) : condition
  const isTrue = taken === (tested === condition)
  const opposite = isZeroOf(pool, tested)
  for (let i = Math.max(0, stack.length - REFINED_ENTRIES); i < stack.length; i++) {
    const value = stack[i]
    if (value === opposite) stack[i] = pool.const(isTrue ? 0n : 1n)
    else if (value === tested && (!isTrue || isBoolean(tested))) stack[i] = pool.const(isTrue ? 1n : 0n)
  }
}
