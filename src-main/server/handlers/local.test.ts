import { NO_LIST_OPTIONS } from '../../importers/lists/list-options.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROUTES, type RouteDef, type RouteId } from '../../../src-shared/contract/routes.ts'
import { takenSnapshot } from '../../../src-shared/contract/records/local.ts'
import type { ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import { openSocket } from '../testing/frame-socket.ts'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { Engine } from '../../engine/interface.ts'
import { createImporter } from '../../importers/importer.ts'
import { openHere } from '../../importers/open-here.ts'
import { silentLogger } from '../../lib/logger.ts'
import { clustersOfSnapshot } from '../../records/snapshot-clusters.ts'
import { createOffChainConsent } from '../../ingest/settings/off-chain-consent.ts'
import { storyEngine } from '../testing/engine.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { storySnapshot } from '../testing/snapshot.ts'
import { ETH, SOL, STORIES, STORY_NOW_MS, UNREAD, type Story } from '../testing/story.ts'

/** The routes of the page, over the wire from the real store. The public routes are checked in e2e/checks/conformance. */

let running: Running
let engine: Engine
beforeAll(async () => {
  running = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
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

describe('the story', () => {
  it('overview on sol: its figures', async () => {
    const overview = await answer<OverviewRecord>(pathOf('overview', SOL))
    expect(overview.dev_pct).toBe(10)
    expect(overview.top10_pct).toBe(40)
  })

  it('a label look-up says what the list knows of the pool', async () => {
    const labels = await answer(`/labels/v1/sol/${[SOL.creator, SOL.pool, SOL.pool].join(',')}`)
    expect(labels).toEqual([{ address: SOL.pool, label: 'Pepperswap PEP pool', tags: ['liquidity_pool', 'smart_contract'], smart_contract: true }])
  })

  it('clusters of a token that nobody has read are empty and named as unknown', async () => {
    for (const path of [`/dex-metrics/v1/sol/${UNREAD.sol}/clusters`, `/atlas/v1/sol/${UNREAD.sol}/metrics/clusters`]) {
      const response = await running.call(path)
      expect(await response.json()).toEqual({ total_cluster_pct: 0, clusters: [] })
      expect(response.headers.get('x-data-unknown')).toBe('total_cluster_pct, clusters')
    }
  })

  it('a stored token without a snapshot answers snapshot_not_found', async () => {
    const response = await running.call(`/atlas/v1/eth/${ETH.token.address}/snapshots/latest`)
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'snapshot_not_found' }])
  })

  it('an ETag matches weak, in a list, and as a star', async () => {
    const etag = (await running.call(pathOf('clusters', SOL))).headers.get('etag') ?? ''
    for (const known of [`W/${etag}`, `"other", ${etag}`, '*']) {
      expect((await running.call(pathOf('clusters', SOL), { headers: { 'if-none-match': known } })).status).toBe(304)
    }
  })
})

describe('calls of other tools', () => {
  it('have an ETag for each encoding, and Vary on 304 too', async () => {
    const get = (headers: Record<string, string>) => running.call('/openapi.json', { headers })
    const [plain, packed] = [await get({ 'accept-encoding': 'identity' }), await get({ 'accept-encoding': 'gzip' })]
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('etag'), again.headers.get('vary')]).toEqual([
      304,
      packed.headers.get('etag'),
      packed.headers.get('vary'),
    ])
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': plain.headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('may send their key as a Bearer token', async () => {
    const call = (authorization: string) => fetch(`${running.server.origin}${pathOf('overview', SOL)}`, { headers: { authorization } })
    expect((await call(`Bearer ${running.keys.reader}`)).status).toBe(200)
    expect((await call(`Bearer ${running.keys.reader}x`)).status).toBe(401)
    expect((await call('Bearer')).status).toBe(401)
  })

  it('are redirected from a trailing slash, but never to another host', async () => {
    const moved = await running.call(`${pathOf('overview', SOL)}///?a=b?c`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `${pathOf('overview', SOL)}?a=b?c`])
    expect([moved.headers.get('x-data-as-of'), moved.headers.get('x-data-source')]).toEqual([expect.any(String), 'live'])
    expect((await running.call('//example.com/', { redirect: 'manual' })).headers.get('location')).toBeNull()
  })

  it.each([
    ['createCase', { name: 'Funding' }],
    [
      'createWatchRule',
      {
        name: null,
        enabled: false,
        subject: { kind: 'followed' },
        condition: { kind: 'score_falls', by: 5 },
        quiet_seconds: 0,
        notice: false,
        webhook_url: null,
      },
    ],
  ] as const)('get the status that the description of %s names', async (id, body) => {
    const { path } = ROUTES[id]
    const response = await running.call(path, {
      method: 'POST',
      key: running.keys.owner,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { paths } = await answer<{ paths: Record<string, { post?: { responses: object } }> }>('/openapi.json')
    expect(response.status).toBe(201)
    expect(Object.keys(paths[path]?.post?.responses ?? {})).toContain('201')
  })

  it('get a snapshot with 201, or with 200 if nothing changed since, as described', async () => {
    const take = () => running.call(pathOf('takeSnapshot', SOL), { method: 'POST', key: running.keys.owner })
    const [first, second] = [await take(), await take()]
    const { timestamp, ...made } = takenSnapshot.parse(await first.json())
    expect([first.status, made]).toEqual([201, { is_new: true }])
    expect([second.status, await second.json()]).toEqual([200, { timestamp, is_new: false }])
    const { paths } = await answer<{ paths: Record<string, { post?: { responses: Record<number, object> } }> }>('/openapi.json')
    const { 200: unchanged, 201: taken } = paths[ROUTES.takeSnapshot.path]?.post?.responses ?? {}
    expect(unchanged).toEqual({ ...taken, description: expect.stringContaining('Nothing changed') })
  })

  it('find snapshots under both names', async () => {
    const path = pathOf('snapshots', SOL)
    expect(await answer(path.replace('/atlas/', '/bubblemaps/'))).toEqual(await answer(path))
  })
})

describe('records of the page', () => {
  const PAGE_ROUTES: readonly RouteId[] = [
    'localToken',
    'localHolders',
    'localClusters',
    'localDistribution',
    'localOverlap',
    'currentSnapshot',
    'currentHolders',
    'currentClusters',
  ]
  it.each(STORIES.map((story) => [story.token.network, story] as const))('%s: each fits its schema', async (_, story) => {
    for (const id of PAGE_ROUTES) fits(id, await answer(pathOf(id, story)))
  })

  it.each(['currentSnapshot', 'currentHolders', 'currentClusters'] as const)('%s: whole, and then only what changed', async (id) => {
    interface Part {
      readonly version: string
      readonly since: string | null
      readonly lists: Readonly<Record<string, { readonly gone: unknown[]; readonly rows: unknown[] }>>
    }
    const whole = await answer<Part>(pathOf(id, SOL))
    expect(whole.since).toBeNull()
    const same = await answer<Part>(`${pathOf(id, SOL)}?since=${whole.version}`)
    expect([same.version, same.since]).toEqual([whole.version, whole.version])
    expect(Object.values(same.lists).flatMap(({ gone, rows }) => [...gone, ...rows])).toEqual([])
    fits(id, same)
    expect((await answer<Part>(`${pathOf(id, SOL)}?since=other`)).since).toBeNull()
  })
})

describe('local extras', () => {
  it('tokens: all of them, or those that fit q', async () => {
    const { tokens } = await answer<{ tokens: { network: string }[] }>('/local/v1/tokens')
    expect(tokens.map((token) => token.network).toSorted()).toEqual(['eth', 'sol', 'sui'])
    expect(await answer('/local/v1/tokens?q=PEPPER&limit=1')).toMatchObject({ tokens: [{ symbol: 'PEP' }] })
    expect(await answer('/local/v1/tokens?q=unknown')).toEqual({ tokens: [] })
  })

  it('holders: whole, or a part', async () => {
    const whole = await answer<{ total: number; holders: unknown[] }>(pathOf('localHolders', SOL))
    expect(whole.holders).toHaveLength(7)
    expect(await answer(`${pathOf('localHolders', SOL)}?offset=1&limit=2`)).toEqual({ total: whole.total, holders: whole.holders.slice(1, 3) })
    expect(await answer(`${pathOf('localHolders', SOL)}?offset=9`)).toEqual({ total: whole.total, holders: [] })
    const parts = ['', '?limit=6', '?offset=1', '?offset=6&limit=1'].map((query) => running.call(`${pathOf('localHolders', SOL)}${query}`))
    const versions = (await Promise.all(parts)).map(({ headers }) => headers.get('etag')?.replace(/-\w+"$/, '"'))
    expect(versions).toEqual(Array(4).fill(expect.stringMatching(/^"[0-9a-f]{64}"$/)))
    expect(new Set(versions).size).toBe(1)
  })

  it('evidence: why, a path, neighbours, life lines and the launch, each its record', async () => {
    for (const story of STORIES) {
      const { creator, pool, buyers } = story
      const [first = pool, second = pool] = buyers
      fits('why', await answer(`${pathOf('why', story)}?a=${creator}&b=${first}`))
      fits('path', await answer(`${pathOf('path', story)}?a=${first}&b=${second}`))
      fits('wallet', await answer(pathOf('wallet', story).replace('{wallet}', first)))
      fits('neighbours', await answer(pathOf('neighbours', story).replace('{wallet}', first)))
      fits('lifeLines', await answer(`${pathOf('lifeLines', story)}?wallets=${first},${second}`))
      fits('early', await answer(pathOf('early', story)))
    }
    expect((await running.call(`${pathOf('why', SOL)}?a=unknown&b=${SOL.creator}`)).status).toBe(422)
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

  it('status reports the settings, and health needs no key', async () => {
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

  it('metadata files are not requested until the owner allows it, and an environment variable overrides the setting', async () => {
    const put = (body: unknown, key = running.keys.owner, to = running): Promise<Response> =>
      to.call('/local/v1/off-chain-metadata', { method: 'PUT', key, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    const stands = async (): Promise<unknown> => (await answer<{ off_chain_metadata: unknown }>('/local/v1/status')).off_chain_metadata
    expect(await stands()).toEqual({ allowed: false, set_by: null })
    expect((await put({ allowed: true }, running.keys.reader)).status).toBe(403)
    expect((await put({ allowed: 'yes' })).status).toBe(422)
    expect(await stands()).toEqual({ allowed: false, set_by: null })
    const allowed = await put({ allowed: true })
    fits('setOffChain', await allowed.json())
    expect(await stands()).toEqual({ allowed: true, set_by: 'file' })
    expect(await (await put({ allowed: false })).json()).toEqual({ allowed: false, set_by: 'file' })

    const offChain = createOffChainConsent({ dataDir: 'nowhere', offChainMetadata: true, offChainMetadataSetBy: 'variable' })
    const started = await startRunning({ offChain })
    const refused = await put({ allowed: false }, started.keys.owner, started)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'conflict', detail: expect.stringContaining('HOLDERSCOPE_') as string },
    ])
    await started.stop()
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
    expect(await post('/local/v1/jobs/unknown/resume')).toMatchObject({ code: 'not_found' })
  })

  it('reading again marks the blocks as unread and starts a read with the options of the last one', async () => {
    const { jobs, keys, store } = running
    jobs.readable.add('sol')
    const headers = { 'content-type': 'application/json' }
    const again = (body: object, key: string | null = keys.owner) =>
      running.call(`/local/v1/sol/${SOL.token.address}/read-again`, { method: 'POST', key, body: JSON.stringify(body), headers })
    await store.write.saveTransfers({ token: SOL.token, rows: [], covers: { from: 0, to: 1_000 } })
    expect((await again({ from_block: 10, to_block: 9 })).status).toBe(422)
    expect((await again({}, keys.reader)).status).toBe(403)
    const started = await again({ from_block: 10, to_block: 19 })
    expect(started.status).toBe(202)
    expect(await started.json()).toMatchObject({ kind: 'read', state: 'running' })
    expect(await store.read.covered({ token: SOL.token, what: 'transfers' })).toEqual([
      { from: 0, to: 9 },
      { from: 20, to: 1_000 },
    ])
    expect((await again({})).status).toBe(409)
  })

  it('imports: bytes go to the importer as they are', async () => {
    const { importer, keys } = running
    const send = (type: string, body: NonNullable<RequestInit['body']>): Promise<Response> =>
      running.call('/local/v1/imports?network=eth&name=map.json', { method: 'POST', key: keys.owner, body, headers: { 'content-type': type } })
    for (const type of ['application/json', 'application/x-ndjson', 'application/gzip', 'application/octet-stream', 'text/csv']) {
      const response = await send(type, new Uint8Array(200_000))
      expect(response.status, type).toBe(200)
      fits('importFile', await response.json())
    }
    expect(importer.taken.at(-1)).toEqual({ bytes: 200_000, options: { network: 'eth', name: 'map.json', list: NO_LIST_OPTIONS } })
    expect((await send('text/html', 'x')).status).toBe(415)
  })

  it('who listens is listed with the name of the key and what it is subscribed to, and no more once it left', async () => {
    const listed = async (): Promise<{ connections: ConnectionRecord[] }> =>
      (await (await running.call('/local/v1/connections', { key: running.keys.owner })).json()) as { connections: ConnectionRecord[] }
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    const topic = { network: 'sol', address: SOL.token.address, stream: 'dex_trades' }
    socket.send({ op: 'subscribe', ...topic })
    await socket.until(({ op }) => op === 'subscribed')
    const open = await listed()
    fits('connections', open)
    expect(open.connections).toMatchObject([{ key: 'reader', subscriptions: 1, topics: [topic] }])
    expect(JSON.stringify(open)).not.toContain(running.keys.reader)
    await socket.close()
    await expect.poll(listed).toEqual({ connections: [] })
    expect((await running.call('/local/v1/connections')).status).toBe(403)
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

describe('choices of the owner', () => {
  const put = (path: string, body: unknown): Promise<Response> =>
    running.call(path, { method: 'PUT', key: running.keys.owner, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  it('snapshots are taken as often as set, or not at all', async () => {
    for (const every_minutes of [60, null]) {
      expect(await (await put('/local/v1/cadence', { every_minutes })).json()).toEqual({ every_minutes })
      expect(await answer('/local/v1/cadence')).toEqual({ every_minutes })
    }
  })

  it('clusters are those of an imported snapshot or of the rules', async () => {
    const story: Story = { ...ETH, token: { network: 'base', address: ETH.token.address } }
    const ofBuyers = storySnapshot(story)
    // Two buyers, with 9 and 8 percent, between whom the rules see only payments of the creator.
    const nodes = ofBuyers.nodes.map((node) => ({ ...node, cluster: story.buyers.slice(0, 2).includes(node.address as never) ? 0 : null }))
    const snapshot = { ...ofBuyers, nodes, links: [] }
    const importer = createImporter({
      store: running.store,
      engine,
      clock: { now: () => STORY_NOW_MS },
      logger: silentLogger,
      openFile: openHere,
    })
    await importer.importBytes(Buffer.from(JSON.stringify(snapshot)), { network: null, name: 'snapshot.json' })
    const path = pathOf('setClustersFrom', story)
    const [stated, none] = [
      { clusters: 1, total_cluster_pct: 17 },
      { clusters: 0, total_cluster_pct: 0 },
    ]
    const change = async (from: string): Promise<unknown> => (await put(path, { from })).json()
    expect(await change('rules')).toMatchObject({ from: 'rules', before: stated, after: none })
    expect(await change('snapshot')).toMatchObject({ from: 'snapshot', before: none, after: stated })
    const withPool = nodes.map((node) => (node.address === story.pool ? { ...node, cluster: 0, tags: ['liquidity_pool' as const] } : node))
    expect(clustersOfSnapshot({ ...snapshot, nodes: withPool })).toMatchObject({
      total_cluster_pct: 17,
      clusters: [{ cluster_addresses: { length: 3 } }],
    })
    expect((await put(pathOf('setClustersFrom', SOL), { from: 'snapshot' })).status).toBe(409)
    expect((await put(path.replace('base', 'bsc'), { from: 'snapshot' })).status).toBe(404)
  })

  it('a report without its ledger has a score and says what is missing', async () => {
    const report = {
      token: { symbol: 'PEP' },
      results: { generated_at: 1, simple: { score: 70, message: 'Caution', reasons: ['No liquidity found'] } },
    } as unknown as ScanReport
    await running.store.write.saveScan({ token: SOL.token, report, detail: null, block: null })
    expect(await answer(pathOf('localScan', SOL))).toMatchObject({
      score: 70,
      findings: [],
      partial: ['This report was stored without the ledger behind its score.'],
      previous_at: null,
    })
  })
})
