/** The server breaks a rule of the API. */
export class ContractViolation extends Error {
  override name = 'Broken'
}

/** A check that cannot run against this server, with the reason. */
export class NotApplicable extends Error {
  override name = 'NotApplicable'
}

export function fail(message: string): never {
  throw new ContractViolation(message)
}

export function skip(why: string): never {
  throw new NotApplicable(why)
}

export function assertThat(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message)
}

/** Compares as JSON. The order of fields is ignored, the order of lists is not. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [canonicalJson(actual), canonicalJson(expected)]
  if (a !== b) fail(`${what} should be ${b.slice(0, 300)}, but is ${a.slice(0, 300)}`)
}

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'nothing'

/** Compares with a relative tolerance, for sums in a different order. */
export function assertClose(actual: number, expected: number, what: string): void {
  if (Math.abs(actual - expected) > 1e-6 * Math.max(1, Math.abs(expected))) fail(`${what} should be about ${expected}, but is ${actual}`)
}

export function assertDescending(values: readonly number[], what: string): void {
  const at = values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value))
  if (at > 0) fail(`${what} should be descending, but entry ${at} is larger than the previous one`)
}
