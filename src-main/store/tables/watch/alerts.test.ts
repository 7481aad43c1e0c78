import { describe, expect, it } from 'vitest'
import type { WatchAlert, WatchRule } from '../../../../src-shared/contract/records/watch.ts'
import type { WatchMoment } from '../../../../src-shared/domain/watch-moment.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { read, write } from '../../dispatch.ts'
import { OTHER_TOKEN, sampleToken, TOKEN, wallet } from '../../testing/samples.ts'
import { writerPerTest } from '../../testing/writer-per-test.ts'

const RULE: WatchRule = {
  id: 'rule',
  name: 'Sales',
  enabled: true,
  subject: { kind: 'token', network: 'eth', token_address: TOKEN.address },
  condition: { kind: 'holder_sells', over: 1 },
  quiet_seconds: 600,
  notice: false,
  webhook_url: 'https://example.com/hook',
  secret: 'whsec_x',
  created_at: 1,
  changed_at: 1,
}
const DAY_MS = 86_400_000

const moment = (block: number, cluster: number | null, time = block): WatchMoment => ({
  ...{ block, time, top: null, roles: [], clusters: [], pools: {} },
  values: { shares: { cluster, top10: null, snipers: null, bundlers: null, insiders: null, dev: null }, clusters: {} },
})

function record(db: WriteDb, block: number, keys: readonly string[], at = block, token = TOKEN): WatchAlert[] {
  const matches = keys.map((key) => ({ key, reason: `Sold in ${block}.`, at, block, wallets: [], evidence: [key], rule: RULE }))
  return write(db, 'recordWatch', { token, tokenName: 'PEP', moment: moment(block, block), matches, snapshot: null, now: 50_000 })
}

const inbox = (db: WriteDb): WatchAlert[] => read(db, 'watchAlerts', { unread: false, before: null, limit: 100 }).alerts
const due = (db: WriteDb, now = DAY_MS): string[] =>
  read(db, 'dueCalls', { now, limit: 100 }).map(({ body }) => (JSON.parse(body) as { reason: string }).reason)

const open = writerPerTest()

describe('alerts of a rule', () => {
  it('count more of the same within the quiet time, and the same event once', () => {
    const db = open()
    write(db, 'saveWatchRule', RULE)
    expect(record(db, 100, ['a', 'b'])).toHaveLength(1)
    expect(record(db, 101, ['b', 'c'])).toEqual([])
    expect(record(db, 102, ['x'], 102, OTHER_TOKEN)).toHaveLength(1)
    expect(record(db, 700, ['d'])).toHaveLength(1)
    expect(inbox(db).map(({ number, count, first_at, last_at }) => [number, count, first_at, last_at])).toEqual([
      [3, 1, 700, 700],
      [2, 1, 102, 102],
      [1, 3, 100, 101],
    ])
    expect(due(db)).toHaveLength(3)
    expect(read(db, 'quietRules', { token: TOKEN, rules: [RULE], at: 800 })).toEqual(['rule'])
    expect(read(db, 'quietRules', { token: TOKEN, rules: [RULE], at: 1_300 })).toEqual([])
  })

  it('are not made of blocks that the chain reverted during the evaluation, which also does not count as one', () => {
    const db = open()
    write(db, 'saveWatchRule', RULE)
    write(db, 'saveToken', sampleToken({ asOfBlock: 119 }))
    const block = (number: number, hash: string) => {
      const nothing = { supply: null, trades: [], transfers: [], pools: [], balances: [] }
      write(db, 'saveBlocks', { token: TOKEN, blocks: { from: number, to: number, hash, time: number, ...nothing } })
    }
    const evaluate = (number: number): (() => WatchAlert[]) => {
      const hash = read(db, 'token', TOKEN)?.asOfHash ?? null
      const match = { key: `in ${hash}`, reason: 'Sold.', at: number, block: number, wallets: [], evidence: [], rule: RULE }
      return () =>
        write(db, 'recordWatch', {
          token: TOKEN,
          tokenName: null,
          moment: moment(number, number),
          hash,
          matches: [match],
          snapshot: null,
          now: 50_000,
        })
    }
    block(120, 'a')
    expect(evaluate(120)()).toHaveLength(1)
    block(121, 'b')
    const [early, late] = [evaluate(121), evaluate(121)]
    write(db, 'rollBackBlocks', { token: TOKEN, from: 121 })
    expect(early()).toEqual([])
    block(121, 'c')
    block(122, 'd')
    expect(late()).toEqual([])
    expect(read(db, 'watchMoment', TOKEN)?.moment.block).toBe(120)
    const after = evaluate(122)
    block(123, 'e')
    expect(after()).toEqual([])
    expect(inbox(db).map(({ count, reverted_at }) => [count, reverted_at])).toEqual([[2, null]])
  })

  it('are marked as read one by one or all', () => {
    const db = open()
    record(db, 100, ['a'])
    record(db, 900, ['b'])
    write(db, 'markAlertsRead', { ids: [inbox(db)[1]?.id ?? ''], at: 7 })
    expect(read(db, 'watchAlerts', { unread: true, before: null, limit: 5 })).toMatchObject({ unread: 1, alerts: [{ first_at: 900 }] })
    write(db, 'markAlertsRead', { ids: null, at: 8 })
    expect(inbox(db).map(({ read_at }) => read_at)).toEqual([8, 7])
  })

  it('are taken back with the blocks they came from, and come again with those that replace them', () => {
    const db = open()
    write(db, 'saveToken', sampleToken({ asOfBlock: 900 }))
    write(db, 'saveWatchRule', RULE)
    record(db, 100, ['a'])
    record(db, 120, ['b'])
    record(db, 800, ['c'])
    write(db, 'rollBackBlocks', { token: TOKEN, from: 110 })
    expect(inbox(db).map(({ first_at, count, reverted_at }) => [first_at, count, reverted_at === null])).toEqual([
      [800, 0, false],
      [100, 1, true],
    ])
    for (const { id } of inbox(db)) write(db, 'settleCall', { id, error: null, retryAt: 0, now: 0 })
    expect(due(db, Number.MAX_SAFE_INTEGER)).toEqual(['Reverted by the chain: Sold in 800.'])
    expect(read(db, 'watchMoment', TOKEN)?.moment.block).toBe(100)
    write(db, 'saveToken', sampleToken({ asOfBlock: 801 }))
    expect(record(db, 801, ['c'])).toHaveLength(1)
    expect(new Set(inbox(db).map(({ id }) => id)).size).toBe(3)
  })

  it('go with their token', () => {
    const db = open()
    write(db, 'saveToken', sampleToken())
    record(db, 100, ['a'])
    write(db, 'deleteToken', TOKEN)
    expect([inbox(db), due(db), read(db, 'watchMoment', TOKEN)]).toEqual([[], [], null])
  })
})

describe('moments of a token', () => {
  const save = (db: WriteDb, value: WatchMoment): unknown =>
    write(db, 'recordWatch', { token: TOKEN, tokenName: null, moment: value, matches: [], snapshot: null, now: 50_000 })

  it('move on while nothing changes, and go back with reverted blocks', () => {
    const db = open()
    write(db, 'saveToken', sampleToken({ asOfBlock: 900 }))
    save(db, moment(100, 5))
    save(db, moment(110, 5))
    save(db, moment(120, null))
    expect(read(db, 'watchMoment', TOKEN)?.past.map(({ time, shares }) => [time, shares.cluster])).toEqual([
      [100, 5],
      [120, null],
    ])
    write(db, 'rollBackBlocks', { token: TOKEN, from: 105 })
    expect(read(db, 'watchMoment', TOKEN)?.moment).toEqual({ ...moment(100, 5), block: 104 })
  })

  it('are one a minute beyond the newest, and none beyond a day', () => {
    const db = open()
    for (let i = 0; i < 400; i++) save(db, moment(1_000 + i, i, 90_000 + i * 10))
    const { past } = read(db, 'watchMoment', TOKEN) ?? { past: [] }
    expect(past).toHaveLength(32 + Math.ceil((368 * 10) / 60))
    save(db, moment(5_000, 7, 300_000))
    expect(read(db, 'watchMoment', TOKEN)?.past.length).toBeLessThanOrEqual(33)
  })
})

describe('rules', () => {
  it('are listed newest first, also those of one second, and keep their place when they change', () => {
    const db = open()
    const ids = ['m', 'z', 'a', 'k']
    for (const id of ids) write(db, 'saveWatchRule', { ...RULE, id })
    write(db, 'saveWatchRule', { ...RULE, id: 'z', name: 'Changed', changed_at: 9 })
    expect(read(db, 'watchRules').map(({ id, name }) => [id, name])).toEqual([
      ['k', 'Sales'],
      ['a', 'Sales'],
      ['z', 'Changed'],
      ['m', 'Sales'],
    ])
    write(db, 'deleteWatchRule', 'k')
    write(db, 'saveWatchRule', { ...RULE, id: 'b' })
    expect(read(db, 'watchRules').map(({ id }) => id)).toEqual(['b', 'a', 'z', 'm'])
  })
})

describe('calls of webhooks', () => {
  const settle = (db: WriteDb, id: string, error: string | null, now = 50_000): unknown =>
    write(db, 'settleCall', { id, error, retryAt: now + 10, now })

  it('about a reverted alert wait for the call of the alert, and the alert describes the call that is not delivered', () => {
    const db = open()
    write(db, 'saveToken', sampleToken({ asOfBlock: 900 }))
    write(db, 'saveWatchRule', RULE)
    const [first, second] = [record(db, 100, ['a'])[0]?.id ?? '', record(db, 800, ['b'])[0]?.id ?? '']
    const ids = (): string[] => read(db, 'dueCalls', { now: 1e15, limit: 9 }).map(({ id }) => id)
    const deliveries = (): unknown[] => inbox(db).map(({ delivery }) => delivery)
    const refused = 'The receiver answered 503.'
    settle(db, first, refused)
    settle(db, second, refused)
    write(db, 'rollBackBlocks', { token: TOKEN, from: 90 })
    expect(ids().toSorted()).toEqual([first, second].toSorted())
    expect(read(db, 'nextCallAt')).toBe(50_010)
    const pending = { state: 'pending', attempts: 1, error: refused }
    expect(deliveries()).toEqual([pending, pending])
    settle(db, first, null)
    settle(db, second, refused, 50_000 + DAY_MS)
    expect(ids().toSorted()).toEqual([`${first}.reverted`, `${second}.reverted`].toSorted())
    expect(deliveries()).toEqual([
      { state: 'dead', attempts: 2, error: refused },
      { state: 'pending', attempts: 0, error: null },
    ])
    settle(db, `${first}.reverted`, null)
    expect(deliveries()).toMatchObject([{ state: 'dead' }, { state: 'delivered', attempts: 2 }])
  })

  it('tell the time of their alert, and of its reversal, in milliseconds', () => {
    const db = open()
    write(db, 'saveToken', sampleToken({ asOfBlock: 900 }))
    write(db, 'saveWatchRule', RULE)
    const match = { key: 'a', reason: 'Sold.', at: 100, block: 100, wallets: [], evidence: [], rule: RULE }
    const [alert] = write(db, 'recordWatch', { token: TOKEN, tokenName: null, moment: null, matches: [match], snapshot: null, now: 50_123 })
    expect(alert?.made_at).toBe(50)
    const times = () => read(db, 'dueCalls', { now: 1e15, limit: 9 }).map(({ body }) => (JSON.parse(body) as { timestamp: string }).timestamp)
    expect(times()).toEqual(['1970-01-01T00:00:50.123Z'])
    settle(db, alert?.id ?? '', null)
    const before = Date.now()
    write(db, 'rollBackBlocks', { token: TOKEN, from: 90 })
    const [reverted = ''] = times()
    expect(Date.parse(reverted)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(reverted)).toBeLessThanOrEqual(Date.now())
  })

  it('wait after a failure, are dead after a day, and go with their rule', () => {
    const db = open()
    const [alert] = record(db, 100, ['a'])
    const id = alert?.id ?? ''
    const made = 50_000
    write(db, 'settleCall', { id, error: 'The receiver answered 500.', retryAt: made + 10, now: made + 5 })
    expect(due(db, made + 9)).toEqual([])
    expect(read(db, 'nextCallAt')).toBe(made + 10)
    expect(inbox(db)[0]?.delivery).toEqual({ state: 'pending', attempts: 1, error: 'The receiver answered 500.' })
    write(db, 'settleCall', { id, error: 'The receiver answered 500.', retryAt: made + DAY_MS + 9, now: made + DAY_MS })
    expect(inbox(db)[0]?.delivery).toMatchObject({ state: 'dead', attempts: 2 })
    expect(read(db, 'nextCallAt')).toBeNull()
    record(db, 900, ['b'])
    expect(read(db, 'nextCallAt')).toBe(made)
    write(db, 'deleteWatchRule', RULE.id)
    expect(read(db, 'nextCallAt')).toBeNull()
  })
})

it('names the wallets of a tag and an entity, without those of deleted cases', () => {
  const db = open()
  const wallets = [1, 2].map((n) => ({ network: 'evm' as const, address: wallet(n) }))
  const tags = [
    {
      ...{ network: 'evm' as const, address: wallet(1), name: 'Desk' },
      kind: 'other' as const,
      effect: 'none' as const,
      note: null,
      source: null,
      confidence: null,
    },
  ]
  write(db, 'createCase', { id: 'c', name: null, at: 1 })
  write(db, 'changeCase', { id: 'c', revision: 0, command: { op: 'set_tags', tags }, at: 1 })
  write(db, 'changeCase', {
    id: 'c',
    revision: 1,
    command: { op: 'add_entity', rule: 'owner_said', name: null, wallets },
    at: 1,
  })
  const entities = read(db, 'caseRecord', 'c')?.entities ?? []
  const named = (): unknown[] => [
    read(db, 'watchedWallets', { kind: 'tag', name: 'Desk' }),
    read(db, 'watchedWallets', { kind: 'entity', case: 'c', entity: entities[0]?.id ?? '' }),
  ]
  expect(named()).toEqual([[wallets[0]], wallets])
  write(db, 'deleteCase', { id: 'c', revision: 2, at: 2 })
  expect(named()).toEqual([[], []])
})
