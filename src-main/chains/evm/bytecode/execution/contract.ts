import { explore, type Budget } from './explore.ts'
import { ExpressionPool, type Expr } from '../values/expression.ts'
import type { Flow, Work } from './basic-block.ts'
import { placeOf, type Place } from '../values/storage-location.ts'
import { decodeProgram, type Program } from '../code/program.ts'
import { readCode } from '../code/code-facts.ts'

export interface CodeFunction {
  /** `0x` and 8 digits; null for the code that runs when no selector matches. */
  readonly selector: string | null
  readonly flow: Flow
}

/** All functions of one runtime code, explored. */
export interface Contract {
  readonly program: Program
  readonly pool: ExpressionPool
  readonly functions: readonly CodeFunction[]
  readonly bySelector: ReadonlyMap<string, CodeFunction>
  readonly work: Work
  readonly place: (key: Expr) => Place | null
}

/** An exploration that takes longer than these many instructions is cut off, which bounds the time of hostile code. */
const BUDGET = { steps: 300_000, maxNodes: 4_000, maxSteps: 60_000 }
/** Nodes that questions may visit. */
const MAX_VISITS = 90_000
/** Functions beyond these are not explored. */
const MAX_FUNCTIONS = 256
const SELECTOR_SHIFT = 224n
/** A selector that no compiler emits for a named function: used to reach the fallback. */
const NO_SELECTOR = 0xfffffffen

export function exploreContract(bytes: Uint8Array): Contract {
  const program = decodeProgram(bytes)
  const pool = new ExpressionPool()
  const budget: Budget = { ...BUDGET }
  const work: Work = { left: MAX_VISITS }
  const selectors = [...readCode(`0x${Buffer.from(bytes).toString('hex')}`).selectors].sort()
  const functions: CodeFunction[] = selectors.slice(0, MAX_FUNCTIONS).map((selector) => ({
    selector,
    flow: explore({ program, pool, label: selector, firstWord: BigInt(selector) << SELECTOR_SHIFT }, budget, work),
  }))
  functions.push({ selector: null, flow: explore({ program, pool, label: 'fallback', firstWord: NO_SELECTOR << SELECTOR_SHIFT }, budget, work) })
  if (selectors.length > MAX_FUNCTIONS)
    functions.push({ selector: null, flow: { nodes: [], incomplete: 'the code has more functions than the budget allows', work } })
  const places = new Map<Expr, Place | null>()
  return {
    program,
    pool,
    work,
    functions,
    bySelector: new Map(functions.flatMap((one) => (one.selector === null ? [] : [[one.selector, one]]))),
    place: (key) => {
      const known = places.get(key)
      if (known !== undefined) return known
      const place = placeOf(key)
      places.set(key, place)
      return place
    },
  }
}
