import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyRecord } from '../../../src-shared/contract/records/service.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { createKey, hashKey } from './api-keys.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { STORY_NOW_MS } from '../testing/story.ts'

/** docs/api/rest.md#keys. */

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

const owner = (path: string, init: RequestInit = {}): Promise<Response> => running.call(path, { ...init, key: running.keys.owner })

describe('keys', () => {
  it('are 256 random bits, shown once, stored as SHA-256 only', async () => {
    const clock = { now: () => STORY_NOW_MS }
    const made = await createKey(running.store, clock, { name: 'tool', permissions: ['firehose', 'read'] })
    const other = await createKey(running.store, clock, { name: 'tool', permissions: ['read'] })
    expect(Buffer.from(made.key.replace(/^hs_/, ''), 'base64url')).toHaveLength(32)
    expect(made.key).not.toBe(other.key)
    expect(made.permissions).toEqual(['read', 'firehose'])
    const stored = (await running.store.read.keys()).find((row) => row.id === made.id)
    expect(stored?.hash).toBe(hashKey(made.key).toString('hex'))
    expect(JSON.stringify(stored)).not.toContain(made.key)
  })

  it('work immediately when another part of the app creates them', async () => {
    const { key } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'late', permissions: ['read'] })
    expect((await running.call('/local/v1/status', { key })).status).toBe(200)
  })

  it('are made, listed and revoked over REST; a revoked one is unknown', async () => {
    const response = await owner('/local/v1/keys', {
      method: 'POST',
      body: '{"name":" bot ","permissions":["read"]}',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(201)
    const { key, ...record } = (await response.json()) as KeyRecord & { key: string }
    expect(record).toMatchObject({ name: 'bot', permissions: ['read'], revoked_at: null, prefix: key.slice(0, 9) })
    expect((await running.call('/local/v1/status', { key })).status).toBe(200)
    const list = await (await owner('/local/v1/keys')).text()
    expect(JSON.parse(list)).toMatchObject({ keys: expect.arrayContaining([expect.objectContaining({ id: record.id })]) })
    expect(list).not.toContain(key)
    expect(list).not.toContain('hash')
    expect(await (await owner(`/local/v1/keys/${record.id}`, { method: 'DELETE' })).json()).toMatchObject({
      id: record.id,
      revoked_at: STORY_NOW_MS / 1000,
    })
    expect((await running.call('/local/v1/status', { key })).status).toBe(401)
    expect((await owner('/local/v1/keys/unknown', { method: 'DELETE' })).status).toBe(404)
  })

  it('an open socket ends with the key that opened it, and no other does', async () => {
    const { id, key } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'leaving', permissions: ['read'] })
    const leaving = await openSocket(running.server.wsUrl, { key })
    const staying = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    await owner(`/local/v1/keys/${id}`, { method: 'DELETE' })
    expect(await leaving.closed).toEqual({ code: 4401, reason: 'the key was revoked' })
    expect(await staying.settled()).toMatchObject([{ op: 'ready' }])
    await staying.close()
  })

  it('report their latest use immediately', async () => {
    const { id, key } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'used', permissions: ['read'] })
    const unused = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'unused', permissions: ['read'] })
    await running.call('/local/v1/status', { key })
    const { keys } = (await (await owner('/local/v1/keys')).json()) as { keys: KeyRecord[] }
    const lastUse = (of: string): number | null | undefined => keys.find((row) => row.id === of)?.last_used_at
    expect([lastUse(id), lastUse(unused.id)]).toEqual([STORY_NOW_MS / 1000, null])
  })

  it('manage covers read', async () => {
    const { key } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'manager', permissions: ['manage'] })
    expect((await running.call('/local/v1/tokens', { key })).status).toBe(200)
  })
})

it('the last use of a key is stored, at the latest when the service stops', async () => {
  const own = await startRunning()
  await own.call('/local/v1/status')
  await own.server.close()
  const row = (await own.store.read.keys()).find(({ name }) => name === 'reader')
  expect(row?.last_used_at).toBe(STORY_NOW_MS / 1000)
  await own.stop()
})
