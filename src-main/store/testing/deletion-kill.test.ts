import { expect, it } from 'vitest'
import { scriptPath } from '../../../e2e/fixtures/bundles/scripts.ts'
import { openWriter } from '../connection/database.ts'
import { seeded } from './bench-trades.ts'
import { DELETION_STORY, storyState } from './deletion-story.ts'
import { runUntilKilled } from './run-until-killed.ts'
import { TOKEN, tempStore } from './samples.ts'

const ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 200 : 6
const LONGEST_MS = 120

it(`a kill during deletions and imports loses at most the action in hand, ${ROUNDS} times`, { timeout: ROUNDS * 6_000 }, async () => {
  const temp = tempStore()
  const opened = <T>(act: (db: ReturnType<typeof openWriter>['db']) => T): T => {
    const { db, close } = openWriter(temp.path)
    try {
      return act(db)
    } finally {
      close()
    }
  }
  const rounds = opened((db) => [0, 1].map(() => DELETION_STORY.map((step) => (step(db, TOKEN), storyState(db)))))
  const [, states = []] = rounds
  const length = states.length
  const random = seeded(11)
  let next = 0
  let steps = 0
  // On a busy machine some processes are killed before their first step.
  for (let kill = 0; kill < ROUNDS || steps === 0; kill++) {
    const report = await runUntilKilled(scriptPath('deletion-kill-child'), [temp.path, String(next)], random() * LONGEST_MS)
    const begun = report === null ? next : (Number(report) + 1) % length
    const before = states.at(begun - 1)
    const stored = opened(storyState)
    expect([before, states[begun]]).toContain(stored)
    next = stored === before ? begun : (begun + 1) % length
    steps += report === null ? 0 : 1
  }
  temp.remove()
})
