import { isConst, type Expr } from './expression.ts'

/** A storage location without the keys of its mappings: `3` is slot 3, `3.k` a mapping in slot 3, `3.k+1` the second word of its struct. */
export interface Place {
  readonly id: string
  /** Keys of the mappings, outermost first. */
  readonly keys: readonly Expr[]
}

/** Larger constant parts of a key are no offsets in a struct. */
const MAX_OFFSET = 64n
/** Mappings, arrays and sums nested deeper are no places that a compiler makes. */
const MAX_DEPTH = 10

/** Reads a storage key as compilers build it; null for keys of another shape. */
export function placeOf(key: Expr, depth = 0): Place | null {
  if (depth > MAX_DEPTH) return null
  if (isConst(key)) return { id: key.value.toString(16), keys: [] }
  if (key.op === 'add') {
    const [a, b] = key.args as [Expr, Expr]
    const inner = placeOf(a, depth + 1) ?? null
    if (inner !== null && !isConst(a)) return isConst(b) && b.value <= MAX_OFFSET ? { ...inner, id: `${inner.id}+${b.value}` } : inner
    // The index of an array element.
    return isConst(b) ? null : placeOf(b, depth + 1)
  }
  if (key.op !== 'hash') return null
  const [first, second] = key.args as [Expr, Expr | undefined]
  if (second === undefined) return packedPlace(first) ?? suffixed(placeOf(first, depth + 1), '[]', [])
  // Solidity hashes the key and then the slot, Vyper the slot and then the key.
  return suffixed(placeOf(second, depth + 1), '.k', [first]) ?? suffixed(placeOf(first, depth + 1), '.k', [second])
}

function suffixed(place: Place | null, suffix: string, keys: readonly Expr[]): Place | null {
  return place === null ? null : { id: place.id + suffix, keys: [...place.keys, ...keys] }
}

/** Solady hashes an address and a seed that stand in one word: https://github.com/Vectorized/solady/blob/main/src/tokens/ERC20.sol */
function packedPlace(word: Expr): Place | null {
  if (word.op !== 'or') return null
  const seed = word.args.find(isConst)
  const packed = word.args.find(({ op }) => op === 'shl')
  return seed === undefined || packed === undefined ? null : { id: `${seed.value.toString(16)}.k`, keys: [packed.args[0] as Expr] }
}
