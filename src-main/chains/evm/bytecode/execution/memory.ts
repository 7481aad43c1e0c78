import { isConst, type Expr, type ExpressionPool } from '../values/expression.ts'
import { numberAt } from '../code/program.ts'
import { binary, lowBits, shiftLeft, shiftRight } from '../values/simplify.ts'
import { memoryKey, ownMemory, type Run, type State } from './state.ts'

const WORD_BYTES = 32
/** Longer ranges of memory are not tracked word by word. */
const MAX_WORDS = 16
/** Solidity's scratch space, where hashes are prepared: https://docs.soliditylang.org/en/latest/internals/layout_in_memory.html. */
const SCRATCH_BYTES = 64

export function readWord(state: State, address: Expr, unknown: () => Expr): Expr {
  const key = memoryKey(address)
  return (key === null ? undefined : state.memory.get(key)) ?? unknown()
}

export function writeWord(state: State, pool: ExpressionPool, address: Expr, value: Expr): void {
  const key = memoryKey(address)
  if (key === null) return
  if (typeof key === 'number') overwriteParts(state, pool, key, value)
  ownMemory(state).set(key, value)
}

/** A word overwrites a part of each word that begins less than 32 bytes before or after it. */
function overwriteParts(state: State, pool: ExpressionPool, key: number, value: Expr): void {
  const aligned = key % WORD_BYTES === 0
  // Outside the scratch space, compilers write unaligned words only to build call data, which is not read back.
  if (key >= SCRATCH_BYTES) {
    if (aligned) return
    const memory = ownMemory(state)
    memory.delete(key - (key % WORD_BYTES))
    memory.delete(key - (key % WORD_BYTES) + WORD_BYTES)
    return
  }
  for (let other = Math.max(0, key - WORD_BYTES + 1); other < key + WORD_BYTES; other++) {
    const old = state.memory.get(other)
    if (old === undefined || other === key) continue
    const bits = 8 * Math.abs(other - key)
    const kept = other > key ? lowBits(pool, bits, old) : shiftLeft(pool, 256 - bits, shiftRight(pool, 256 - bits, old))
    const moved = other > key ? shiftLeft(pool, bits, value) : shiftRight(pool, bits, value)
    ownMemory(state).set(other, binary(pool, 'or', moved, kept))
  }
}

/** The words of a range; null if one of them or the length is unknown. */
export function readWords(state: State, address: Expr, length: Expr): Expr[] | null {
  const count = wordsIn(length)
  if (count === null || count === 0) return null
  const words: Expr[] = []
  for (let i = 0; i < count; i++) {
    const key = memoryKey(address, i * WORD_BYTES)
    const word = key === null ? undefined : state.memory.get(key)
    if (word === undefined) return null
    words.push(word)
  }
  return words
}

/** The known argument words after a 4-byte selector, up to the first unknown one. */
export function readArguments(state: State, address: Expr): Expr[] {
  const words: Expr[] = []
  for (let i = 0; i < MAX_WORDS; i++) {
    const key = memoryKey(address, 4 + i * WORD_BYTES)
    const word = key === null ? undefined : state.memory.get(key)
    if (word === undefined) break
    words.push(word)
  }
  return words
}

/** Fills a range with words. If `word` returns null, the content becomes unknown. */
export function fillWords(state: State, address: Expr, length: Expr, word: (index: number) => Expr | null): void {
  const count = wordsIn(length) ?? MAX_WORDS
  for (let i = 0; i < count; i++) {
    const key = memoryKey(address, i * WORD_BYTES)
    if (key === null) return
    const value = word(i)
    if (value === null) ownMemory(state).delete(key)
    else ownMemory(state).set(key, value)
  }
}

/** CODECOPY: compilers store constants and immutables in the code and copy them to memory. */
export function copyCode(state: State, run: Run, [to, from, length]: readonly [Expr, Expr, Expr]): void {
  const { bytes } = run.program
  fillWords(state, to, length, (i) =>
    isConst(from) ? run.pool.const(numberAt(bytes, Number(from.value & 0xffffffffn) + i * WORD_BYTES, WORD_BYTES)) : null,
  )
}

function wordsIn(length: Expr): number | null {
  if (!isConst(length)) return null
  const words = (length.value + 31n) / 32n
  return words <= BigInt(MAX_WORDS) ? Number(words) : null
}
