/**
 * Freezes a value deeply, including maps and sets, so a write throws.
 *
 * @returns the value
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  if (value instanceof Map) for (const [key, member] of value) deepFreeze([key, member])
  if (value instanceof Set) for (const member of value) deepFreeze(member)
  if (value instanceof Map || value instanceof Set) for (const method of WRITERS) Object.defineProperty(value, method, { value: refuse })
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}

const WRITERS = ['set', 'add', 'delete', 'clear'] as const

function refuse(): never {
  throw new TypeError('This map or set is frozen.')
}
