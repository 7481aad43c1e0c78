import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LINES } from '../conformance/lines/index.ts'
import { runLines } from '../conformance/run.ts'
import { Subject } from '../conformance/subject.ts'
import { groupBy } from './group.ts'
import { storyEngine } from './testing/engine.ts'
import { startRunning, type Running } from './testing/running.ts'
import { SOL, STORIES } from './testing/story.ts'

/**
 * The conformance suite against a server over the real store and engine, whose tokens have snipers, a creator and trades on
 * three networks. Jobs and importer are stand-ins here; the built app as a whole is asked by e2e/specs/server-conformance.spec.ts.
 */

let running: Running
let subject: Subject
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
  await running.call(`/local/v1/sol/${SOL.token.address}/snapshots`, { method: 'POST', key: running.keys.owner })
  const tokens = Object.fromEntries(STORIES.map(({ token }) => [token.network, token.address]))
  subject = await Subject.meet({ url: running.server.origin, key: running.keys.owner, tokens, mayWrite: true })
})
afterAll(async () => {
  await subject.leave()
  await running.stop()
})

/** Needs a node (scans), the shipped label lists, or tokens that the story does not tell of. */
const WITHOUT_OCCASION = /no scan|labels no burn address|has (bundlers|insiders)$|no token on (base|bsc|base, bsc)$/

describe.each([...groupBy(LINES, (line) => line.section)])('%s', (_, lines) => {
  it(`${lines.length} lines hold`, async () => {
    const results = await runLines(lines, subject)
    expect(results.filter(({ outcome, note }) => outcome === 'fail' || (outcome === 'not applicable' && !WITHOUT_OCCASION.test(note ?? '')))).toEqual(
      [],
    )
  })
})
