import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withReferenceTable } from './readme-table.ts'

it('the README has today’s API table (npm run reference writes it)', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(readme).toBe(withReferenceTable(readme))
})
