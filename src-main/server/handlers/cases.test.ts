import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseHits } from '../../../src-shared/contract/records/case-search.ts'
import { caseHistory, caseRecord, changedCase, type ChangedCase } from '../../../src-shared/contract/records/cases.ts'
import { ROUTES } from '../../../src-shared/contract/routes.ts'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { STREAM_NAMES } from '../../../src-shared/contract/streams.ts'
import type { Engine } from '../../engine/interface.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { storyEngine } from '../testing/engine.ts'
import { SOL } from '../testing/story.ts'

/** Every public route about a network, on the story's token and all of its wallets. */
const publicPaths = (timestamp: number): string[] =>
  Object.values(ROUTES)
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/local/') && path.includes('{network}'))
    .map(({ path }) =>
      path
        .replace('{network}', 'sol')
        .replace('{token_address}', SOL.token.address)
        .replace('{timestamp}', String(timestamp))
        .replace('{addresses}', [SOL.creator, ...SOL.buyers].join(','))
        .replace(/\/trades$/, `/trades?token=${SOL.token.address}`),
    )
const PUBLIC_STREAMS = STREAM_NAMES.filter((name) => !name.startsWith('local.'))

const CHECKSUMMED = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'

let running: Running
let engine: Engine
beforeAll(async () => {
  running = await startRunning({ engine: async (store, clock) => (engine = await storyEngine(store, clock)) })
})
afterAll(() => running.stop())

async function send(
  path: string,
  body: unknown,
  key = running.keys.owner,
): Promise<{ status: number; value: ChangedCase & { detail: unknown; code: string } }> {
  const response = await running.call(path, { method: 'POST', key, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return { status: response.status, value: (await response.json()) as ChangedCase & { detail: unknown; code: string } }
}

const start = async (name: string | null = null): Promise<ChangedCase> => (await send('/local/v1/cases', { name })).value

describe('cases over the wire', () => {
  it('starts a case, changes it, and answers its record and history', async () => {
    const { id, revision } = await start('Who funded it')
    const added = await send(`/local/v1/cases/${id}/changes`, {
      revision,
      command: { op: 'add_item', kind: 'wallet', network: 'eth', address: CHECKSUMMED },
    })
    expect(changedCase.parse(added.value)).toEqual(added.value)
    expect(added.value).toMatchObject({
      revision: 1,
      changes: [{ part: 'item', before: null, after: { kind: 'wallet', network: 'eth', address: CHECKSUMMED.toLowerCase() } }],
    })
    const target = { address: CHECKSUMMED, network: 'eth', kind: 'wallet' }
    await send(`/local/v1/cases/${id}/changes`, { revision: 1, command: { op: 'add_note', target, text: 'First **buyer**' } })
    const stored: unknown = await (await running.call(`/local/v1/cases/${id}`)).json()
    expect(caseRecord.parse(stored)).toEqual(stored)
    expect(stored).toMatchObject({
      name: 'Who funded it',
      revision: 2,
      undo: 'Wrote a note on wallet 0x698…933',
      redo: null,
      notes: [{ target: { kind: 'wallet', network: 'eth', address: CHECKSUMMED.toLowerCase() }, text: 'First **buyer**' }],
    })
    const history: unknown = await (await running.call(`/local/v1/cases/${id}/history?before=2`)).json()
    expect(caseHistory.parse(history).steps.map(({ step }) => step)).toEqual([1, 0])
  })

  it('deletes a case as the caller has seen it, and restores it', async () => {
    const { id } = await start('Old leads')
    const path = `/local/v1/cases/${id}`
    const remove = (revision: number, key = running.keys.owner) => running.call(`${path}?revision=${revision}`, { method: 'DELETE', key })
    expect((await remove(0, running.keys.reader)).status).toBe(403)
    expect((await remove(7)).status).toBe(409)
    expect(await (await remove(0)).json()).toMatchObject({ id, name: 'Old leads' })
    expect((await running.call(path)).status).toBe(404)
    expect((await remove(0)).status).toBe(404)
    expect(await (await running.call('/local/v1/cases')).json()).toMatchObject({ deleted: [{ id, name: 'Old leads' }] })
    expect(await send(`${path}/restore`, {})).toMatchObject({ status: 200, value: { id, name: 'Old leads', revision: 0 } })
    expect((await send(`${path}/restore`, {})).status).toBe(404)
  })

  it('answers 409 to a change made on an older revision, and keeps the case as it is', async () => {
    const { id } = await start()
    const rename = (name: string) => send(`/local/v1/cases/${id}/changes`, { revision: 0, command: { op: 'rename', name } })
    expect((await rename('one window')).status).toBe(200)
    expect(await rename('the other')).toMatchObject({
      status: 409,
      value: {
        code: 'conflict',
        current_revision: 1,
        detail: 'This case was changed elsewhere since revision 0 and is at revision 1 now. Read it again, then repeat the change.',
      },
    })
    expect(await (await running.call(`/local/v1/cases/${id}`)).json()).toMatchObject({ name: 'one window', revision: 1 })
    const redo = await send(`/local/v1/cases/${id}/move`, { revision: 1, to: 'redo' })
    expect(redo).toMatchObject({ status: 409, value: { code: 'conflict' } })
    expect(redo.value).not.toHaveProperty('current_revision')
  })

  it('sets the tags of a CSV file or a TagPack in one step, and says what it left out', async () => {
    const { id } = await start()
    const path = `/local/v1/cases/${id}/tags`
    const csv = `network,address,name,kind\neth,${CHECKSUMMED},Desk,exchange\nbase,${CHECKSUMMED},Other,service\n`
    const { value } = await send(path, { revision: 0, csv })
    expect(value).toMatchObject({ revision: 1, left_out: 0, undo: 'Tagged 0x698…933 as “Desk”; Tagged 0x698…933 as “Other”' })
    const tagpack = `title: Pack\ncreator: Me\ntags:\n  - {address: "${CHECKSUMMED}", label: Packed, currency: ETH, source: "https://example.org"}\n  - {address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", label: Old, currency: BTC, source: "https://example.org"}\n`
    expect((await send(path, { revision: 1, tagpack })).value).toMatchObject({ revision: 2, left_out: 1 })
    const { tags } = caseRecord.parse(await (await running.call(`/local/v1/cases/${id}`)).json())
    expect(tags.map(({ name }) => name).toSorted()).toEqual(['Desk', 'Other', 'Packed'])
    expect(await send(path, { revision: 2, csv, tagpack })).toMatchObject({ status: 422 })
  })

  it('undoes, redoes and goes to a step', async () => {
    const { id } = await start()
    await send(`/local/v1/cases/${id}/changes`, { revision: 0, command: { op: 'rename', name: 'named' } })
    expect((await send(`/local/v1/cases/${id}/move`, { revision: 1, to: 'undo' })).value).toMatchObject({
      name: null,
      redo: 'Named the case “named”',
      changes: [{ part: 'name', before: 'named', after: null }],
    })
    expect((await send(`/local/v1/cases/${id}/move`, { revision: 2, to: 'undo' })).value).toMatchObject({
      detail: 'There is nothing to undo in this case.',
    })
    expect((await send(`/local/v1/cases/${id}/move`, { revision: 2, to: 1 })).value).toMatchObject({ name: 'named', revision: 3 })
    expect((await send(`/local/v1/cases/${id}/move`, { revision: 3, to: 9 })).status).toBe(404)
  })

  it('refuses a key that may only read, unknown cases and notes, and wrong values', async () => {
    const { id } = await start()
    const change = `/local/v1/cases/${id}/changes`
    expect((await send('/local/v1/cases', { name: null }, running.keys.reader)).status).toBe(403)
    expect((await send('/local/v1/cases/none/move', { revision: 0, to: 'undo' })).status).toBe(404)
    expect((await running.call('/local/v1/cases/none')).status).toBe(404)
    expect((await running.call('/local/v1/cases/none/history')).status).toBe(404)
    expect((await send(change, { revision: 0, command: { op: 'edit_note', id: '7', text: 'x' } })).status).toBe(404)
    for (const command of [
      { op: 'add_item', kind: 'wallet', network: 'eth', address: 'nobody' },
      { op: 'add_note', target: { kind: 'case' }, text: '  ' },
      { op: 'add_note', target: { kind: 'case' }, text: 'a\0b' },
      { op: 'add_note', target: { kind: 'planet' }, text: 'x' },
      { op: 'drop' },
    ]) {
      expect((await send(change, { revision: 0, command })).status, JSON.stringify(command)).toBe(422)
    }
    expect(await (await running.call(`/local/v1/cases/${id}`)).json()).toMatchObject({ revision: 0, items: [], notes: [] })
  })

  it('keeps the evidence of a finding as it was: rules, thresholds, transactions and hashes', async () => {
    const { id } = await start()
    const of = { network: 'sol', token_address: SOL.token.address }
    const clusters = (await (await running.call(`/local/v1/sol/${SOL.token.address}/clusters`)).json()) as {
      clusters: { id: number; tree: unknown[]; pct: number }[]
    }
    const [cluster] = clusters.clusters
    if (cluster === undefined) throw new Error('the story has a cluster')
    const evidence = [
      { kind: 'cluster', ...of, cluster: cluster.id },
      { kind: 'transaction', network: 'sol', transaction: 'tx1' },
    ]
    const added = await send(`/local/v1/cases/${id}/changes`, { revision: 0, command: { op: 'add_finding', text: 'One owner', evidence } })
    expect(added.status).toBe(200)
    expect(changedCase.parse(added.value)).toEqual(added.value)
    const { findings } = caseRecord.parse(await (await running.call(`/local/v1/cases/${id}`)).json())
    expect(findings).toMatchObject([
      { text: 'One owner', evidence: [{ kind: 'cluster', cluster: cluster.id, pct: cluster.pct, tree: cluster.tree }, { kind: 'transaction' }] },
    ])
    for (const missing of [
      { kind: 'cluster', ...of, cluster: 9_999 },
      { kind: 'snapshot', ...of, timestamp: 1 },
      { kind: 'scan', ...of },
    ]) {
      const refused = await send(`/local/v1/cases/${id}/changes`, { revision: 1, command: { op: 'add_finding', text: 'x', evidence: [missing] } })
      expect(refused.status, missing.kind).toBe(404)
    }
    expect((await send(`/local/v1/cases/${id}/changes`, { revision: 1, command: { op: 'delete_finding', id: '7' } })).value.detail).toBe(
      'This finding no longer exists.',
    )
  })

  it('counts the evidence of a finding as the case does, unless the request asks for public counts', async () => {
    const { id } = await start()
    const of = { network: 'sol', token_address: SOL.token.address }
    const [a = ''] = SOL.buyers
    const change = (revision: number, command: object) => send(`/local/v1/cases/${id}/changes`, { revision, command })
    const wallets = [a, SOL.creator].map((address) => ({ network: 'sol', address }))
    await change(0, { op: 'add_entity', rule: 'owner_said', name: 'Desk', wallets })
    await change(1, { op: 'set_thresholds', thresholds: { 'cluster.accept': 0.99 } })
    const edge = { kind: 'edge', ...of, a, b: SOL.creator }
    const clusters = (await (await running.call(`/local/v1/sol/${SOL.token.address}/clusters?case=${id}`)).json()) as {
      clusters: { id: number; members: { address: string }[] }[]
    }
    const joined = clusters.clusters.find(({ members }) => members.some(({ address }) => address === a))
    const evidence = [edge, { ...edge, with_case: false }, { kind: 'cluster', ...of, cluster: joined?.id }]
    expect((await change(2, { op: 'add_finding', text: 'One owner', evidence })).status).toBe(200)
    const { findings } = caseRecord.parse(await (await running.call(`/local/v1/cases/${id}`)).json())
    expect(findings[0]?.evidence).toMatchObject([
      { with_case: true, joined: true, edge: { facts: [{ rule: 'owner_said' }] }, rule_set: { changed: [] } },
      { with_case: false, joined: false },
      {
        with_case: true,
        wallets: expect.arrayContaining([{ address: a, percentage: expect.any(Number) }]),
        rule_set: { changed: ['cluster.accept'] },
      },
    ])
    await change(3, { op: 'set_thresholds', thresholds: { 'cluster.accept': 7 } })
    expect((await change(4, { op: 'add_finding', text: 'x', evidence: evidence.slice(2) })).value.detail).toContain(
      'cluster.accept that does not fit',
    )
  })

  it('counts tags and entities where a case is named, and changes no byte of public records and streams until the owner says so', async () => {
    const [first = '', second = ''] = SOL.buyers
    const path = `/local/v1/sol/${SOL.token.address}`
    /** Event streams start with the stored events. */
    const since: Readonly<Record<string, { since: number }>> = { dex_trades: { since: 1 }, scanner: { since: 1 } }
    const streamed = async (): Promise<string> => {
      const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
      const { network, address } = SOL.token
      socket.send({ op: 'subscribe', subs: PUBLIC_STREAMS.map((stream) => ({ network, address, stream, ...(since[stream] ?? {}) })) })
      const waiting = new Set<unknown>(PUBLIC_STREAMS)
      const sent = await socket.until(({ stream }) => waiting.delete(stream) && waiting.size === 0)
      const frames = [...sent, ...(await socket.settled())].flatMap(({ op, stream, data }) =>
        op === 'event' ? [JSON.stringify([stream, data])] : [],
      )
      await socket.close()
      return frames.sort().join('\n')
    }
    const publicBytes = async (): Promise<string[]> => {
      const answers = publicPaths(timestamp).map(async (each) => {
        const answer = await running.call(each)
        expect(answer.status, each).toBe(200)
        return (await answer.text()).replace(/"request_id":"[^"]*"/, '')
      })
      return [...(await Promise.all(answers)), JSON.stringify(await engine.streamPayloads(SOL.token)), await streamed()]
    }
    const read = async (where: string): Promise<{ [name: string]: unknown }> =>
      (await (await running.call(where)).json()) as { [name: string]: unknown }
    const report = {
      results: { generated_at: 1_699_999_000, simple: { score: 1, message: 'OK', reasons: [] }, advanced: {} },
    } as unknown as ScanReport
    await running.store.write.saveScan({ token: SOL.token, report, detail: null, block: null })
    const { timestamp } = await engine.takeSnapshot(SOL.token)
    const before = await publicBytes()
    for (const stream of PUBLIC_STREAMS) expect(before.at(-1)).toContain(`["${stream}",`)
    const local = await (await running.call(`${path}/clusters`)).text()
    expect((await read(`${path}/why?a=${first}&b=${second}`))['sentence']).not.toContain('investigator')

    const { id } = await start()
    const wallets = [first, second].map((address) => ({ network: 'sol', address }))
    const hub = { network: 'sol', address: SOL.creator, name: 'Desk', kind: 'service', effect: 'hub', note: null, source: null, confidence: 0.5 }
    await send(`/local/v1/cases/${id}/changes`, { revision: 0, command: { op: 'add_entity', rule: 'owner_said', name: 'Team', wallets } })
    await send(`/local/v1/cases/${id}/changes`, { revision: 1, command: { op: 'set_tags', tags: [hub] } })
    expect(await read(`/local/v1/cases/${id}`)).toMatchObject({ tags: [hub], entities: [{ id: '1', rule: 'owner_said', name: 'Team', wallets }] })

    expect(await read(`${path}/why?a=${first}&b=${second}&case=${id}`)).toMatchObject({
      joined: true,
      edge: { p: 1, facts: [{ rule: 'owner_said' }] },
    })
    expect(JSON.stringify((await read(`${path}/clusters?case=${id}`))['clusters'])).toContain('owner_said')
    expect(caseHits.parse(await read(`/local/v1/case-search?q=desk&case=${id}`)).hits).toEqual([
      {
        case_id: id,
        case_name: null,
        kind: 'tag',
        id: null,
        text: expect.stringContaining('Desk') as string,
        target: { kind: 'wallet', network: 'sol', address: SOL.creator },
      },
    ])
    expect((await running.call(`${path}/clusters?case=none`)).status).toBe(404)
    expect(await (await running.call(`${path}/clusters`)).text()).toBe(local)
    expect(await publicBytes()).toEqual(before)

    const publish = (to: string | null, key = running.keys.owner) =>
      running.call('/local/v1/public-case', {
        method: 'PUT',
        key,
        body: JSON.stringify({ case: to }),
        headers: { 'content-type': 'application/json' },
      })
    expect((await publish(id, running.keys.reader)).status).toBe(403)
    expect((await publish('none')).status).toBe(404)
    expect((await publish(id)).status).toBe(200)
    expect(await read('/local/v1/cases')).toMatchObject({ public_case: id })
    const published = await publicBytes()
    expect(published).not.toEqual(before)
    expect(published.slice(-2).map((bytes, i) => bytes === before.at(i - 2))).toEqual([false, false])
    await send(`/local/v1/cases/${id}/move`, { revision: 2, to: 0 })
    expect(await publicBytes()).toEqual(before)
    await publish(null)
    expect(await publicBytes()).toEqual(before)
  })
})
