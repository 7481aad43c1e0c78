import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures/page.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly gypfile?: boolean; readonly resolved?: string }>>
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock

/**
 * better-sqlite3 ships its binaries with `gypfile: false`, but npm does not write that field into the lockfile, and `npm ci`
 * would compile it. The field is added by hand; `npm install` drops it.
 */
test('npm ci compiles nothing', () => {
  expect(lock.packages['node_modules/better-sqlite3']?.gypfile, 'package-lock.json: set "gypfile": false on better-sqlite3 again').toBe(false)
})

test('the lock names no registry host', () => {
  expect(
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.resolved !== undefined)
      .map(([name]) => name),
  ).toEqual([])
})
