import { LRUCache } from 'lru-cache'

/** Cache size: the displayed result, the previous one, and those one or two slider steps away. */
export const RECENT = 6

const ids = new WeakMap<object, number>()
let lastId = 0

/** A cache key for these values: objects by identity, everything else by value. */
export function identityKey(...values: readonly unknown[]): string {
  return values.map(identify).join(' ')
}

function identify(value: unknown): string {
  if (typeof value !== 'object' && typeof value !== 'function') return String(value)
  if (value === null) return 'null'
  const id = ids.get(value) ?? ++lastId
  ids.set(value, id)
  return `#${id}`
}

/** Memoizes a pure function: recent arguments return the same result object. */
export function memoizeRecent<Args extends readonly unknown[], Result>(compute: (...args: Args) => Result, max = RECENT): (...args: Args) => Result {
  const cache = new LRUCache<string, { readonly result: Result }>({ max })
  return (...args) => {
    const key = identityKey(...args)
    const entry = cache.get(key) ?? { result: compute(...args) }
    cache.set(key, entry)
    return entry.result
  }
}
