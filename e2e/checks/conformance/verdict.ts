/** A line of the specification that does not hold. */
export class Broken extends Error {
  override name = 'Broken'
}

/** A line that this server gives no occasion to look at, and why. */
export class NotApplicable extends Error {
  override name = 'NotApplicable'
}

export function fail(say: string): never {
  throw new Broken(say)
}

export function notApplicable(why: string): never {
  throw new NotApplicable(why)
}

export function hold(condition: boolean, say: string): asserts condition {
  if (!condition) fail(say)
}

/** Equal as JSON: order of fields does not matter, order of lists does. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [canonical(actual), canonical(expected)]
  if (a !== b) fail(`${what} should be ${b.slice(0, 300)}, and is ${a.slice(0, 300)}`)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'nothing'

/** Numbers that were added up in another order. */
export function near(actual: number, expected: number, what: string): void {
  if (Math.abs(actual - expected) > 1e-6 * Math.max(1, Math.abs(expected))) fail(`${what} should be about ${expected}, and is ${actual}`)
}

export function descending(values: readonly number[], what: string): void {
  const at = values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value))
  if (at > 0) fail(`${what} should fall; entry ${at} is larger than the one before it`)
}
