import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ROUTES, type RouteId } from '../../src-shared/contract/routes.ts'
import { ask, type Answer, type Asked } from './testing/http-client.ts'
import type { Engine } from '../engine/interface.ts'
import { HotLane } from './hot-lane.ts'
import { storyEngine } from './testing/engine.ts'
import { OWN_ORIGIN, startRunning, type Running } from './testing/running.ts'
import { storySnapshot } from './testing/snapshot.ts'
import { ETH, SOL, storyHoldings, SUI, type Story } from './testing/story.ts'

/**
 * The lane before the framework, over the wire: two servers over the same story, one of them without the lane, answer the
 * same requests with the same status, headers in their order and bytes, and note the same in the log and the counters.
 */

const learned = vi.spyOn(HotLane.prototype, 'learn')
let hot: Running
let plain: Running
let engine: Engine
let timestamp: number

beforeAll(async () => {
  const without = vi.spyOn(HotLane.prototype, 'leadInto').mockImplementation(() => undefined)
  plain = await startRunning({ engine: storyEngine })
  without.mockRestore()
  hot = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
  for (const { store } of [plain, hot]) {
    timestamp = (await store.write.saveSnapshot({ token: SOL.token, snapshot: storySnapshot(SOL) })).timestamp
  }
})
afterAll(() => Promise.all([hot.stop(), plain.stop()]))
beforeEach(() => {
  learned.mockClear()
})

const RECORD_ROUTES = [
  'overview',
  'distribution',
  'snipers',
  'clusters',
  'bundlers',
  'insiders',
  'legacyDistribution',
  'legacySnipers',
  'legacyClusters',
  'localClusters',
  'localDistribution',
  'localOverlap',
  'localHolders',
  'snapshot',
] as const satisfies readonly RouteId[]

const pathOf = (id: RouteId, { token }: Story = SOL): string =>
  ROUTES[id].path
    .replace('{network}', token.network)
    .replace('{token_address}', encodeURIComponent(token.address))
    .replace('{timestamp}', String(timestamp))

type Request = readonly [path: string, asked: Asked, key?: keyof Running['keys'] | null]

const send = ({ server, keys }: Running, [path, { headers, ...rest }, key = 'reader']: Request): Promise<Answer> =>
  ask(server.origin, path, { ...rest, headers: { ...(key === null ? {} : { 'x-api-key': keys[key] }), ...headers } })

/** Everything but what no two answers share. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.entries(headers).map(([name, value]) => (name === 'date' || name === 'x-request-id' ? [name] : [name, value])),
  body: body.toString('latin1').replace(/"request_id":"[^"]+"/, ''),
})

const wishes: readonly Asked[] = [
  {},
  { headers: { 'accept-encoding': 'identity' } },
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': 'gzip, deflate, br' } },
  { headers: { 'accept-encoding': 'br;q=0.1, gzip;q=0.9' } },
  { headers: { origin: OWN_ORIGIN } },
  { headers: { origin: 'https://evil.example' } },
  { headers: { host: 'evil.example' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-none-match': '"another"' } },
  { headers: { connection: 'close' } },
  { method: 'HEAD' },
  { method: 'POST' },
  { method: 'OPTIONS', headers: { origin: OWN_ORIGIN, 'access-control-request-method': 'GET' } },
]

function battery(): Request[] {
  const everyWish = RECORD_ROUTES.flatMap((id) => wishes.map((asked): Request => [pathOf(id), asked]))
  const path = pathOf('overview')
  const holders = pathOf('localHolders')
  return [
    ...everyWish,
    ...[ETH, SUI].map((story): Request => [pathOf('overview', story), {}]),
    [path, {}, null],
    [path, {}, 'owner'],
    [path, { headers: { 'x-api-key': 'hs_nobody' } }, null],
    [path, { headers: { 'x-api-key': '' } }, null],
    [`${path}?`, {}],
    [`${path}?more=1`, {}],
    [`${holders}?limit=2`, {}],
    [`${holders}?offset=1`, {}],
    [`${holders}?limit=1000`, {}],
    [`${holders}?limit=x`, {}],
    [pathOf('snapshot').replace(/\d+$/, '1'), {}],
  ]
}

describe('a server with the lane', () => {
  it('answers, logs and counts as one without it', async () => {
    for (const request of battery()) {
      for (let time = 0; time < 3; time++) {
        const [ours, theirs] = [await send(hot, request), await send(plain, request)]
        expect(comparable(ours), JSON.stringify(request)).toEqual(comparable(theirs))
      }
    }
    const logged = async ({ call, keys }: Running) => {
      const entries = (await (await call('/local/v1/requests', { key: keys.owner })).json()) as { requests: Record<string, unknown>[] }
      return entries.requests.map(({ method, path, status, key, ms, at, id }) => [method, path, status, key, typeof ms, typeof at, typeof id])
    }
    expect(await logged(hot)).toEqual(await logged(plain))
    const counted = async ({ call }: Running) =>
      (await (await call('/metrics')).text()).split('\n').filter((line) => /_requests_total|http_request_duration_seconds_count/.test(line))
    expect(await counted(hot)).toEqual(await counted(plain))
  })
})

describe('the lane', () => {
  it('answers what was asked before without the pipeline, each time with an id of its own that the log knows', async () => {
    const request: Request = [`${pathOf('overview')}?fresh=1`, {}]
    const first = await send(hot, request)
    expect(learned).toHaveBeenCalledTimes(1)
    const [second, third] = [await send(hot, request), await send(hot, request)]
    expect(learned).toHaveBeenCalledTimes(1)
    const ids = [first, second, third].map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    const { requests } = (await (await hot.call('/local/v1/requests', { key: hot.keys.owner })).json()) as { requests: { id: string }[] }
    expect(requests.slice(0, 3).map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('lets a changed record through at once, with its new bytes', async () => {
    const request: Request = [pathOf('localHolders', ETH), {}]
    const [before] = [await send(hot, request), await send(hot, request)]
    await hot.store.write.saveBalances({ token: ETH.token, rows: storyHoldings(ETH).slice(1), replaceAll: true })
    engine.factsChanged(ETH.token)
    const after = await send(hot, request)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(comparable(await send(hot, request))).toEqual(comparable(after))
    expect(JSON.parse(after.body.toString())).toMatchObject({ total: storyHoldings(ETH).length - 1 })
  })

  it('refuses a key from the moment it is revoked, also on a connection where it was good', async () => {
    const path = pathOf('overview')
    const created = await hot.call('/local/v1/keys', {
      method: 'POST',
      key: hot.keys.owner,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'short', permissions: ['read'] }),
    })
    const { id, key } = (await created.json()) as { id: string; key: string }
    const request: Request = [path, { headers: { 'x-api-key': key } }, null]
    expect([(await send(hot, request)).status, (await send(hot, request)).status]).toEqual([200, 200])
    await hot.call(`/local/v1/keys/${id}`, { method: 'DELETE', key: hot.keys.owner })
    expect((await send(hot, request)).status).toBe(401)
  })
})
