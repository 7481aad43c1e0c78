import { expect, it } from 'vitest'
import { caseFileName } from './case-file-name.ts'

it.each([
  ['Who funded “PEP”? (2026)', 'Who funded PEP 2026'],
  ['???', 'case'],
  ['名'.repeat(200), '名'.repeat(80)],
])('a case named %j is saved as %j', (name, file) => {
  expect(caseFileName({ name })).toBe(file)
})
