import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MANY_TOKENS_MAX } from '../../../src-shared/contract/records/many-tokens.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { ETH, SOL, SUI } from '../testing/story.ts'

/** docs/api/rest.md#many-tokens-at-once */

let running: Running
let engine: FakeEngine
beforeAll(async () => {
  engine = new FakeEngine()
  running = await startRunning({ engine: async () => engine, limits: { firstReadWaitMs: 60_000 } })
})
afterAll(() => running.stop())

const post = (path: string, tokens: readonly object[]): Promise<Response> =>
  running.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
    body: JSON.stringify({ tokens }),
  })
const entry = ({ network, address }: { network: string; address: string }) => ({ network, token_address: address })
const lines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the holders as lines', () => {
  it('are those of the record', async () => {
    const holders = Array.from({ length: 1_203 }, (_, n) => ({
      ...{ rank: n + 1, address: `wallet-${n}`, label: n === 0 ? '=1+1' : null, tags: ['wallet' as const], cluster: null },
      ...{ balance: 2_000 - n, balance_raw: String((2_000 - n) * 10 ** 6), percentage: 0.01 },
    }))
    engine.set(SOL.token, { ...smallRecords(), localHolders: { total: holders.length, holders } })
    const path = `/local/v1/sol/${SOL.token.address}/holder-lines`
    const ndjson = await running.call(path)
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(lines(await ndjson.text())).toEqual(holders)
    const csv = (await (await running.call(`${path}?format=csv`)).text()).trimEnd().split('\r\n')
    expect(csv).toHaveLength(1_204)
    expect(csv.slice(0, 2)).toEqual([
      'rank,address,name,type,cluster,balance,balance_raw,percentage',
      "1,wallet-0,'=1+1,wallet,,2000,2000000000,0.01",
    ])
  })
})

describe('many tokens at once', () => {
  it('answer each with its record or with its error', async () => {
    engine.set(SOL.token, smallRecords())
    const wrong = [
      entry({ network: 'doge', address: 'x' }),
      entry({ network: 'eth', address: 'x' }),
      entry({ network: 'bsc', address: ETH.token.address }),
    ]
    const response = await post('/local/v1/overviews', [...wrong, entry(SOL.token)])
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBeNull()
    const found = new Map(lines(await response.text()).map((line) => [line['network'], line]))
    const single = await running.call(`/dex-metrics/v1/sol/${SOL.token.address}`)
    expect(found.get('sol')).toEqual({
      ...entry(SOL.token),
      as_of: single.headers.get('x-data-as-of'),
      source: single.headers.get('x-data-source'),
      unknown: [],
      coverage: null,
      overview: await single.json(),
    })
    expect([...found].map(([network, { error }]) => [network, (error as { code: string } | undefined)?.code]).toSorted()).toEqual([
      ['bsc', 'token_not_found'],
      ['doge', 'unsupported_network'],
      ['eth', 'validation_error'],
      ['sol', undefined],
    ])
  })

  it('send the first line while another token is still read', async () => {
    engine.set(SOL.token, smallRecords())
    running.jobs.readable.add('sui')
    const unread = { network: 'sui', address: `0x${'7'.repeat(64)}::coin::COIN` }
    const response = await post('/local/v1/overviews', [entry(unread), entry(SOL.token)])
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = await reader.read()
    expect(lines(Buffer.from(first.value ?? []).toString('utf8'))).toMatchObject([entry(SOL.token)])
    // The read may start after the first line was sent.
    await expect.poll(() => running.jobs.list()).toHaveLength(1)
    const [job] = await running.jobs.list()
    running.jobs.end(job?.id ?? '', 'failed', 'The source failed.')
    const second = await reader.read()
    expect(lines(Buffer.from(second.value ?? []).toString('utf8'))).toMatchObject([{ ...entry(unread), error: {} }])
    expect((await reader.read()).done).toBe(true)
  })

  it('are refused when there are none, or too many', async () => {
    for (const count of [0, MANY_TOKENS_MAX + 1]) {
      const { status } = await post(
        '/local/v1/overviews',
        Array.from({ length: count }, () => entry(SOL.token)),
      )
      expect(status).toBe(422)
    }
  })

  it('answer scans with the stored report', async () => {
    const report = { results: { generated_at: 7, simple: { score: 90, message: 'OK', reasons: [] } } }
    await running.store.write.saveScan({ token: SUI.token, report: report as never, detail: null, block: null })
    const [line] = lines(await (await post('/local/v1/scans', [entry(SUI.token)])).text())
    expect(line).toMatchObject({ ...entry(SUI.token), as_of: '1970-01-01T00:00:07.000Z', scan: report })
  })
})
