import { expect } from 'vitest'
import type { z } from 'zod'
import { ROUTES } from '../../../src-shared/contract/routes.ts'
import recorded from '../fixtures/answers.json?raw'
import { buildGuard, fastParse } from '../fast-parse.ts'

/** Responses of the service for the sample case, with fewer rows of each kind. */
const answers = (): { snapshot: object; localHolders: object } => JSON.parse(recorded) as { snapshot: object; localHolders: object }
export const CASES: readonly { readonly name: string; readonly schema: z.ZodType; readonly answer: () => object }[] = [
  { name: 'snapshot', schema: ROUTES.snapshot.returns, answer: () => answers().snapshot },
  { name: 'localHolders', schema: ROUTES.localHolders.returns, answer: () => answers().localHolders },
]

/** Checks that both parsers return the same result, and that the fast path accepts only values that zod returns unchanged. */
export function agree(schema: z.ZodType, value: unknown): boolean {
  const [ours, theirs] = [fastParse(schema, value), schema.safeParse(value)]
  const isKnown = buildGuard(schema)?.(value) === true
  expect(ours.success).toBe(theirs.success)
  if (theirs.success) expect(ours.data).toStrictEqual(theirs.data)
  else expect(ours.error?.issues).toEqual(theirs.error.issues)
  expect(isKnown).toBe(theirs.success && JSON.stringify(sorted(theirs.data)) === JSON.stringify(sorted(value)))
  return isKnown
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}
