import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ENDPOINT_LIMITS, openEndpoint, type Endpoint } from './endpoint.ts'
import { classify } from '../evm/rpc/limits/quirks.ts'

type Reply = { status: number; headers?: Record<string, string>; body: string; afterMs?: number }
const LIMITS = { ...ENDPOINT_LIMITS, firstDelayMs: 1, timeoutMs: 200, answerBytes: 2_000 }
const result = (value: unknown): Reply => ({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }) })
const dated = (date: string, until: string): Reply => ({ status: 429, headers: { date, 'retry-after': until }, body: '{}' })
/** Timer of the server, for tests that simulate the client's clock. */
const realTimeout = setTimeout
const signal = (): AbortSignal => new AbortController().signal

describe('an endpoint', () => {
  let server: Server | null = null
  let requests = 0
  let most = 0
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const serve = (...replies: Reply[]): Promise<Endpoint> => serveWithin(LIMITS, ...replies)
  async function serveWithin(limits: typeof LIMITS, ...replies: Reply[]): Promise<Endpoint> {
    requests = 0
    most = 0
    let now = 0
    server = createServer((request, response) => {
      const reply = replies[Math.min(requests, replies.length - 1)] ?? result(null)
      requests += 1
      now += 1
      most = Math.max(most, now)
      void text(request).then((body) => {
        const { id } = JSON.parse(body) as { id: number }
        realTimeout(() => {
          now -= 1
          response.writeHead(reply.status, reply.headers).end(reply.body.replace('"id":1', `"id":${id}`))
        }, reply.afterMs ?? 0)
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    return openEndpoint({ url: `http://127.0.0.1:${bound.port}/v3/secret-key`, random: () => 0.5, classify, control: 'eth_chainId', limits })
  }

  test('retries after a temporary error', async () => {
    const endpoint = await serve({ status: 502, body: 'bad gateway' }, result('0x1'))
    expect(await endpoint.call('eth_chainId', [], signal())).toBe('0x1')
    expect(requests).toBe(2)
  })

  describe('that names the time to wait', () => {
    const error = { code: -32005, message: 'project ID request rate exceeded', data: { rate: { allowed_rps: 1, backoff_seconds: 1 } } }
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: Date.UTC(2026, 0, 1) })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    test.each<[string, Reply]>([
      ['in Retry-After', { status: 429, headers: { 'retry-after': '1' }, body: '{}' }],
      ['as a date in Retry-After', dated('Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:01 GMT')],
      ['as a date of a clock that is an hour behind', dated('Wed, 31 Dec 2025 23:00:00 GMT', 'Wed, 31 Dec 2025 23:00:01 GMT')],
      ['as a date of a clock that is a day ahead', dated('Fri, 02 Jan 2026 00:00:00 GMT', 'Fri, 02 Jan 2026 00:00:01 GMT')],
      ['in an error with HTTP 200', { status: 200, body: JSON.stringify({ error }) }],
      ['while it is away', { status: 503, headers: { 'retry-after': '1' }, body: '' }],
    ])('%s is called again after it, and not earlier', async (_, refusal) => {
      const endpoint = await serve(refusal, result('0x1'))
      const call = endpoint.call('eth_chainId', [], signal())
      while (endpoint.pausedMs('eth_chainId') === 0) await new Promise((resolve) => setImmediate(resolve))
      expect(endpoint.pausedMs('eth_chainId')).toBe(1_000)
      vi.advanceTimersByTime(999)
      await new Promise((resolve) => setImmediate(resolve))
      expect([endpoint.pausedMs('eth_chainId'), requests]).toEqual([1, 1])
      vi.advanceTimersByTime(1)
      expect(await call).toBe('0x1')
    })
  })

  test('does not count refusals because of the rate as failed tries', async () => {
    const refusal: Reply = { status: 429, headers: { 'retry-after': '0' }, body: '{}' }
    const endpoint = await serve(...Array.from({ length: 4 }, () => refusal), result('0x1'))
    expect(await endpoint.call('eth_chainId', [], signal())).toBe('0x1')
    expect(requests).toBe(5)
  })

  test('gives up after four tries and names the host, never the key', async () => {
    const endpoint = await serve({ status: 503, body: 'see http://127.0.0.1/v3/secret-key' })
    const fault = await endpoint.call('eth_chainId', [], signal()).catch((error: unknown) => error)
    expect(requests).toBe(4)
    expect(fault).toMatchObject({ code: 'source_unavailable', kind: 'unreachable' })
    expect(String(fault)).toContain(endpoint.host)
    expect(String(fault)).not.toContain('secret-key')
  })

  test('a refusal is final', async () => {
    const endpoint = await serve({ status: 200, body: JSON.stringify({ error: { code: -32602, message: 'invalid argument\u202E' } }) })
    await expect(endpoint.call('eth_call', [], signal())).rejects.toMatchObject({ kind: 'refused', text: 'invalid argument' })
    expect(requests).toBe(1)
  })

  test.each([
    ['a code as text', { code: '-32601', message: 'not here' }, { kind: 'unsupported', text: 'not here' }],
    ['a name as its code', { code: 'LIMIT', message: 'missing trie node' }, { kind: 'no_state', text: 'missing trie node' }],
    ['text only', 'execution reverted', { kind: 'reverted', text: 'execution reverted' }],
    ['no text', { code: -32601, message: null }, { kind: 'unsupported', text: '' }],
  ])('understands a refusal with %s', async (_, error, fault) => {
    const endpoint = await serve({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error }) })
    await expect(endpoint.call('eth_call', [], signal())).rejects.toMatchObject(fault)
    expect(requests).toBe(1)
  })

  test('waits for its pace after the code 429 in an answer with HTTP 200', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 429, message: 'Slow down' } })
    const endpoint = await serve({ status: 200, body }, result('0x1'))
    expect(await endpoint.call('eth_chainId', [], signal())).toBe('0x1')
  })

  test('the answer to another call is not taken', async () => {
    const other = { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 'other', result: '0x2' }) }
    const endpoint = await serve(other, result('0x1'))
    expect(await endpoint.call('eth_getBalance', [], signal())).toBe('0x1')
    expect(requests).toBe(2)
  })

  test('an answer above the cap counts as too large', async () => {
    const endpoint = await serve(result('x'.repeat(5_000)))
    await expect(endpoint.call('eth_getLogs', [], signal())).rejects.toMatchObject({ kind: 'too_large' })
  })

  test('silence ends in a fault, no JSON in another', async () => {
    await expect((await serve({ ...result(1), afterMs: 400 })).call('eth_chainId', [], signal())).rejects.toMatchObject({
      text: expect.stringMatching(/within/) as string,
    })
    server?.closeAllConnections()
    server?.close()
    await expect((await serve({ status: 200, body: '<html>' })).call('eth_chainId', [], signal())).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a call that gets no answer in time is made again', async () => {
    const endpoint = await serve({ ...result('late'), afterMs: 2_000 }, result('0x1'))
    expect(await endpoint.call('eth_chainId', [], signal())).toBe('0x1')
    expect(requests).toBe(2)
  })

  test('keeps to its limit of concurrent calls', async () => {
    // With a short time limit, a busy machine would have calls made again, which the server counts twice.
    const endpoint = await serveWithin({ ...LIMITS, timeoutMs: ENDPOINT_LIMITS.timeoutMs }, { ...result('0x1'), afterMs: 20 })
    await Promise.all(Array.from({ length: 30 }, () => endpoint.call('eth_chainId', [], signal())))
    expect(most).toBeLessThanOrEqual(ENDPOINT_LIMITS.inFlight)
  })

  test('cancelling ends a call under way', async () => {
    const endpoint = await serve({ ...result('0x1'), afterMs: 150 })
    const abort = new AbortController()
    const call = endpoint.call('eth_chainId', [], abort.signal)
    setTimeout(() => {
      abort.abort(new Error('stop'))
    }, 10)
    await expect(call).rejects.toThrow('stop')
  })

  test('cancelling ends a call that sits out a pause', async () => {
    const endpoint = await serve({ status: 429, headers: { 'retry-after': '3600' }, body: '{}' })
    const abort = new AbortController()
    const call = endpoint.call('eth_chainId', [], abort.signal)
    while (endpoint.pausedMs('eth_chainId') === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(endpoint.waiting()).toMatchObject({ host: endpoint.host, pausedMs: expect.any(Number) as number })
    abort.abort(new Error('stop'))
    await expect(call).rejects.toThrow('stop')
  })
})
