import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { API_PAGE, apiPage } from './api-page.ts'

it('docs/api.md is up to date (npm run reference writes it)', () => {
  expect(readFileSync(API_PAGE, 'utf8')).toBe(apiPage())
})
