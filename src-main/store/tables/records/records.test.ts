import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../../../src-shared/contract/records/jobs.ts'
import type { TraceRecord } from '../../../../src-shared/contract/records/traces.ts'
import type { ScanDetail, ScanReport } from '../../../../src-shared/contract/records/scan.ts'
import { AppError } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { read, write } from '../../dispatch.ts'
import type { StoredKey } from '../../interface.ts'
import { sampleSnapshot, sampleToken, snapshotJson, TOKEN, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const db = writerPerTest()

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('snapshots', () => {
  it('give back the bytes of their canonical JSON and the hash of those', () => {
    const record = sampleSnapshot(100)
    const saved = write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(100) })
    const stored = read(db(), 'snapshot', { token: TOKEN, timestamp: 100 })
    expect(Buffer.from(stored?.json ?? []).toString()).toBe(canonicalJson(record))
    expect(stored?.sha256).toBe(sha256(stored?.json ?? new Uint8Array()))
    expect(saved).toEqual({ timestamp: 100, sha256: stored?.sha256 })
  })

  it('never change: the same again is accepted, other bytes at the same time are a conflict', () => {
    write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(100) })
    const before = read(db(), 'snapshot', { token: TOKEN, timestamp: 100 })
    write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(100) })
    const other = () => write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(100, 'Changed') })
    expect(other).toThrow(AppError)
    expect(other).toThrow('Another snapshot is stored for 1970-01-01 00:01:40 UTC, and snapshots never change.')
    expect(read(db(), 'snapshot', { token: TOKEN, timestamp: 100 })).toEqual(before)
  })

  it('are listed in ascending order, and the newest is found without its time', () => {
    write(db(), 'saveToken', sampleToken())
    for (const timestamp of [300, 100, 200]) write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(timestamp) })
    expect(read(db(), 'snapshotTimestamps', TOKEN)).toEqual([100, 200, 300])
    expect(read(db(), 'snapshot', { token: TOKEN, timestamp: null })?.timestamp).toBe(300)
    expect(read(db(), 'snapshot', { token: TOKEN, timestamp: 150 })).toBeNull()
    expect(read(db(), 'token', TOKEN)).toMatchObject({ snapshotCount: 3, revision: 1 })
  })
})

describe('scans', () => {
  const report = (generated_at: number): ScanReport =>
    ({
      network: { name: 'Sui', symbol: 'SUI' },
      token: {
        address: TOKEN.address,
        name: 'S',
        symbol: 'S',
        logo: null,
        decimals: 9,
        total_supply: 1,
        additional_info: null,
        age: null,
        socials: [],
      },
      extensions: {},
      results: {
        generated_at,
        simple: { score: 100, message: 'OK', reasons: [] },
        advanced: {
          mintable: { value: null, object_id: null, owner_kind: null, version: null },
          blacklist: { value: null, object_id: null, owner_kind: null, version: null },
          contract_upgradable: { value: null, object_id: null, owner_kind: null, version: null },
          metadata_modifiable: { value: null, object_id: null, owner_kind: null, version: null },
          creator: null,
          honeypot: { score: null, message: '' },
          holder_count: null,
          top_holders: [],
          locked_liquidity: [],
        },
      },
    }) as unknown as ScanReport

  const detail: ScanDetail = {
    rule_set: 'abc',
    score: 100,
    findings: [],
    ledger: [{ label: 'Start', points: 100 }],
    unknowns: [],
    partial: [],
    simulated_with: null,
  }

  it('are kept as they were: the newest first, each with its ledger', () => {
    expect(read(db(), 'scan', { token: TOKEN, back: 0 })).toBeNull()
    write(db(), 'saveScan', { token: TOKEN, report: report(1), detail: null, block: null })
    const { sha256: hash } = write(db(), 'saveScan', { token: TOKEN, report: report(2), detail, block: null })
    expect(read(db(), 'scans', TOKEN)).toEqual([
      { generatedAt: 2, score: 100, message: 'OK' },
      { generatedAt: 1, score: 100, message: 'OK' },
    ])
    expect(read(db(), 'scan', { token: TOKEN, back: 1 })).toMatchObject({ generatedAt: 1, detail: null })
    expect(read(db(), 'scan', { token: TOKEN, back: 2 })).toBeNull()
    const stored = read(db(), 'scan', { token: TOKEN, back: 0 })
    expect(stored?.detail).toEqual(detail)
    expect(stored).toMatchObject({ generatedAt: 2, sha256: hash })
    expect(Buffer.from(stored?.json ?? []).toString()).toBe(canonicalJson(report(2)))
  })

  it('have one scan of a second: the later one, under a new number', () => {
    const scored = (score: number): ScanReport => ({ ...report(7), results: { ...report(7).results, simple: { score, message: 'OK', reasons: [] } } })
    write(db(), 'saveScan', { token: TOKEN, report: report(6), detail: null, block: null })
    const first = write(db(), 'saveScan', { token: TOKEN, report: scored(90), detail: null, block: null })
    const second = write(db(), 'saveScan', { token: TOKEN, report: scored(80), detail: null, block: null })
    expect(second.id).toBeGreaterThan(first.id)
    expect(read(db(), 'scans', TOKEN).map(({ generatedAt, score }) => [generatedAt, score])).toEqual([
      [7, 80],
      [6, 100],
    ])
    expect(read(db(), 'scan', { token: TOKEN, back: 0 })).toMatchObject({ generatedAt: 7, sha256: second.sha256 })
    expect(write(db(), 'deleteScan', { token: TOKEN, generatedAt: 7 }).rows.scans).toBe(1)
    expect(read(db(), 'scans', TOKEN).map(({ generatedAt }) => generatedAt)).toEqual([6])
  })

  it('do not get a second scan of a second back: a deleted one stays deleted once that second was scanned again', () => {
    write(db(), 'saveScan', { token: TOKEN, report: report(7), detail: null, block: null })
    const deletion = write(db(), 'deleteScan', { token: TOKEN, generatedAt: 7 })
    write(db(), 'saveScan', { token: TOKEN, report: report(7), detail: null, block: null })
    expect(() => write(db(), 'restoreDeletion', deletion.id)).toThrow('Another scan of that second is stored. Delete it, then restore this one.')
    expect(read(db(), 'scans', TOKEN)).toHaveLength(1)
    write(db(), 'deleteScan', { token: TOKEN, generatedAt: 7 })
    write(db(), 'restoreDeletion', deletion.id)
    expect(read(db(), 'scans', TOKEN)).toHaveLength(1)
  })

  it('are two hundred a token at most: the oldest go', () => {
    for (let at = 1; at <= 203; at++) write(db(), 'saveScan', { token: TOKEN, report: report(at), detail: null, block: null })
    const kept = read(db(), 'scans', TOKEN)
    expect([kept.length, kept.at(0)?.generatedAt, kept.at(-1)?.generatedAt]).toEqual([200, 203, 4])
  })
})

describe('labels', () => {
  const label = (n: number, name: string, source = 's') => ({
    address: wallet(n),
    name,
    tags: ['exchange'] as const,
    category: null,
    linkPolicy: 'hub' as const,
    source,
  })

  it('of all EVM chains serve each of them, behind its own, and no other network', () => {
    write(db(), 'saveLabels', { network: 'evm', source: 'list', rows: [label(1, 'everywhere')] })
    write(db(), 'saveLabels', { network: 'bsc', source: 'list', rows: [label(1, 'on bsc'), label(2, 'two')] })
    const names = (network: 'eth' | 'base' | 'bsc' | 'sol') =>
      read(db(), 'labels', { network, addresses: [wallet(2), wallet(1)] }).map((row) => row.name)
    expect(names('bsc')).toEqual(['two', 'on bsc', 'everywhere'])
    expect(names('eth')).toEqual(['everywhere'])
    expect(names('base')).toEqual(['everywhere'])
    expect(names('sol')).toEqual([])
  })

  it('of one list replace each other and leave other lists alone; each change is counted', () => {
    write(db(), 'saveLabels', { network: 'eth', source: 'a', rows: [label(1, 'old')] })
    write(db(), 'saveLabels', { network: 'eth', source: 'b', rows: [label(1, 'imported', 'import')] })
    write(db(), 'saveLabels', { network: 'eth', source: 'a', rows: [label(1, 'new')] })
    expect(read(db(), 'labels', { network: 'eth', addresses: [wallet(1)] })).toEqual([label(1, 'new'), label(1, 'imported', 'import')])
    expect(read(db(), 'setting', 'labels_revision')).toBe('3')
  })
})

describe('keys', () => {
  const key = (id: string, created_at: number, owner: string | null = null): Omit<StoredKey, 'last_used_at' | 'revoked_at'> => ({
    id,
    name: id,
    owner,
    quotas: owner === null ? null : { requests_per_minute: 60, requests_per_day: null, subscriptions: 5 },
    hash: `hash of ${id}`,
    prefix: 'hs_',
    permissions: ['read', 'manage'],
    created_at,
  })

  it('are listed oldest first; the first revocation and the latest use count', () => {
    write(db(), 'saveKey', key('b', 2))
    write(db(), 'saveKey', key('a', 1, 'Ann'))
    write(db(), 'touchKeys', { ids: ['a', 'unknown'], at: 9 })
    write(db(), 'touchKeys', { ids: ['a'], at: 5 })
    expect(write(db(), 'revokeKey', { id: 'b', at: 7 })).toMatchObject({ revoked_at: 7 })
    expect(write(db(), 'revokeKey', { id: 'b', at: 8 })).toMatchObject({ revoked_at: 7 })
    expect(write(db(), 'revokeKey', { id: 'unknown', at: 8 })).toBeNull()
    expect(read(db(), 'keys')).toEqual([
      { ...key('a', 1, 'Ann'), last_used_at: 9, revoked_at: null },
      { ...key('b', 2), last_used_at: null, revoked_at: 7 },
    ])
  })

  it('take requests up to the limit of a period, which a clock that is behind does not begin again', () => {
    const take = (at: number, amount: number) =>
      write(db(), 'takeRequests', { key: 'a', at, periods: [{ seconds: 60, limit: 10, amount }] }).map(({ began, granted }) => [began, granted])
    expect(take(125, 4)).toEqual([[120, 4]])
    expect(take(179, 8)).toEqual([[120, 6]])
    expect(take(179, 1)).toEqual([[120, 0]])
    expect(take(180, 7)).toEqual([[180, 7]])
    expect(take(179, 7)).toEqual([[180, 3]])
  })
})

describe('jobs, sources, settings', () => {
  const job = (id: string, created_at: number, changes: Partial<JobRecord> = {}): JobRecord => ({
    id,
    created_at,
    kind: 'read',
    network: 'eth',
    token_address: TOKEN.address,
    state: 'running',
    stages: [],
    updated_at: created_at,
    seconds_left: null,
    error: null,
    options: { depth: 500, since_block: null },
    ...changes,
  })

  it('list jobs newest first, each in its last state', () => {
    for (const record of [job('a', 1), job('c', 2), job('b', 2), job('a', 1, { state: 'done' })]) write(db(), 'saveJob', record)
    expect(read(db(), 'jobs', { limit: 9 }).map((j) => j.id)).toEqual(['b', 'c', 'a'])
    expect(read(db(), 'jobs', { limit: 1 })).toHaveLength(1)
    expect(read(db(), 'job', 'a')?.state).toBe('done')
    expect(read(db(), 'job', 'z')).toBeNull()
  })

  it('a cancelled job stays cancelled until it is queued again, and one that ended is not cancelled', () => {
    const stateAfter = (...states: JobRecord['state'][]): string | undefined => {
      for (const state of states) write(db(), 'saveJob', job('a', 1, { state }))
      return read(db(), 'job', 'a')?.state
    }
    expect(stateAfter('running', 'cancelled', 'running')).toBe('cancelled')
    expect(stateAfter('done')).toBe('cancelled')
    expect(stateAfter('queued', 'running')).toBe('running')
    expect(stateAfter('done', 'cancelled')).toBe('done')
    expect(stateAfter('queued', 'failed', 'cancelled')).toBe('failed')
    expect(stateAfter('queued', 'interrupted', 'cancelled')).toBe('cancelled')
  })

  it('keep the newest limits of an endpoint, and forget the oldest endpoints', () => {
    const row = (endpoint: string, learntAt: number) => ({
      network: 'base' as const,
      endpoint,
      limits: { perSecond: learntAt, methods: {} },
      learntAt,
    })
    write(db(), 'saveEndpointLimits', row('node', 1))
    write(db(), 'saveEndpointLimits', row('node', 2))
    expect(read(db(), 'endpointLimits')).toEqual([row('node', 2)])
    for (let at = 3; at < 203; at++) write(db(), 'saveEndpointLimits', row(`node ${at}`, at))
    expect(read(db(), 'endpointLimits')).toHaveLength(200)
    expect(read(db(), 'endpointLimits').some(({ endpoint }) => endpoint === 'node')).toBe(false)
  })

  it('keep the last value of a setting', () => {
    expect(read(db(), 'setting', 'x')).toBeNull()
    write(db(), 'saveSetting', { name: 'x', value: '1' })
    write(db(), 'saveSetting', { name: 'x', value: '2' })
    expect(read(db(), 'setting', 'x')).toBe('2')
  })
})

describe('traces', () => {
  it('of one second are listed in the order in which they were started, the newest first, also when they change', () => {
    const started = ['b', 'a', 'c', 'd'].map((id) => ({ id, created_at: 100, state: 'running' }) as TraceRecord)
    for (const trace of started) write(db(), 'startTrace', trace)
    write(db(), 'saveTrace', { id: 'b', created_at: 100, state: 'done' } as TraceRecord)
    expect(read(db(), 'traces', { limit: 3 }).map(({ id }) => id)).toEqual(['d', 'c', 'a'])
    expect(read(db(), 'trace', 'b')).toMatchObject({ state: 'done' })
  })

  it('that ended keep their end until they are started again', () => {
    const trace = (state: TraceRecord['state']) => ({ id: 'a', created_at: 100, state }) as TraceRecord
    const stateAfter = (...states: TraceRecord['state'][]): string | undefined => {
      write(db(), 'startTrace', trace('running'))
      for (const state of states) write(db(), 'saveTrace', trace(state))
      return read(db(), 'trace', 'a')?.state
    }
    expect(stateAfter('interrupted', 'running', 'done')).toBe('done')
    expect(stateAfter('done', 'cancelled')).toBe('done')
    expect(stateAfter('failed', 'cancelled')).toBe('failed')
    expect(stateAfter('cancelled', 'running', 'done')).toBe('cancelled')
    expect(read(db(), 'openTraces')).toEqual([])
    expect(stateAfter('running')).toBe('running')
    expect(read(db(), 'openTraces')).toEqual([trace('running')])
  })
})
