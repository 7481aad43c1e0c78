import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROUTES, type RouteDef, type RouteId } from '../../src-shared/contract/routes.ts'
import type { ClusterRecord, OverviewRecord, SniperRecord } from '../../src-shared/contract/records/metrics.ts'
import type { TradePage } from '../../src-shared/contract/records/trade.ts'
import { storyEngine } from './testing/engine.ts'
import { startRunning, type Running } from './testing/running.ts'
import { ETH, SOL, STORIES, SUI, UNREAD, type Story } from './testing/story.ts'

/** interface.md and contract.md §§1, 6, 9, line by line, over the wire from the real store. */

let running: Running
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
})
afterAll(() => running.stop())

const pathOf = (id: RouteId, { token }: Story): string =>
  ROUTES[id].path.replace('{network}', token.network).replace('{token_address}', encodeURIComponent(token.address))

async function answer<T = unknown>(path: string): Promise<T> {
  const response = await running.call(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as T
}

/** Checks an answer against the schema that the contract promises, refusing fields it does not name. */
function fits(id: RouteId, value: unknown): void {
  const route: RouteDef = ROUTES[id]
  const schema = route.returns
  expect(schema).not.toBeNull()
  expect(schema?.safeParse(value).error).toBeUndefined()
  if (schema instanceof z.ZodObject) expect(Object.keys(value as object).toSorted()).toEqual(Object.keys(schema.shape).toSorted())
}

const TOKEN_ROUTES: readonly RouteId[] = [
  'overview',
  'distribution',
  'clusters',
  'localToken',
  'localHolders',
  'localClusters',
  'localDistribution',
  'localOverlap',
  'snapshots',
]
const METRIC_ROUTES: readonly RouteId[] = ['snipers', 'bundlers', 'insiders']

describe('interface.md, Endpoints', () => {
  describe.each(STORIES.map((story) => [story.token.network, story] as const))('%s', (network, story) => {
    it.each(TOKEN_ROUTES)('%s answers its record', async (id) => {
      fits(id, await answer(pathOf(id, story)))
    })

    it.each(METRIC_ROUTES)(`%s: ${network === 'eth' ? '422, before the token is looked at' : 'its record'}`, async (id) => {
      if (network !== 'eth') return fits(id, await answer(pathOf(id, story)))
      for (const address of [story.token.address, UNREAD.eth, 'nonsense']) {
        const response = await running.call(ROUTES[id].path.replace('{network}', network).replace('{token_address}', address))
        expect(response.status).toBe(422)
        expect(await response.json()).toMatchObject({ code: 'unsupported_network', detail: expect.stringContaining('sol and sui') })
      }
    })
  })

  it('overview on eth: snipers, bundlers, dev and insiders are 0', async () => {
    expect(await answer(pathOf('overview', ETH))).toMatchObject({ snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0 })
  })

  it('overview on sol: the figures of the story', async () => {
    const overview = await answer<OverviewRecord>(pathOf('overview', SOL))
    expect(overview.dev_pct).toBe(10)
    expect(overview.top10_pct).toBe(40)
  })

  it('rule 1: no cluster data is an empty record, not an error', async () => {
    expect(await answer(`/dex-metrics/v1/sol/${UNREAD.sol}/clusters`)).toEqual({ total_cluster_pct: 0, clusters: [] })
  })

  it('clusters are sorted largest first, their addresses too, and the total is their sum', async () => {
    const record = await answer<ClusterRecord>(pathOf('clusters', SOL))
    const pcts = record.clusters.map((cluster) => cluster.pct)
    expect(pcts).toEqual(pcts.toSorted((a, b) => b - a))
    for (const { cluster_addresses } of record.clusters) {
      const shares = cluster_addresses.map((member) => member.percentage)
      expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    }
    expect(record.total_cluster_pct).toBeCloseTo(
      pcts.reduce((sum, pct) => sum + pct, 0),
      9,
    )
  })

  it('snipers are sorted by address, and their count is theirs', async () => {
    const record = await answer<SniperRecord>(pathOf('snipers', SOL))
    const addresses = record.snipers.map((sniper) => sniper.address)
    expect(addresses).toEqual(addresses.toSorted())
    expect(record.count.total).toBe(addresses.length)
  })
})

describe('contract.md §1, Conventions', () => {
  it('every answer carries its id, its moment and its source', async () => {
    for (const id of [...TOKEN_ROUTES, ...METRIC_ROUTES]) {
      const { headers } = await running.call(pathOf(id, SOL))
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-data-as-of')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(headers.get('x-data-source')).toMatch(/^(live|snapshot|import)$/)
    }
  })

  it('an EVM address is taken in any case and answered in lower case', async () => {
    for (const address of ['0xdAC17F958D2ee523a2206206994597C13D831ec7', '0xDAC17F958D2EE523A2206206994597C13D831EC7', ETH.token.address]) {
      expect(await answer(`/local/v1/eth/${address}`)).toMatchObject({ address: ETH.token.address })
    }
  })

  it('a Sui coin type is taken percent-encoded, bare, and short', async () => {
    for (const address of [encodeURIComponent(SUI.token.address), SUI.token.address, '0xabc%3A%3Apep%3A%3APEP']) {
      expect(await answer(`/local/v1/sui/${address}`)).toMatchObject({ address: SUI.token.address })
    }
  })

  it('unknown query parameters are ignored', async () => {
    fits('overview', await answer(`${pathOf('overview', SOL)}?colour=blue`))
  })

  it('a stored record has an ETag, and 304 answers whoever has it', async () => {
    const first = await running.call(pathOf('clusters', SOL))
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await running.call(pathOf('clusters', SOL), { headers: { 'if-none-match': known } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await running.call(pathOf('clusters', SOL), { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it.each(['gzip', 'br'])('a body above 1 KB comes as %s on request, a small one never, none unasked', async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const large = await running.call(pathOf('localHolders', SOL), { headers })
    expect(large.headers.get('content-encoding')).toBe(encoding)
    expect(large.headers.get('vary')).toContain('accept-encoding')
    fits('localHolders', await large.json())
    expect((await running.call(pathOf('overview', SOL), { headers })).headers.get('content-encoding')).toBeNull()
    expect(
      (await running.call(pathOf('localHolders', SOL), { headers: { 'accept-encoding': 'identity' } })).headers.get('content-encoding'),
    ).toBeNull()
  })

  it('HEAD answers the headers of GET without a body', async () => {
    const response = await running.call(pathOf('overview', SOL), { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('etag')).not.toBeNull()
  })
})

describe('contract.md §4, Snapshot', () => {
  it('a token nobody has read has an empty list, and no latest', async () => {
    expect(await answer(`/atlas/v1/sol/${UNREAD.sol}/snapshots`)).toEqual({ snapshots: [] })
    const latest = await running.call(`/atlas/v1/sol/${UNREAD.sol}/snapshots/latest`)
    expect([latest.status, await latest.json()]).toMatchObject([404, { code: 'token_not_found' }])
  })

  it('a stored token without one answers snapshot_not_found', async () => {
    for (const which of ['latest', '1699999999']) {
      const response = await running.call(`/atlas/v1/eth/${ETH.token.address}/snapshots/${which}`)
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'snapshot_not_found' }])
    }
  })

  it('one that is taken is listed, answered by its timestamp and as latest with the same bytes, and is a record of the contract', async () => {
    const taken = await running.call(pathOf('takeSnapshot', SOL), { method: 'POST', key: running.keys.owner })
    expect(taken.status).toBe(201)
    const { timestamp } = (await taken.json()) as { timestamp: number }
    expect(await answer(pathOf('snapshots', SOL))).toEqual({ snapshots: [timestamp] })
    const byTime = await running.call(`${pathOf('snapshots', SOL)}/${timestamp}`)
    const latest = await running.call(pathOf('latestSnapshot', SOL))
    const text = await byTime.text()
    expect(await latest.text()).toBe(text)
    expect(latest.headers.get('etag')).toBe(byTime.headers.get('etag'))
    expect(byTime.headers.get('x-data-source')).toBe('snapshot')
    fits('snapshot', JSON.parse(text))
  })
})

describe('contract.md §5, Scan', () => {
  it('a token without a stored scan answers 404: no report is ever made up', async () => {
    const response = await running.call(pathOf('scan', SOL))
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'token_not_found' }])
  })
})

describe('contract.md §6, Historical trades', () => {
  it.each(STORIES.map((story) => [story.token.network, story] as const))('%s: by token, pool and signer', async (network, story) => {
    for (const filter of [`token=${encodeURIComponent(story.token.address)}`, `pool=${story.pool}`, `signer=${story.buyers[0] ?? ''}`]) {
      const page = await answer<TradePage>(`/dex/v1/${network}/trades?${filter}`)
      fits('trades', page)
      expect(page.trades.length).toBeGreaterThan(0)
    }
  })

  it('50 by default, newest first; asc by sort or its alias; up to 200', async () => {
    const url = `/dex/v1/sol/trades?token=${SOL.token.address}`
    const blocks = async (query: string): Promise<number[]> => (await answer<TradePage>(url + query)).trades.map((trade) => trade.block)
    const newest = await blocks('')
    expect(newest).toHaveLength(50)
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    expect(await blocks('&sort=asc')).toEqual((await blocks('&limit=200')).toSorted((a, b) => a - b).slice(0, 50))
    expect(await blocks('&order=asc')).toEqual(await blocks('&sort=asc'))
  })

  it('token matches the pool address too, as the stream does', async () => {
    expect((await answer<TradePage>(`/dex/v1/sol/trades?token=${SOL.pool}`)).trades).toHaveLength(50)
  })

  it('an address without trades is an empty page', async () => {
    expect(await answer(`/dex/v1/sol/trades?token=${UNREAD.sol}`)).toEqual({ trades: [], next_cursor: null })
  })
})

describe('contract.md §9, Small points', () => {
  it.each<[RouteId, RouteId]>([
    ['legacyDistribution', 'distribution'],
    ['legacySnipers', 'snipers'],
    ['legacyClusters', 'clusters'],
  ])('%s answers as %s does, and says where it moved', async (old, id) => {
    const response = await running.call(pathOf(old, SOL))
    expect(response.headers.get('deprecation')).toBe('true')
    expect(response.headers.get('link')).toBe(`<${pathOf(id, SOL)}>; rel="successor-version"`)
    expect(await response.json()).toEqual(await answer(pathOf(id, SOL)))
  })

  it('legacy snipers are 422 on eth as the new ones are', async () => {
    expect((await running.call(pathOf('legacySnipers', ETH))).status).toBe(422)
  })

  it('labels: known addresses in the order asked, each once, unlabelled ones left out', async () => {
    const list = [SOL.creator, SOL.pool, SOL.pool].join(',')
    const labels = await answer(`/labels/v1/sol/${list}`)
    expect(labels).toEqual([{ address: SOL.pool, label: 'Pepperswap PEP pool', tags: ['liquidity_pool', 'smart_contract'], smart_contract: true }])
    expect(await answer(`/labels/v1/sol/${encodeURIComponent(list)}`)).toEqual(labels)
  })

  it('labels: up to 100 addresses', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, n) => `0x${n.toString(16).padStart(64, '0')}`).join(',')
    expect((await running.call(`/labels/v1/sui/${many(100)}`)).status).toBe(200)
    expect((await running.call(`/labels/v1/sui/${many(101)}`)).status).toBe(422)
  })
})

describe('local extras', () => {
  it('tokens: all of them, or those that fit q', async () => {
    const { tokens } = await answer<{ tokens: { network: string }[] }>('/local/v1/tokens')
    expect(tokens.map((token) => token.network).toSorted()).toEqual(['eth', 'sol', 'sui'])
    expect(await answer('/local/v1/tokens?q=PEPPER&limit=1')).toMatchObject({ tokens: [{ symbol: 'PEP' }] })
    expect(await answer('/local/v1/tokens?q=nobody')).toEqual({ tokens: [] })
  })

  it('holders: whole, or a part', async () => {
    const whole = await answer<{ total: number; holders: unknown[] }>(pathOf('localHolders', SOL))
    expect(whole.holders).toHaveLength(7)
    expect(await answer(`${pathOf('localHolders', SOL)}?offset=1&limit=2`)).toEqual({ total: whole.total, holders: whole.holders.slice(1, 3) })
  })

  it('evidence: why, a path, neighbours, life lines and the launch, each its record', async () => {
    for (const story of STORIES) {
      const { creator, pool, buyers } = story
      const [first = pool, second = pool] = buyers
      fits('why', await answer(`${pathOf('why', story)}?a=${creator}&b=${first}`))
      fits('path', await answer(`${pathOf('path', story)}?a=${first}&b=${second}`))
      fits('neighbours', await answer(pathOf('neighbours', story).replace('{wallet}', first)))
      fits('lifeLines', await answer(`${pathOf('lifeLines', story)}?wallets=${first},${second}`))
      fits('early', await answer(pathOf('early', story)))
    }
    expect((await running.call(`${pathOf('why', SOL)}?a=nobody&b=${SOL.creator}`)).status).toBe(422)
    expect((await running.call(`/local/v1/sol/${UNREAD.sol}/early`)).status).toBe(404)
  })

  it('rules: listed, tried without being kept, changed as a whole, and each wrong one named', async () => {
    const { keys } = running
    const send = (method: string, path: string, changes: unknown): Promise<Response> =>
      running.call(path, { method, key: keys.owner, body: JSON.stringify({ changes }), headers: { 'content-type': 'application/json' } })
    const listed = await answer<{ rules: { key: string; default: number }[] }>('/local/v1/rules')
    fits('rules', listed)
    const trial = await send('POST', pathOf('recount', SOL), { 'cluster.accept': 0.9 })
    expect(await trial.json()).toMatchObject({ rule_set: { changed: ['cluster.accept'] } })
    expect(await answer('/local/v1/rules')).toEqual(listed)
    const put = await send('PUT', '/local/v1/rules', { 'cluster.accept': 0.9, 'sniper.pool_before_first_swap_blocks.sol': 10 })
    expect(await put.json()).toMatchObject({ changed: ['cluster.accept', 'sniper.pool_before_first_swap_blocks.sol'] })
    expect(await answer(pathOf('localClusters', SOL))).toMatchObject({
      rule_set: { changed: ['cluster.accept', 'sniper.pool_before_first_swap_blocks.sol'] },
    })
    const wrong = await send('PUT', '/local/v1/rules', { 'cluster.accept': 7, colour: 1 })
    const { detail } = (await wrong.json()) as { detail: { loc: unknown[] }[] }
    expect([wrong.status, detail.map(({ loc }) => loc)]).toEqual([
      422,
      [
        ['body', 'changes', 'cluster.accept'],
        ['body', 'changes', 'colour'],
      ],
    ])
    expect(await (await send('PUT', '/local/v1/rules', {})).json()).toEqual(listed)
    expect(
      (await running.call('/local/v1/rules', { method: 'PUT', body: '{"changes":{}}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(403)
  })

  it('trades as lines: every one, as NDJSON and as CSV', async () => {
    const url = `/local/v1/sol/trades?token=${SOL.token.address}`
    const ndjson = await running.call(url)
    expect(ndjson.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = (await ndjson.text()).trimEnd().split('\n')
    expect(lines).toHaveLength(120)
    const csv = (await (await running.call(`${url}&format=csv&sort=asc`)).text()).trimEnd().split('\r\n')
    expect(csv).toHaveLength(121)
    expect(csv[0]).toMatch(/^block_time,block,tx_signature,/)
    expect(csv[1]).toContain('sol-trade-0')
    const bounded = await running.call(`${url}&min_usd=100&from=1699990110`)
    expect((await bounded.text()).trimEnd().split('\n')).toHaveLength(10)
  })

  it('status tells what is set, and health needs no key', async () => {
    const status = await answer('/local/v1/status')
    fits('status', status)
    expect(status).toMatchObject({ version: '0.0.0-test', connections: 0, subscriptions: 0 })
    const health = await running.call('/health', { key: null })
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: '0.0.0-test', uptime_seconds: 0 }])
  })

  it('a test of sources says that none is set, and refuses what is no network', async () => {
    const test = (network: string): Promise<Response> =>
      running.call('/local/v1/sources/test', {
        method: 'POST',
        key: running.keys.owner,
        body: JSON.stringify({ network }),
        headers: { 'content-type': 'application/json' },
      })
    const unset = await test('eth')
    expect([unset.status, await unset.json()]).toMatchObject([503, { code: 'source_unavailable', detail: 'No endpoint is set for this network.' }])
    expect((await test('doge')).status).toBe(422)
  })

  it('jobs: started, listed, watched, cancelled, resumed', async () => {
    const { jobs, keys } = running
    jobs.readable.add('base')
    const body = JSON.stringify({ kind: 'read', network: 'base', token_address: ETH.token.address, depth: 50 })
    const started = await running.call('/local/v1/jobs', { method: 'POST', key: keys.owner, body, headers: { 'content-type': 'application/json' } })
    expect(started.status).toBe(202)
    const job = (await started.json()) as { id: string }
    expect(job).toMatchObject({ state: 'running', options: { depth: 50, since_block: null } })
    expect(started.headers.get('location')).toBe(`/local/v1/jobs/${job.id}`)
    expect(await answer(`/local/v1/jobs/${job.id}`)).toEqual(job)
    expect(await answer('/local/v1/jobs')).toMatchObject({ jobs: [{ id: job.id }] })
    const post = async (path: string): Promise<unknown> => (await running.call(path, { method: 'POST', key: keys.owner })).json()
    expect(await post(`/local/v1/jobs/${job.id}/cancel`)).toMatchObject({ state: 'cancelled' })
    expect(await post(`/local/v1/jobs/${job.id}/cancel`)).toMatchObject({ code: 'conflict' })
    expect(await post(`/local/v1/jobs/${job.id}/resume`)).toMatchObject({ state: 'running' })
    expect(await post('/local/v1/jobs/nobody/resume')).toMatchObject({ code: 'not_found' })
  })

  it('imports: bytes go to the importer as they are', async () => {
    const { importer, keys } = running
    const send = (type: string, body: NonNullable<RequestInit['body']>): Promise<Response> =>
      running.call('/local/v1/imports?network=eth&name=map.json', { method: 'POST', key: keys.owner, body, headers: { 'content-type': type } })
    for (const type of ['application/json', 'application/x-ndjson', 'application/gzip', 'application/octet-stream']) {
      const response = await send(type, new Uint8Array(200_000))
      expect(response.status, type).toBe(200)
      fits('importFile', await response.json())
    }
    expect(importer.taken.at(-1)).toEqual({ bytes: 200_000, options: { network: 'eth', name: 'map.json' } })
    expect((await send('text/html', 'x')).status).toBe(415)
  })

  it('the request log has the latest calls with the name of their key, never the key', async () => {
    await answer(pathOf('overview', SOL))
    const response = await running.call('/local/v1/requests', { key: running.keys.owner })
    const text = await response.text()
    fits('requests', JSON.parse(text))
    const [latest] = (JSON.parse(text) as { requests: unknown[] }).requests
    expect(latest).toMatchObject({ method: 'GET', path: pathOf('overview', SOL), status: 200, key: 'reader' })
    for (const key of Object.values(running.keys)) expect(text).not.toContain(key)
  })
})

describe('descriptions', () => {
  it.each(['/openapi.json', '/asyncapi.json'])('%s is open and is JSON', async (path) => {
    const response = await running.call(path, { key: null })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await response.json()).toHaveProperty('info.version', '0.0.0-test')
  })

  it('/docs is open, and its policy lets nothing in from elsewhere', async () => {
    const response = await running.call('/docs', { key: null })
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })
})
