import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../../src-shared/contract/records/service.ts'
import { createKey } from '../auth/api-keys.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, STORY_NOW_MS } from '../testing/story.ts'

/** docs/team.md#users */

type User = 'ann' | 'bob' | 'eve' | 'operator' | 'oldReader'

let running: Running
let keys: Record<User, string>
beforeAll(async () => {
  running = await startRunning()
  const made = async (owner: string, permissions: readonly Permission[] = ['read', 'manage']): Promise<string> =>
    (await createKey(running.store, { now: () => STORY_NOW_MS }, { name: owner, permissions, owner })).key
  keys = { ann: await made('Ann'), bob: await made('Bob'), eve: await made('Eve'), operator: running.keys.owner, oldReader: running.keys.reader }
})
afterAll(() => running.stop())

async function ask(user: User, method: string, path: string, body?: unknown): Promise<{ status: number; value: Record<string, unknown> }> {
  const response = await running.call(`/local/v1${path}`, {
    ...{ method, key: keys[user] },
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, value: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

const start = async (user: User, name: string): Promise<string> => String((await ask(user, 'POST', '/cases', { name })).value['id'])
const share = (user: User, id: string, shares: readonly unknown[], owner: string | null = 'Ann') =>
  ask(user, 'PUT', `/cases/${id}/sharing`, { owner, shares })

/** Reads of a case, and a read that counts under it. */
const reads = (id: string) => [
  ...['', '/history', '/report', '/sharing'].map((rest) => ['GET', `/cases/${id}${rest}`] as const),
  ['GET', `/sol/${SOL.token.address}/clusters?case=${id}`] as const,
]
const rename = async (user: User, id: string, name: string): Promise<number> => {
  const { revision } = (await ask('operator', 'GET', `/cases/${id}`)).value
  return (await ask(user, 'POST', `/cases/${id}/changes`, { revision, command: { op: 'rename', name } })).status
}
const listed = async (user: User): Promise<unknown[]> =>
  ((await ask(user, 'GET', '/cases')).value['cases'] as { name: string; owner: string | null; access: string }[])
    .map(({ name, owner, access }) => `${name} ${owner} ${access}`)
    .sort()

describe('a case with an owner', () => {
  it('does not exist for other users, until it is shared to read, or to write', async () => {
    const id = await start('ann', 'Hidden needle')
    for (const [method, path] of reads(id)) {
      expect((await ask('eve', method, path)).status, path).toBe(404)
      expect((await ask('oldReader', method, path)).status, path).toBe(404)
    }
    expect(await rename('bob', id, 'Changed')).toBe(404)
    expect((await ask('bob', 'GET', '/case-search?q=needle')).value).toEqual({ hits: [] })
    expect((await ask('ann', 'GET', '/case-search?q=needle')).value['hits']).toHaveLength(1)
    expect((await ask('bob', 'PUT', '/public-case', { case: id })).status).toBe(404)
    expect(await listed('bob')).toEqual([])

    expect((await share('ann', id, [{ name: 'Bob', access: 'read' }])).value).toMatchObject({ owner: 'Ann', access: 'own' })
    for (const [method, path] of reads(id).slice(0, 4)) expect((await ask('bob', method, path)).status, path).toBe(200)
    expect(await listed('bob')).toEqual(['Hidden needle Ann read'])
    expect(await rename('bob', id, 'Changed')).toBe(403)
    expect((await ask('bob', 'PUT', '/public-case', { case: id })).status).toBe(403)
    expect((await ask('bob', 'POST', `/cases/${id}/move`, { revision: 0, to: 'undo' })).status).toBe(403)

    await share('ann', id, [{ name: 'Bob', access: 'write' }])
    expect(await rename('bob', id, 'Changed')).toBe(200)
    expect((await ask('bob', 'POST', `/cases/${id}/move`, { revision: 1, to: 'undo' })).status).toBe(200)
    expect((await share('bob', id, [{ name: 'Eve', access: 'read' }])).status).toBe(403)
    expect((await ask('bob', 'DELETE', `/cases/${id}?revision=2`)).status).toBe(403)

    await share('ann', id, [{ name: '*', access: 'read' }])
    expect((await ask('eve', 'GET', `/cases/${id}`)).status).toBe(200)
    expect((await ask('oldReader', 'GET', `/cases/${id}`)).status).toBe(200)
    expect(await rename('eve', id, 'Mine')).toBe(403)

    await share('ann', id, [], 'Bob')
    expect((await ask('ann', 'GET', `/cases/${id}`)).status).toBe(404)
    expect(await listed('operator')).toEqual(['Hidden needle Bob own'])
    expect((await ask('bob', 'DELETE', `/cases/${id}?revision=2`)).status).toBe(200)
    expect((await ask('ann', 'GET', '/cases')).value['deleted']).toEqual([])
    expect((await ask('ann', 'POST', `/cases/${id}/restore`)).status).toBe(404)
    expect((await ask('bob', 'POST', `/cases/${id}/restore`)).status).toBe(200)
  })

  it('is not named to others who delete what it refers to', async () => {
    const id = await start('ann', 'About the token')
    const command = { op: 'add_item', kind: 'token', network: 'sol', address: SOL.token.address }
    await ask('ann', 'POST', `/cases/${id}/changes`, { revision: 0, command })
    const refused = await ask('eve', 'DELETE', `/sol/${SOL.token.address}`)
    expect(refused).toMatchObject({ status: 409, value: { detail: expect.stringMatching(/^1 case of other users refers to it/) } })
    expect((await ask('ann', 'DELETE', `/sol/${SOL.token.address}`)).value['detail']).toMatch(/^The case “About the token” refers/)
  })
})

describe('a case without an owner', () => {
  it('belongs to everyone, and only a key without an owner gives it to a user', async () => {
    const id = await start('operator', 'Ours')
    expect(await rename('eve', id, 'Still ours')).toBe(200)
    expect((await ask('oldReader', 'GET', `/cases/${id}`)).status).toBe(200)
    expect((await share('eve', id, [], 'Eve')).status).toBe(403)
    expect((await share('operator', id, [{ name: 'Bob', access: 'read' }], null)).status).toBe(422)
    expect((await share('operator', id, [{ name: 'Ann', access: 'read' }])).status).toBe(422)
    expect((await share('operator', id, [], 'Eve')).status).toBe(200)
    expect((await ask('bob', 'GET', `/cases/${id}`)).status).toBe(404)
    expect((await share('operator', 'unknown', [])).status).toBe(404)
    expect((await ask('bob', 'GET', '/cases/unknown/sharing')).status).toBe(404)
  })
})

describe('a key with an owner', () => {
  it('lists and revokes the keys of its owner, and creates none', async () => {
    const { key } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'second', permissions: ['read'], owner: 'Ann' })
    const own = ((await ask('ann', 'GET', '/keys')).value['keys'] as { id: string; name: string }[]).map(({ name }) => name)
    expect(own.sort()).toEqual(['Ann', 'second'])
    expect((await ask('ann', 'POST', '/keys', { name: 'more', permissions: ['read'] })).status).toBe(403)
    const all = (await ask('operator', 'GET', '/keys')).value['keys'] as { id: string; name: string }[]
    const idOf = (name: string) => all.find((row) => row.name === name)?.id
    expect((await ask('ann', 'DELETE', `/keys/${idOf('Bob')}`)).status).toBe(404)
    expect((await ask('ann', 'DELETE', `/keys/${idOf('second')}`)).status).toBe(200)
    expect((await running.call('/local/v1/status', { key })).status).toBe(401)
    const made = await ask('operator', 'POST', '/keys', {
      ...{ name: 'limited', permissions: ['read'], owner: 'Bob' },
      quotas: { requests_per_minute: 60 },
    })
    expect(made.value).toMatchObject({ owner: 'Bob', quotas: { requests_per_minute: 60, requests_per_day: null, subscriptions: null } })
    expect((await ask('operator', 'POST', '/keys', { name: 'all', permissions: ['read'], owner: '*' })).status).toBe(422)
    const mistyped = { name: 'free', permissions: ['read'], quotas: { requests_per_hour: 60 } }
    expect((await ask('operator', 'POST', '/keys', mistyped)).status).toBe(422)
  })
})
