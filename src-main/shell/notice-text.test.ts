import { describe, expect, it, vi } from 'vitest'
import type { FollowRecord } from '../../src-shared/contract/records/follow.ts'
import type { WatchAlert } from '../../src-shared/contract/records/watch.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import { alertNotice, followNotice, jobNotice } from './notice-text.ts'

vi.mock('electron', () => import('./testing/electron.ts'))

const job = (change: object): JobRecord =>
  ({ kind: 'read', state: 'done', network: 'eth', token_address: '0x1', stages: [], error: null, ...change }) as unknown as JobRecord

describe('a read', () => {
  it('is announced when it is done, with the number of parts that are missing', () => {
    expect(jobNotice(job({}), 'A\n\u202eB')).toEqual({ title: 'Reading “A B” finished', body: 'All parts were read.', path: '/t/eth/0x1' })
    const stages = [{ state: 'done' }, { state: 'failed' }]
    expect(jobNotice(job({ stages }), 'A')?.body).toBe('1 of 2 parts could not be read. The Jobs page says why.')
  })

  it('is announced with its reason when it failed', () => {
    expect(jobNotice(job({ state: 'failed', error: 'The endpoint does not answer.' }), 'A')).toMatchObject({
      title: 'Reading “A” failed',
      body: 'The endpoint does not answer.',
    })
  })

  it.each([{ state: 'cancelled' }, { state: 'interrupted' }, { state: 'running' }, { kind: 'import' }])('is not announced as %j', (change) => {
    expect(jobNotice(job(change), 'A')).toBeNull()
  })
})

it('announces an alert where its rule says so', () => {
  const alert = { notice: true, rule_name: 'Sales', reason: 'A\u202eB sold 2 % of supply.', network: 'eth', token_address: '0x1' } as WatchAlert
  expect(alertNotice(alert)).toEqual({ title: 'Sales', body: 'A B sold 2 % of supply.', path: '/t/eth/0x1' })
  expect(alertNotice({ ...alert, notice: false })).toBeNull()
})

describe('following', () => {
  const record = (change: Partial<FollowRecord>): FollowRecord => ({ state: 'live', kept: true, message: null, ...change }) as FollowRecord
  const token = { network: 'eth', address: '0x1', name: 'A' }
  const ended = record({ state: 'off', kept: false, message: 'There is no longer a token at this address.' })

  it('is announced when it ended by itself', () => {
    expect(followNotice(record({}), ended, token)).toEqual({
      title: '“A” is no longer followed',
      body: 'There is no longer a token at this address.',
      path: '/t/eth/0x1',
    })
  })

  it('is not announced when the owner ended it, or never wanted it', () => {
    expect(followNotice(record({}), record({ state: 'off', kept: false }), token)).toBeNull()
    expect(followNotice(record({ kept: false }), ended, token)).toBeNull()
    expect(followNotice(null, ended, token)).toBeNull()
    expect(followNotice(record({}), record({ state: 'reconnecting', message: 'The endpoint does not answer.' }), token)).toBeNull()
  })
})
