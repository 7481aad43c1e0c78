import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compactRecord, storageRecord } from '../../../src-shared/contract/records/storage.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { ETH, SOL } from '../testing/story.ts'

describe('storage, over the wire', () => {
  let running: Running
  beforeAll(async () => {
    running = await startRunning()
  })
  afterAll(() => running.stop())

  const send = (method: string, path: string, body?: unknown, key = running.keys.owner): Promise<Response> =>
    running.call(path, {
      method,
      key,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  it('returns sizes and rows as the contract defines them', async () => {
    const storage = storageRecord.strict().parse(await (await running.call('/local/v1/storage')).json())
    expect(storage.rows.trades).toBeGreaterThanOrEqual(120)
    expect(storage.tokens).toContainEqual(expect.objectContaining({ network: 'sol', token_address: SOL.token.address }))
    expect(storage.limit_bytes).toBeNull()
  })

  it('deletes and restores a token for the owner only, and says first which case refers to it', async () => {
    const path = `/local/v1/eth/${ETH.token.address}`
    expect((await send('DELETE', path, undefined, running.keys.reader)).status).toBe(403)
    const before = storageRecord.parse(await (await running.call('/local/v1/storage')).json())
    const made = (await (await send('POST', '/local/v1/cases', { name: 'Holders of it' })).json()) as { id: string; revision: number }
    const command = { op: 'add_item', kind: 'token', network: 'eth', address: ETH.token.address }
    await send('POST', `/local/v1/cases/${made.id}/changes`, { revision: made.revision, command })
    expect(await (await running.call(`${path}/cases`)).json()).toEqual({ cases: [{ id: made.id, name: 'Holders of it' }] })
    expect(await (await send('DELETE', path)).json()).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('The case “Holders of it” refers to it.'),
    })
    const deleted = await (await send('DELETE', `${path}?even_if_used=true`)).json()
    expect(deleted).toMatchObject({ kind: 'token', network: 'eth', token_address: ETH.token.address })
    expect((await send('DELETE', path)).status).toBe(404)
    expect(await (await running.call('/local/v1/deletions')).json()).toEqual({ deletions: [deleted] })
    const restore = `/local/v1/deletions/${(deleted as { id: number }).id}/restore`
    expect((await send('POST', restore, undefined, running.keys.reader)).status).toBe(403)
    expect(await (await send('POST', restore)).json()).toEqual(deleted)
    expect((await send('POST', restore)).status).toBe(404)
    expect((await running.call(path)).status).toBe(200)
    await send('DELETE', `${path}?even_if_used=true`)
    const after = storageRecord.parse(await (await running.call('/local/v1/storage')).json())
    expect(after.rows.tokens).toBe(before.rows.tokens - 1)
    expect(after.tokens).toContainEqual(expect.objectContaining({ network: 'sol' }))
  })

  it('sets a limit and frees space for the owner only', async () => {
    const limited = await send('PUT', '/local/v1/storage', { limit_bytes: 5_000_000_000 })
    expect(await limited.json()).toMatchObject({ limit_bytes: 5_000_000_000 })
    const compacted = await send('POST', '/local/v1/storage/compact')
    expect(compactRecord.strict().parse(await compacted.json()).file_bytes).toBeGreaterThan(0)
    expect(await (await send('PUT', '/local/v1/storage', { limit_bytes: null })).json()).toMatchObject({ limit_bytes: null })
    expect((await send('PUT', '/local/v1/storage', { limit_bytes: 0 })).status).toBe(422)
    const kept = await send('PUT', '/local/v1/storage', { firehose_keep_hours: 6 })
    expect(await kept.json()).toMatchObject({ limit_bytes: null, firehose_keep_hours: 6 })
    expect((await send('PUT', '/local/v1/storage', { firehose_keep_hours: 721 })).status).toBe(422)
    expect((await send('PUT', '/local/v1/storage', {})).status).toBe(422)
    expect((await send('PUT', '/local/v1/storage', { limit_bytes: 1 }, running.keys.reader)).status).toBe(403)
    expect((await send('POST', '/local/v1/storage/compact', undefined, running.keys.reader)).status).toBe(403)
  })
})
