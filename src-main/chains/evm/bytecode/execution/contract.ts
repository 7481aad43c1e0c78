import { explore, type Budget } from './explore.ts'
import { ExpressionPool, type Expr } from '../values/expression.ts'
import type { ControlFlowGraph, VisitBudget } from './basic-block.ts'
import { parseStorageKey, type StorageLocation } from '../values/storage-location.ts'
import { decodeProgram } from '../code/program.ts'
import { readCode } from '../code/code-facts.ts'

export interface CodeFunction {
  /** `0x` and 8 digits; null for the code that runs when no selector matches. */
  readonly selector: string | null
  readonly graph: ControlFlowGraph
}

/** All functions of one runtime code, explored. */
export interface Contract {
  readonly pool: ExpressionPool
  readonly functions: readonly CodeFunction[]
  readonly bySelector: ReadonlyMap<string, CodeFunction>
  readonly visits: VisitBudget
  /** Whether the code has the opcodes of https://eips.ethereum.org/EIPS/eip-145, which Solidity uses since 0.5.5. */
  readonly hasShifts: boolean
  readonly locationOf: (key: Expr) => StorageLocation | null
}

/** Limits on executed instructions and blocks, over all functions and per function. They bound the time spent on hostile code. */
const BUDGET = { steps: 300_000, maxBlocks: 4_000, maxSteps: 60_000 }
/** Block visits of all reachability computations together. */
const MAX_VISITS = 90_000
/** Number of functions that are explored. */
const MAX_FUNCTIONS = 256
const SELECTOR_SHIFT = 224n
/** A selector that matches no function, so that the fallback runs. */
const UNUSED_SELECTOR = 0xfffffffen

export function exploreContract(bytes: Uint8Array): Contract {
  const program = decodeProgram(bytes)
  const pool = new ExpressionPool()
  const budget: Budget = { ...BUDGET }
  const visits: VisitBudget = { left: MAX_VISITS }
  const facts = readCode(`0x${Buffer.from(bytes).toString('hex')}`)
  const selectors = [...facts.selectors].sort()
  const functions: CodeFunction[] = selectors.slice(0, MAX_FUNCTIONS).map((selector) => ({
    selector,
    graph: explore({ program, pool, label: selector, firstWord: BigInt(selector) << SELECTOR_SHIFT }, budget, visits),
  }))
  functions.push({
    selector: null,
    graph: explore({ program, pool, label: 'fallback', firstWord: UNUSED_SELECTOR << SELECTOR_SHIFT }, budget, visits),
  })
  if (selectors.length > MAX_FUNCTIONS)
    functions.push({ selector: null, graph: { blocks: [], incomplete: 'the code has more functions than the budget allows', visits } })
  const locations = new Map<Expr, StorageLocation | null>()
  return {
    pool,
    visits,
    hasShifts: facts.shifts,
    functions,
    bySelector: new Map(functions.flatMap((one) => (one.selector === null ? [] : [[one.selector, one]]))),
    locationOf: (key) => {
      const known = locations.get(key)
      if (known !== undefined) return known
      const location = parseStorageKey(key)
      locations.set(key, location)
      return location
    },
  }
}
