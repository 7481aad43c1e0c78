import { isConst, type Expr, type ExpressionPool } from '../values/expression.ts'
import type { Program } from '../code/program.ts'

/** Context of the exploration of one function. */
export interface Run {
  readonly program: Program
  readonly pool: ExpressionPool
  /** Distinguishes the unknowns and phis of different functions. */
  readonly label: string
  /** The first word of the call data. */
  readonly firstWord: bigint
}

/** Symbolic machine state at the start of a block. Memory and storage list only words that were written and are known. */
export interface State {
  readonly stack: Expr[]
  /** Words by address: a number, or `expression:offset` for addresses that are not constant. Change it through `ownMemory` only. */
  memory: ReadonlyMap<string | number, Expr>
  /** Storage words that were written, by the id of the key expression. Change it through `ownStorage` only. */
  storage: ReadonlyMap<number, Stored>
  /** Whether no other state shares the map. */
  ownsMemory: boolean
  ownsStorage: boolean
}

export interface Stored {
  readonly key: Expr
  readonly value: Expr
}

export const emptyState = (): State => ({ stack: [], memory: new Map(), storage: new Map(), ownsMemory: true, ownsStorage: true })

/** Copies on write: copies share their maps until one of them writes, because most blocks write nothing. */
export function copyState(state: State): State {
  state.ownsMemory = false
  state.ownsStorage = false
  return { ...state, stack: [...state.stack] }
}

export function ownMemory(state: State): Map<string | number, Expr> {
  if (!state.ownsMemory) state.memory = new Map(state.memory)
  state.ownsMemory = true
  return state.memory as Map<string | number, Expr>
}

export function ownStorage(state: State): Map<number, Stored> {
  if (!state.ownsStorage) state.storage = new Map(state.storage)
  state.ownsStorage = true
  return state.storage as Map<number, Stored>
}

const SIGN = 1n << 255n
const MAX_ADDRESS = 1n << 32n

/** Key of the word at `address + plus`; null if it cannot be tracked. */
export function memoryKey(address: Expr, plus = 0): string | number | null {
  if (isConst(address)) return address.value < MAX_ADDRESS ? Number(address.value) + plus : null
  const [base, offset] = address.op === 'add' ? address.args : []
  if (base === undefined || offset === undefined || !isConst(offset)) return `${address.id}:${plus}`
  const signed = offset.value >= SIGN ? offset.value - (SIGN << 1n) : offset.value
  return signed > -MAX_ADDRESS && signed < MAX_ADDRESS ? `${base.id}:${Number(signed) + plus}` : null
}

const storageWord = (pool: ExpressionPool, key: Expr): Expr => pool.intern({ op: 'field', args: [key], data: 0, size: 256 })

/** The storage word at a key as this path sees it. */
export const loadStorage = ({ storage }: State, pool: ExpressionPool, key: Expr): Expr => storage.get(key.id)?.value ?? storageWord(pool, key)

export function isSameState(a: State, b: State): boolean {
  if (a.stack.length !== b.stack.length || a.memory.size !== b.memory.size || a.storage.size !== b.storage.size) return false
  for (let i = 0; i < a.stack.length; i++) if (a.stack[i] !== b.stack[i]) return false
  if (a.memory !== b.memory) for (const [key, value] of a.memory) if (b.memory.get(key) !== value) return false
  if (a.storage !== b.storage) for (const [id, { value }] of a.storage) if (b.storage.get(id)?.value !== value) return false
  return true
}
