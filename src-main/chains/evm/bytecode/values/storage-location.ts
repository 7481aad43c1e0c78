import { isConst, type Expr } from './expression.ts'

/**
 * A storage slot without the keys of its mappings: `3` is slot 3, `3.k` an entry of the mapping in slot 3, `3.k+1` the second word of a struct in
 * it, and `3[]` an element of the array in slot 3. Layout: https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html.
 */
export interface StorageLocation {
  readonly id: string
  /** Keys of the mappings, outermost first. */
  readonly keys: readonly Expr[]
}

/** Largest constant that counts as the offset of a word in a struct. */
const MAX_OFFSET = 64n
/** Limit on nested mappings, arrays and sums. */
const MAX_DEPTH = 10

/** Parses a storage key in the form that Solidity, Vyper and Solady use; returns null for other keys. */
export const parseStorageKey = (key: Expr): StorageLocation | null => parse(key, 0, [])

/** @param loops phis that the key is part of */
function parse(key: Expr, depth: number, loops: readonly Expr[]): StorageLocation | null {
  if (depth > MAX_DEPTH) return null
  if (isConst(key)) return { id: key.value.toString(16), keys: [] }
  if (key.op === 'phi') return parsePhi(key, depth, loops)
  if (key.op === 'add') {
    const [a, b] = key.args as [Expr, Expr]
    const inner = parse(a, depth + 1, loops)
    if (inner !== null && !isConst(a)) return isConst(b) && b.value <= MAX_OFFSET ? { ...inner, id: `${inner.id}+${b.value}` } : inner
    // The index of an array element.
    return isConst(b) ? null : parse(b, depth + 1, loops)
  }
  if (key.op !== 'hash') return null
  const [first, second] = key.args as [Expr, Expr | undefined]
  if (second === undefined) return packedPlace(first) ?? suffixed(parse(first, depth + 1, loops), '[]', [])
  // Solidity hashes the key followed by the slot, Vyper the slot followed by the key.
  return suffixed(parse(second, depth + 1, loops), '.k', [first]) ?? suffixed(parse(first, depth + 1, loops), '.k', [second])
}

/** A loop over the words of a text or an array begins at its first word, and every other turn adds to the word of the turn before. */
function parsePhi(phi: Expr, depth: number, loops: readonly Expr[]): StorageLocation | null {
  const within = [...loops, phi]
  const isTurn = (one: Expr, sums = 0): boolean =>
    within.includes(one) || (one.op === 'add' && sums < MAX_DEPTH && one.args.some((part) => isTurn(part, sums + 1)))
  const starts = [...phi.alternatives.values()].filter((one) => !isTurn(one)).map((one) => parse(one, depth + 1, within))
  const [first = null] = starts
  return starts.every((one) => one?.id === first?.id) ? first : null
}

function suffixed(location: StorageLocation | null, suffix: string, keys: readonly Expr[]): StorageLocation | null {
  return location === null ? null : { id: location.id + suffix, keys: [...location.keys, ...keys] }
}

/** Solady hashes one word that packs an address and a seed: https://github.com/Vectorized/solady/blob/main/src/tokens/ERC20.sol */
function packedPlace(word: Expr): StorageLocation | null {
  if (word.op !== 'or') return null
  const seed = word.args.find(isConst)
  const packed = word.args.find(({ op }) => op === 'shl')
  return seed === undefined || packed === undefined ? null : { id: `${seed.value.toString(16)}.k`, keys: [packed.args[0] as Expr] }
}
