import { expect, it } from 'vitest'
import { serveJson } from '../../../../e2e/fixtures/json-server.ts'
import { GENESIS } from '../../../../e2e/fixtures/large-solana/answers.ts'
import { createSolanaAdapter } from '../adapter.ts'

const HEAD = 1_000_000
const { signal } = new AbortController()

/** An endpoint that skips three of four slots and keeps transactions from a slot on. */
const serve = (since: number, takesBatches: boolean) =>
  serveJson((body) => {
    const asked = JSON.parse(body) as Call | Call[]
    const answers = (Array.isArray(asked) ? asked : [asked]).map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      ...answer(method, params ?? [], since),
    }))
    if (Array.isArray(asked) && !takesBatches) return Promise.resolve({ status: 400, body: '"one call a request"' })
    return Promise.resolve({ status: 200, body: JSON.stringify(Array.isArray(asked) ? answers : answers[0]) })
  })

interface Call {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

function answer(method: string, [first]: readonly unknown[], since: number): object {
  if (method === 'getGenesisHash') return { result: GENESIS }
  if (method === 'getBlock') {
    if (Number(first) % 4 !== 0) return { error: { code: -32007, message: `Slot ${String(first)} was skipped` } }
    return { result: { blockhash: 'h', parentSlot: 0, blockTime: 1, blockHeight: 1, signatures: [String(first)] } }
  }
  return { result: method === 'getTransaction' && Number(first) >= since ? {} : null }
}

it.concurrent.each([
  { keeps: 'every transaction', since: 0, takesBatches: true, events: { since: HEAD / 4, isCut: false } },
  { keeps: 'the newest transactions', since: 700_000, takesBatches: false, events: { since: 703_125, isCut: true } },
  { keeps: 'no transactions', since: HEAD * 2, takesBatches: true, events: null },
])('an endpoint that keeps $keeps', async ({ since, takesBatches, events }) => {
  const { url, close } = await serve(since, takesBatches)
  const adapter = createSolanaAdapter({ network: 'sol', endpoints: [url] })
  const survey = await adapter.survey({ head: HEAD, archive: null, traces: null, simulate: null, logsMaxRange: null }, signal)
  expect(survey).toMatchObject({ events, batches: takesBatches, pace: { isLimit: false } })
  expect(survey.pace?.perSecond).toBeGreaterThan(1)
  await close()
})
