import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient, buildPath } from './client.ts'
import { ROUTES } from '../src-shared/contract/routes.ts'

const SESSION = { origin: 'http://127.0.0.1:4690', key: 'secret' }
const TOKEN = { network: 'sol', token_address: 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82' } as const
const OVERVIEW = { cluster_pct: 3, snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0, top10_pct: 41.5 }

interface Seen {
  url: string
  init: RequestInit
}

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const seen: Seen[] = []
  const send: typeof fetch = async (url, init = {}) => {
    seen.push({ url: String(url), init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
  return {
    client: createClient({ session: SESSION, routes: ROUTES, fetch: send, parseAnswer: (id, body) => ROUTES[id].returns?.safeParse(body).data }),
    seen,
  }
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

describe('calls', () => {
  it('send the key and fill the path', async () => {
    const { client, seen } = answering(200, OVERVIEW, {
      'X-Data-As-Of': '2025-04-07T00:37:14.000Z',
      'X-Data-Source': 'import',
      'X-Data-Unknown': 'dev_pct, insiders_pct',
    })
    const answer = await client.call('overview', { params: TOKEN })
    expect(seen[0]?.url).toBe(`http://127.0.0.1:4690/dex-metrics/v1/sol/${TOKEN.token_address}`)
    expect(seen[0]?.init.headers).toMatchObject({ 'X-API-Key': 'secret' })
    expect(answer).toEqual({ value: OVERVIEW, asOf: 1_743_986_234, source: 'import', unknown: ['dev_pct', 'insiders_pct'], coverage: null })
  })

  it('encode Sui coin types and leave out undefined query values', () => {
    expect(buildPath('/a/{network}/{token_address}', { params: { network: 'sui', token_address: '0x2::sui::SUI' } })).toBe(
      '/a/sui/0x2%3A%3Asui%3A%3ASUI',
    )
    expect(buildPath('/dex/v1/{network}/trades', { params: { network: 'sol' }, query: { token: 'x', cursor: undefined, limit: 5 } })).toBe(
      '/dex/v1/sol/trades?token=x&limit=5',
    )
  })

  it('send bodies as JSON', async () => {
    const { client, seen } = answering(200, {})
    await failure(client.call('createKey', { body: { name: 'notebook', permissions: ['read'] } }))
    expect(seen[0]?.init).toMatchObject({ method: 'POST', body: '{"name":"notebook","permissions":["read"]}' })
  })

  it('send files as they are', async () => {
    const { client, seen } = answering(200, {})
    const file = new Blob(['{"a":1}'])
    await failure(client.call('importFile', { query: { name: 'a.json' }, body: file }))
    expect(seen[0]?.url).toBe('http://127.0.0.1:4690/local/v1/imports?name=a.json')
    expect(seen[0]?.init.body).toBe(file)
    expect(seen[0]?.init.headers).toMatchObject({ 'Content-Type': 'application/octet-stream' })
  })
})

describe('failures', () => {
  it('carry code, sentence and request id', async () => {
    const { client } = answering(404, { detail: 'Nothing is stored for this token.', code: 'token_not_found', request_id: 'r1' })
    expect(await failure(client.call('overview', { params: TOKEN }))).toMatchObject({
      code: 'token_not_found',
      status: 404,
      message: 'Nothing is stored for this token.',
      requestId: 'r1',
      retryAfter: null,
      currentRevision: null,
    })
  })

  it('carry the revision of a case that was changed elsewhere', async () => {
    const { client } = answering(409, { detail: 'Changed elsewhere.', code: 'conflict', request_id: 'r1', current_revision: 0 })
    const answer = client.call('moveCase', { params: { id: 'a' }, body: { revision: 1, to: 'undo' } })
    expect(await failure(answer)).toMatchObject({ code: 'conflict', currentRevision: 0 })
  })

  it('join the sentences of a validation error', async () => {
    const { client } = answering(422, {
      detail: [
        { loc: ['query'], msg: 'One.', type: 'x' },
        { loc: [], msg: 'Two.', type: 'x' },
      ],
      code: 'validation_error',
      request_id: 'r',
    })
    expect((await failure(client.call('overview', { params: TOKEN }))).message).toBe('One. Two.')
  })

  it('report when to retry', async () => {
    const { client } = answering(503, { detail: 'Reading.', code: 'token_pending', request_id: 'r' }, { 'Retry-After': '7' })
    expect(await failure(client.call('overview', { params: TOKEN }))).toMatchObject({ code: 'token_pending', retryAfter: 7 })
  })

  it('report a response that does not match the route', async () => {
    const { client } = answering(200, { cluster_pct: 'many' })
    expect((await failure(client.call('overview', { params: TOKEN }))).code).toBe('bad_answer')
  })

  it('handle a body that is not JSON', async () => {
    const { client } = answering(502, '<html>')
    expect((await failure(client.call('overview', { params: TOKEN }))).code).toBe('internal')
  })

  it('report a missing response', async () => {
    const client = createClient({ session: SESSION, routes: ROUTES, fetch: () => Promise.reject(new TypeError('fetch failed')) })
    expect(await failure(client.call('status', {}))).toMatchObject({ code: 'unreachable', status: null })
  })
})
