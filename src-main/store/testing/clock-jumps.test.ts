import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { read, write } from '../dispatch.ts'
import { OTHER_TOKEN, sampleToken, snapshotJson, TOKEN } from './samples.ts'
import { writerPerTest } from './writer-per-test.ts'

/** Times come from the caller's clock, which may be set forward by years and back again. */

const NOW = 1_700_000_000
const YEARS_AHEAD = NOW + 300_000_000
const YESTERDAY = NOW - 86_400

describe('a clock that jumps', () => {
  const db = writerPerTest()

  it('leaves snapshots as they were: each is found by its own time, in order of time, and none is replaced', () => {
    const times = [NOW, YEARS_AHEAD, YESTERDAY, NOW + 1]
    const kept = times.flatMap((timestamp) => write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(timestamp) }) ?? [])
    expect(read(db(), 'snapshotTimestamps', TOKEN)).toEqual(times.toSorted((a, b) => a - b))
    for (const { timestamp, sha256 } of kept) expect(read(db(), 'snapshot', { token: TOKEN, timestamp })?.sha256).toBe(sha256)
    expect(() => write(db(), 'saveSnapshot', { token: TOKEN, json: snapshotJson(NOW, 'Another') })).toThrow('snapshots never change')
  })

  it('never makes a key look unused, nor used before its last use, and the first revocation stands', () => {
    write(db(), 'saveKey', { id: 'k', name: 'k', hash: 'h', prefix: 'p', owner: null, quotas: null, permissions: ['read'], created_at: YEARS_AHEAD })
    for (const at of [NOW, YEARS_AHEAD, YESTERDAY]) write(db(), 'touchKeys', { ids: ['k'], at })
    expect(read(db(), 'keys')[0]?.last_used_at).toBe(YEARS_AHEAD)
    expect(write(db(), 'revokeKey', { id: 'k', at: YESTERDAY })?.revoked_at).toBe(YESTERDAY)
    expect(write(db(), 'revokeKey', { id: 'k', at: YEARS_AHEAD })?.revoked_at).toBe(YESTERDAY)
  })

  it('keeps every job under its own id, whatever time it was given', () => {
    const job = (id: string, at: number): JobRecord => ({
      id,
      kind: 'read',
      network: 'eth',
      token_address: TOKEN.address,
      state: 'running',
      stages: [],
      created_at: at,
      updated_at: at,
      seconds_left: null,
      error: null,
      options: { depth: 1, since_block: null },
    })
    for (const one of [job('a', NOW), job('b', YEARS_AHEAD), job('c', YESTERDAY), job('d', YESTERDAY)]) write(db(), 'saveJob', one)
    write(db(), 'saveJob', { ...job('b', YEARS_AHEAD), state: 'done', updated_at: YESTERDAY })
    expect(read(db(), 'jobs', { limit: 9 }).map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c'])
    expect(read(db(), 'job', 'b')).toMatchObject({ state: 'done', updated_at: YESTERDAY })
  })

  it('does not hide a change of a token: revisions count changes, not seconds', () => {
    write(db(), 'saveToken', sampleToken({ asOf: YEARS_AHEAD }))
    write(db(), 'saveToken', sampleToken({ asOf: YESTERDAY, name: 'Later' }))
    expect(read(db(), 'token', TOKEN)).toMatchObject({ name: 'Later', asOf: YESTERDAY, revision: 2 })
    write(db(), 'saveToken', sampleToken({ ...OTHER_TOKEN }))
    write(db(), 'markOpened', { token: OTHER_TOKEN, at: YEARS_AHEAD })
    write(db(), 'markOpened', { token: TOKEN, at: NOW })
    expect(read(db(), 'tokens', { q: null, limit: 9 })).toHaveLength(2)
  })
})
