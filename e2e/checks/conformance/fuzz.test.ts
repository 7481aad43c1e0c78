import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzRest } from './fuzz/rest.ts'
import { fuzzSocket } from './fuzz/socket.ts'
import { Subject } from './subject.ts'
import { storyEngine } from '../../../src-main/server/testing/engine.ts'
import { startRunning, type Running } from '../../../src-main/server/testing/running.ts'
import { STORIES } from '../../../src-main/server/testing/story.ts'

/**
 * Fuzzes a server with the real store and engine. Jobs and importer are stubs, so imports of hostile files are not
 * covered. `npm run conformance -- --fuzz 1000 --seed 7` fuzzes the built app.
 */

const SEED = 20_240_314
const CALLS_PER_ROUTE = 100
const FRAMES = 3_000

let running: Running
let subject: Subject
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
  const tokens = Object.fromEntries(STORIES.map(({ token }) => [token.network, token.address]))
  subject = await Subject.connect({ url: running.server.origin, key: running.keys.owner, tokens, mayWrite: true })
})
afterAll(() => running.stop())

const expectAlive = async (): Promise<void> => expect((await subject.request('/health')).body.toString('utf8')).toContain('"ok"')

const HOSTILE_CALLS = `${CALLS_PER_ROUTE} hostile calls of every route cause no internal error, hang, leak or undocumented response`
it(HOSTILE_CALLS, { timeout: 240_000 }, async () => {
  const { calls, findings, statuses } = await fuzzRest(subject, CALLS_PER_ROUTE, SEED)
  expect(findings).toEqual([])
  expect(calls).toBeGreaterThan(50 * CALLS_PER_ROUTE)
  // Enough calls pass validation to reach the handlers.
  expect(statuses['200']).toBeGreaterThan(5 * CALLS_PER_ROUTE)
  expect(statuses['422']).toBeGreaterThan(10 * CALLS_PER_ROUTE)
  await expectAlive()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

it(`${FRAMES} hostile frames are each answered and keep the socket open`, { timeout: 120_000 }, async () => {
  expect((await fuzzSocket(subject, FRAMES, SEED)).findings).toEqual([])
  await expectAlive()
})
