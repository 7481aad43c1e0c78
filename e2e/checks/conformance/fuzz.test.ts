import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzRest } from './fuzz/rest.ts'
import { fuzzSocket } from './fuzz/socket.ts'
import { Subject } from './subject.ts'
import { storyEngine } from '../../../src-main/server/testing/engine.ts'
import { startRunning, type Running } from '../../../src-main/server/testing/running.ts'
import { STORIES } from '../../../src-main/server/testing/story.ts'

/**
 * Hostile calls and frames against a server over the real store and engine; jobs and importer are stand-ins, so nothing here
 * says how a real import takes hostile files. `npm run conformance -- --fuzz 1000 --seed 7` asks the built app.
 */

const SEED = 20_240_314
const ALL_ROUNDS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all'
const CALLS_PER_ROUTE = ALL_ROUNDS ? 100 : 25
const FRAMES = ALL_ROUNDS ? 3_000 : 750

let running: Running
let subject: Subject
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
  const tokens = Object.fromEntries(STORIES.map(({ token }) => [token.network, token.address]))
  subject = await Subject.meet({ url: running.server.origin, key: running.keys.owner, tokens, mayWrite: true })
})
afterAll(() => running.stop())

const alive = async (): Promise<void> => expect((await subject.ask('/health')).body.toString('utf8')).toContain('"ok"')

const HOSTILE_CALLS = `${CALLS_PER_ROUTE} hostile calls of every route: no defect, no hang, no inner words, every answer of the contract`
it(HOSTILE_CALLS, { timeout: 240_000 }, async () => {
  const { calls, finds, statuses } = await fuzzRest(subject, CALLS_PER_ROUTE, SEED)
  expect(finds).toEqual([])
  expect(calls).toBeGreaterThan(50 * CALLS_PER_ROUTE)
  // Enough of them pass the checks at the door for what lies behind to be met.
  expect(statuses['200']).toBeGreaterThan(5 * CALLS_PER_ROUTE)
  expect(statuses['422']).toBeGreaterThan(10 * CALLS_PER_ROUTE)
  await alive()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

it(`${FRAMES} hostile frames: each has its answer, and the socket lives on`, { timeout: 120_000 }, async () => {
  expect((await fuzzSocket(subject, FRAMES, SEED)).finds).toEqual([])
  await alive()
})
