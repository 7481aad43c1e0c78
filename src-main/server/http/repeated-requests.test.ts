import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES, type RouteId } from '../../../src-shared/contract/routes.ts'
import { sendRequest, type Answer, type RequestOptions } from '../testing/http-client.ts'
import type { Engine } from '../../engine/interface.ts'
import { storyEngine } from '../testing/engine.ts'
import { OWN_ORIGIN, startRunning, type Running } from '../testing/running.ts'
import { storySnapshot } from '../testing/snapshot.ts'
import { ETH, SOL, storyHoldings, SUI, type Story } from '../testing/story.ts'

/** Repeated requests over the wire: each is checked again and gets the same status, headers and bytes while nothing changes. */

let running: Running
let engine: Engine
let timestamp: number

beforeAll(async () => {
  running = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
  const snapshot = storySnapshot(SOL)
  await running.store.write.saveSnapshot({ token: SOL.token, json: Buffer.from(JSON.stringify(snapshot)) })
  timestamp = snapshot.timestamp
})
afterAll(() => running.stop())

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

type Request = readonly [path: string, options: RequestOptions, key?: keyof Running['keys'] | null]

const send = ([path, { headers, ...rest }, key = 'reader']: Request): Promise<Answer> =>
  sendRequest(running.server.origin, path, { ...rest, headers: { ...(key === null ? {} : { 'x-api-key': running.keys[key] }), ...headers } })

/** Number of requests on all routes and with all statuses, by the metrics counter. */
async function counted(): Promise<number> {
  const lines = (await (await running.call('/metrics')).text()).split('\n').filter((line) => line.startsWith('holderscope_http_requests_total{'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Everything except what differs between any two answers. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.entries(headers).map(([name, value]) => (name === 'date' || name === 'x-request-id' ? [name] : [name, value])),
  body: body.toString('latin1').replace(/"request_id":"[^"]+"/, ''),
})

const variants: readonly RequestOptions[] = [
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
  const everyVariant = RECORD_ROUTES.flatMap((id) => variants.map((options): Request => [pathOf(id), options]))
  const path = pathOf('overview')
  const holders = pathOf('localHolders')
  return [
    ...everyVariant,
    ...[ETH, SUI].map((story): Request => [pathOf('overview', story), {}]),
    [path, {}, null],
    [path, {}, 'owner'],
    [path, { headers: { 'x-api-key': 'hs_unknown' } }, null],
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

describe('a repeated request', () => {
  it('gets the same status, headers and bytes, and is logged and counted each time', async () => {
    const requests = battery()
    const before = await counted()
    for (const request of requests) {
      const first = await send(request)
      for (let time = 0; time < 2; time++) expect(comparable(await send(request)), JSON.stringify(request)).toEqual(comparable(first))
    }
    expect((await counted()) - before).toBe(requests.length * 3 + 1)
    const { requests: logged } = (await (await running.call('/local/v1/requests', { key: running.keys.owner })).json()) as {
      requests: Record<string, unknown>[]
    }
    const shown = logged.slice(1, 7).map(({ method, path, status, key, ms, at, id }) => [method, path, status, key, typeof ms, typeof at, typeof id])
    const [unknownSnapshot, badLimit] = [pathOf('snapshot').replace(/\d+$/, '1'), pathOf('localHolders')]
    const types = ['number', 'string', 'string']
    expect(shown).toEqual([
      ...Array<unknown>(3).fill(['GET', unknownSnapshot, 404, 'reader', ...types]),
      ...Array<unknown>(3).fill(['GET', badLimit, 422, 'reader', ...types]),
    ])
  })

  it('gets the bytes of the record in every encoding', async () => {
    for (const id of RECORD_ROUTES) {
      const [plain, zipped, brotli] = await Promise.all(
        ['identity', 'gzip', 'br'].map((encoding) => send([pathOf(id), { headers: { 'accept-encoding': encoding } }])),
      )
      const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
      for (const answer of [zipped, brotli]) {
        const encoding = answer?.headers['content-encoding'] as keyof typeof unpack | undefined
        expect(encoding === undefined ? answer?.body : unpack[encoding](answer?.body ?? '')).toEqual(plain?.body)
        const tag = String(plain?.headers.etag)
        expect(answer?.headers.etag).toBe(encoding === undefined ? tag : `${tag.slice(0, -1)}-${encoding}"`)
      }
    }
  })

  it.each(['GET', 'HEAD'])('by %s of a known body gets no length, since a length would be that of the body', async (method) => {
    const { headers } = await send([pathOf('overview'), {}])
    const known = await send([pathOf('overview'), { method, headers: { 'if-none-match': headers.etag ?? '' } }])
    expect([known.status, known.headers.etag, known.headers['content-length']]).toEqual([304, headers.etag, undefined])
    expect(known.headers['x-request-id']).toBeDefined()
  })

  it('gets an id of its own each time, and the log has it', async () => {
    const request: Request = [`${pathOf('overview')}?fresh=1`, {}]
    const ids = [await send(request), await send(request), await send(request)].map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    const { requests } = (await (await running.call('/local/v1/requests', { key: running.keys.owner })).json()) as { requests: { id: string }[] }
    expect(requests.slice(0, 3).map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('gets the new bytes of a record as soon as it changed', async () => {
    const request: Request = [pathOf('localHolders', ETH), {}]
    const [before] = [await send(request), await send(request)]
    await running.store.write.saveBalances({ token: ETH.token, rows: storyHoldings(ETH).slice(1), replaceAll: true })
    engine.factsChanged(ETH.token)
    const after = await send(request)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(comparable(await send(request))).toEqual(comparable(after))
    expect(JSON.parse(after.body.toString())).toMatchObject({ total: storyHoldings(ETH).length - 1 })
  })

  it('names the new source of a record whose bytes stayed the same', async () => {
    const request: Request = [pathOf('overview', SUI), {}]
    const [before] = [await send(request), await send(request)]
    engine.factsChanged(SUI.token)
    const after = await send(request)
    expect([before.headers['x-data-source'], after.headers['x-data-source']]).toEqual(['snapshot', 'live'])
    expect(after.headers.etag).toBe(before.headers.etag)
  })

  it('is refused from the moment its key is revoked, also on a connection where the key was valid', async () => {
    const path = pathOf('overview')
    const created = await running.call('/local/v1/keys', {
      method: 'POST',
      key: running.keys.owner,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'short', permissions: ['read'] }),
    })
    const { id, key } = (await created.json()) as { id: string; key: string }
    const request: Request = [path, { headers: { 'x-api-key': key } }, null]
    expect([(await send(request)).status, (await send(request)).status]).toEqual([200, 200])
    await running.call(`/local/v1/keys/${id}`, { method: 'DELETE', key: running.keys.owner })
    expect((await send(request)).status).toBe(401)
  })
})
