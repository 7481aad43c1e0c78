import { execute, type Exit } from './execute.ts'
import { isBoolean, isConst, type Expr } from '../values/expression.ts'
import { joinInto } from './merge-states.ts'
import type { End, Flow, Node, Work } from './basic-block.ts'
import { isZeroOf } from '../values/simplify.ts'
import { copyState, emptyState, isSameState, type Run, type State } from './state.ts'

/** Limits of one exploration. A function that exceeds one is reported as incomplete. */
export interface Budget {
  /** Instructions that may still be executed; counted down over all functions. */
  steps: number
  readonly maxNodes: number
  readonly maxSteps: number
}

/** The stack entries in which a tested condition is replaced by its known value. */
const REFINED_ENTRIES = 3

/**
 * Follows every path of a call. Blocks that are reached with the same return addresses on the stack are one node whose start state is
 * merged, so the work grows with the code and not with the number of paths.
 */
export function explore(run: Run, budget: Budget, work: Work): Flow {
  const { program } = run
  const nodes: Node[] = []
  const byContext = new Map<string, Node>()
  const queue: Node[] = []
  let incomplete: string | null = null
  let steps = 0

  const enqueue = (node: Node): void => {
    if (!queue.includes(node)) queue.push(node)
  }
  /** The node takes the state over. */
  const enter = (pc: number, state: State, from: number): number => {
    const context = contextOf(pc, state.stack)
    const known = byContext.get(context)
    if (known !== undefined) {
      const isOnlyEdge = known.predecessors.size === 1 && known.predecessors.has(from)
      if (isOnlyEdge ? replace(known, state) : joinInto(known.start, state, { node: known.id, earlier: known.predecessors, predecessor: from }, run))
        enqueue(known)
      known.predecessors.add(from)
      return known.id
    }
    const node: Node = { id: nodes.length, pc, start: state, predecessors: new Set([from]), effects: [], end: { kind: 'lost' } }
    nodes.push(node)
    byContext.set(context, node)
    enqueue(node)
    return node.id
  }
  const contextOf = (pc: number, stack: readonly Expr[]): string => {
    let context = `${pc}:${stack.length}`
    stack.forEach((value, i) => {
      if (isConst(value) && isJumpTarget(value)) context += `,${i}=${value.value}`
    })
    return context
  }
  const isJumpTarget = (value: Expr): boolean => value.value < BigInt(program.bytes.length) && program.jumpTargets[Number(value.value)] === 1

  const jump = (to: Expr | number, state: State, from: number): number[] | null => {
    if (typeof to === 'number') return [enter(to, state, from)]
    if (to.op === 'phi') {
      const targets = [...to.alternatives.values()].map((one) => (one.op === 'phi' ? null : jump(one, copyState(state), from)))
      return targets.some((one) => one === null) ? null : targets.flatMap((one) => one ?? [])
    }
    if (!isConst(to)) return null
    return isJumpTarget(to) ? [enter(Number(to.value), state, from)] : []
  }
  const follow = (exit: Exit, state: State, from: number): End => {
    if (exit.kind === 'jump') {
      const targets = jump(exit.to, state, from)
      if (targets === null) return { kind: 'lost' }
      return targets.length === 0 ? { kind: 'revert' } : { kind: 'jump', targets: [...new Set(targets)] }
    }
    if (exit.kind !== 'branch') return exit
    const { condition, to, next } = exit
    if (isConst(condition)) return follow({ kind: 'jump', to: condition.value === 0n ? next : to }, state, from)
    const other = copyState(state)
    refine(run, state, condition, true)
    const taken = jump(to, state, from)
    if (taken === null) return { kind: 'lost' }
    refine(run, other, condition, false)
    const fallen = enter(next, other, from)
    return { kind: 'branch', condition, taken: taken[0] ?? null, fallen }
  }

  enter(0, emptyState(), ENTRY)
  while (queue.length > 0) {
    if (nodes.length > budget.maxNodes || steps > budget.maxSteps || budget.steps <= 0) {
      incomplete = 'it has more paths than the budget allows'
      break
    }
    const node = takeFirst(queue)
    const state = copyState(node.start)
    const executed = execute(run, node.id, node.pc, state)
    steps += executed.steps
    budget.steps -= executed.steps
    node.effects = executed.effects
    node.end = follow(executed.exit, state, node.id)
  }
  if (incomplete === null && nodes.some(({ end }) => end.kind === 'lost')) incomplete = 'a jump in it cannot be followed'
  return { nodes, incomplete, work }
}

/**
 * Inner calls and earlier code come first, so that most nodes are executed only after all their predecessors: code inside a call stands
 * higher on the stack, and compilers put the join of two branches behind both.
 */
function takeFirst(queue: Node[]): Node {
  let best = 0
  for (let i = 1; i < queue.length; i++) if (isBefore(queue[i] as Node, queue[best] as Node)) best = i
  return queue.splice(best, 1)[0] as Node
}

const isBefore = (a: Node, b: Node): boolean =>
  a.start.stack.length === b.start.stack.length ? a.pc < b.pc : a.start.stack.length > b.start.stack.length

/** Takes over a new version of the only state that reaches a node. Returns whether it differs from the last. */
function replace(node: Node, state: State): boolean {
  if (isSameState(node.start, state)) return false
  node.start = state
  return true
}

/** Predecessor of the first node. */
export const ENTRY = -1

/** Writes into the state of one side of a branch what the tested condition is there. */
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
