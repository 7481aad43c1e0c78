import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeEngine } from '../../testing/fakes.ts'
import { smallRecords } from '../../testing/records.ts'
import { startRunning, type Running } from '../../testing/running.ts'
import { UNREAD, storyToken, SOL } from '../../testing/story.ts'
import { trustedAddress, type TokenKey } from '../../../../src-shared/domain/address.ts'

/** docs/api/rest.md#first-read-of-a-token: a token that has not been read yet, with a source set for its network. */

const token: TokenKey = { network: 'sol', address: trustedAddress(UNREAD.sol) }
const path = `/dex-metrics/v1/sol/${UNREAD.sol}`
let engine: FakeEngine
let running: Running

beforeEach(async () => {
  engine = new FakeEngine()
  running = await startRunning({ engine: async () => engine, limits: { firstReadWaitMs: 400 } })
  running.jobs.readable.add('sol')
})
afterEach(() => running.stop())

const started = async (): Promise<string> => {
  await expect.poll(async () => (await running.jobs.list()).length).toBe(1)
  return (await running.jobs.list())[0]?.id ?? ''
}

describe('the first GET', () => {
  it('starts a read, waits for it, and answers its record', async () => {
    const call = running.call(path)
    const id = await started()
    engine.set(token, smallRecords())
    running.jobs.end(id, 'done')
    const response = await call
    expect([response.status, await response.json()]).toEqual([200, smallRecords().overview])
  })

  it('answers token_pending with Retry-After and the job when the read goes on; the next GET joins it', async () => {
    const responses = await Promise.all([
      running.call(path),
      running.call(`${path}/clusters`),
      running.call(`/atlas/v1/sol/${UNREAD.sol}/snapshots/latest`),
    ])
    for (const response of responses) {
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'token_pending' }])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const location = response.headers.get('location') ?? ''
      expect((await running.call(location)).status).toBe(200)
    }
    expect(await running.jobs.list()).toHaveLength(1)
  })

  it('answers as soon as a stage has brought what the record needs, while the read goes on', async () => {
    const call = running.call(path)
    const job = await running.jobs.get(await started())
    if (job === null) throw new Error('no job')
    engine.set(token, smallRecords())
    const stage = { done: 1, total: 1, unit: 'holders', message: null, started_at: 1, ended_at: 2 }
    running.jobs.publish({ ...job, stages: [{ ...stage, name: 'holders', state: 'done' }] })
    expect([(await call).status, (await running.jobs.get(job.id))?.state]).toEqual([200, 'running'])
  })

  it('names the job in answers about a stored token while it is read again', async () => {
    engine.set(token, smallRecords())
    expect((await running.call(path)).headers.get('location')).toBeNull()
    const { id } = await running.jobs.start(token, { depth: 10, sinceBlock: null })
    const response = await running.call(path)
    expect([response.status, response.headers.get('location')]).toEqual([200, `/local/v1/jobs/${id}`])
    const etag = response.headers.get('etag') ?? ''
    const unchanged = await running.call(path, { headers: { 'if-none-match': etag } })
    expect([unchanged.status, unchanged.headers.get('location')]).toEqual([304, `/local/v1/jobs/${id}`])
    running.jobs.end(id, 'done')
    expect((await running.call(path)).headers.get('location')).toBeNull()
  })

  it("answers source_unavailable with the job's own sentence when the read fails", async () => {
    const call = running.call(path)
    running.jobs.end(await started(), 'failed', 'The endpoint refused the key.')
    expect(await (await call).json()).toMatchObject({ code: 'source_unavailable', detail: 'The endpoint refused the key.' })
  })

  it('answers token_not_found when the chain has no such token; clusters its empty record', async () => {
    const calls = [running.call(path), running.call(`${path}/clusters`)]
    const id = await started()
    const job = await running.jobs.get(id)
    if (job !== null) running.jobs.publish({ ...job, error_code: 'token_not_found' })
    running.jobs.end(id, 'failed', 'There is no token at this address.')
    const [overview, clusters] = await Promise.all(calls)
    expect([overview?.status, await overview?.json()]).toMatchObject([404, { code: 'token_not_found' }])
    expect([clusters?.status, await clusters?.json()]).toEqual([200, { total_cluster_pct: 0, clusters: [] }])
  })

  it('starts for the snapshot list and for trades of a token too', async () => {
    for (const route of [
      `/atlas/v1/sol/${UNREAD.sol}/snapshots`,
      `/dex/v1/sol/trades?token=${UNREAD.sol}`,
      `/local/v1/sol/trades?token=${UNREAD.sol}`,
    ]) {
      const response = await running.call(route)
      expect([route, response.status, await response.json()]).toMatchObject([route, 503, { code: 'token_pending' }])
      expect(response.headers.get('location')).toContain('/local/v1/jobs/')
    }
    expect(await running.jobs.list()).toHaveLength(1)
  })

  it('leaves the snapshot list and the trades of an address that is no token empty', async () => {
    const calls = [running.call(`/atlas/v1/sol/${UNREAD.sol}/snapshots`), running.call(`/dex/v1/sol/trades?token=${UNREAD.sol}`)]
    const id = await started()
    const job = await running.jobs.get(id)
    if (job !== null) running.jobs.publish({ ...job, error_code: 'token_not_found' })
    running.jobs.end(id, 'failed', 'There is no token at this address.')
    const [list, trades] = await Promise.all(calls)
    expect([list?.status, await list?.json()]).toEqual([200, { snapshots: [] }])
    expect([trades?.status, await trades?.json()]).toEqual([200, { trades: [], next_cursor: null }])
  })

  it('does not start for one snapshot, for trades of a pool or signer, or where only a foreign network has a source', async () => {
    expect((await running.call(`/atlas/v1/sol/${UNREAD.sol}/snapshots/1`)).status).toBe(404)
    expect((await running.call(`/dex/v1/sol/trades?signer=${UNREAD.sol}`)).status).toBe(200)
    expect((await running.call(`/dex-metrics/v1/eth/${UNREAD.eth}`)).status).toBe(404)
    expect(await running.jobs.list()).toEqual([])
  })

  it('does not repeat a read that has just failed', async () => {
    const call = running.call(path)
    running.jobs.end(await started(), 'failed', 'The endpoint refused the key.')
    await call
    expect(await (await running.call(path)).json()).toMatchObject({ code: 'source_unavailable', detail: 'The endpoint refused the key.' })
    expect(await running.jobs.list()).toHaveLength(1)
  })

  it('answers no stored token before its read brought holders and pools, and says what a read did not bring', async () => {
    const missing = ['holders', 'pools'] as const
    await running.store.write.saveToken({ ...storyToken(SOL), ...token, firstRead: { ended: false, missing } })
    const call = running.call(`/local/v1/sol/${UNREAD.sol}`)
    const id = await started()
    await running.store.write.saveFirstRead({ token, firstRead: { ended: true, missing } })
    running.jobs.end(id, 'done')
    expect(await (await call).json()).toMatchObject({
      code: 'source_unavailable',
      detail: 'The read of this token did not return its holders, pools.',
    })
  })

  it('answers a token the store knows, after the read', async () => {
    const call = running.call(`/local/v1/sol/${UNREAD.sol}`)
    const id = await started()
    await running.store.write.saveToken({ ...storyToken(SOL), ...token })
    running.jobs.end(id, 'done')
    expect(await (await call).json()).toMatchObject({ address: UNREAD.sol, symbol: 'PEP' })
  })
})

it('a stopping service lets waiting calls go: they would wait longer than this test may take', async () => {
  const own = await startRunning({ limits: { firstReadWaitMs: 60_000 } })
  own.jobs.readable.add('sol')
  const call = own.call(path)
  await expect.poll(async () => (await own.jobs.list()).length).toBe(1)
  await own.server.close()
  expect((await call).status).toBe(503)
  await own.stop()
})

it('answers 429 with Retry-After beyond the limit of concurrent calls, while open routes still answer', async () => {
  const own = await startRunning({ limits: { firstReadWaitMs: 1_000, callsAtOnce: 2 } })
  own.jobs.readable.add('sol')
  const waiting = [own.call(path), own.call(path)]
  await expect.poll(async () => (await own.call('/local/v1/status')).status).toBe(429)
  const refused = await own.call('/local/v1/status')
  expect([await refused.json(), refused.headers.get('retry-after')]).toMatchObject([{ code: 'rate_limited' }, '1'])
  expect((await own.call('/health')).status).toBe(200)
  await Promise.all(waiting)
  expect((await own.call('/local/v1/status')).status).toBe(200)
  await own.stop()
})

it('a first scan that takes longer than a first read may: token_pending with its own path', async () => {
  const never = new Promise<never>(() => undefined)
  const scanner = { canScan: () => true, scan: () => never, onScan: () => () => undefined, close: () => Promise.resolve() }
  const own = await startRunning({ limits: { firstReadWaitMs: 300 }, scanner })
  const route = `/scanner/v1/tokens/sol/${UNREAD.sol}`
  const response = await own.call(route)
  expect([response.status, await response.json(), response.headers.get('location')]).toMatchObject([503, { code: 'token_pending' }, route])
  await own.stop()
})
