import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { describe, expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { seeded } from './bench-trades.ts'
import { contentOf, runSteps } from './run-steps.ts'
import { tempStore } from './samples.ts'

/** Kills before single statements of a read, an import, followed blocks, a reorg and a second read. */

const CHILD = scriptPath('step-child')
/** `npm run test:full` kills at every other statement. */
const ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 500 : 8
const MS_PER_ROUND = 6_000
const AT_ONCE = 3
/** Chooses the statements. A failure names the statement, which alone repeats it. */
const SEED = 13

/** Runs the story in a process that kills itself before a given statement. */
const killedBefore = (path: string, statement: number): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => execFile(process.execPath, [CHILD, path, String(statement)], (error) => resolve(error?.signal ?? null)))

describe('a process killed before a statement that writes', () => {
  it(
    `at ${ROUNDS} statements leaves a file from which the run ends with the bytes of a run that was never killed`,
    async () => {
      const temp = tempStore()
      let statements = 0
      runSteps(temp.path, (n) => (statements = n))
      const whole = contentOf(temp.path)
      const random = seeded(SEED)
      const order = Array.from({ length: statements }, (_, i) => ({ statement: i + 1, by: random() })).toSorted((a, b) => a.by - b.by)
      const limit = pLimit(AT_ONCE)
      const differing = await limit.map(order.slice(0, ROUNDS), async ({ statement }): Promise<number | null> => {
        const path = join(temp.folder, String(statement), 'store.db')
        expect(await killedBefore(path, statement)).toBe('SIGKILL')
        runSteps(path)
        const same = contentOf(path).equals(whole)
        await rm(join(temp.folder, String(statement)), { recursive: true })
        return same ? null : statement
      })
      expect(differing.filter((statement) => statement !== null)).toEqual([])
      temp.remove()
    },
    ROUNDS * MS_PER_ROUND,
  )
})
