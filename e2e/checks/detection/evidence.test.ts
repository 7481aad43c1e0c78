import { describe, expect, it } from 'vitest'
import {
  earlyRecord as earlySchema,
  lifeLines as lifeSchema,
  moneyPath as pathSchema,
  whyRecord as whySchema,
} from '../../../src-shared/contract/records/evidence.ts'
import type { Findings } from '../../../src-main/detectors/findings.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { shippedRules, buildFacts, type Story } from './story.ts'
import { earlyRecord } from '../../../src-main/records/early-evidence.ts'
import { lifeLines } from '../../../src-main/records/life-lines.ts'
import { neighbourList } from '../../../src-main/records/neighbours.ts'
import { moneyPath } from '../../../src-main/records/path.ts'
import { whyRecord } from '../../../src-main/records/why.ts'

const found = (story: Story): Findings => {
  const facts = buildFacts(story)
  return detectAll({ ...facts, token: { ...facts.token, network: 'sol' } }, { rules: shippedRules, changed: [] })
}

const ring: Story = {
  holds: { w1: 4000, w2: 3000, w3: 2000, w4: 1000, alone: 50, pool: 900_000 },
  labels: { binance: 'exchange' },
  pays: [
    ['binance', 'alone', 9, 0],
    ['binance', 'w1', 9, 0],
    ['w3', 'w4', 5, 2],
  ],
  sends: [
    ['w1', 'w2', 1000, 3],
    ['w2', 'w3', 1000, 4],
    ['w3', 'w1', 900, 5],
  ],
}

describe('why two wallets are joined', () => {
  it('by their own evidence, or along the strongest path', () => {
    const findings = found(ring)
    const direct = whySchema.parse(whyRecord(findings, { a: 'w1', b: 'w2' }))
    expect(direct).toMatchObject({ joined: true, same_cluster: 0, edge: { p: 0.9, accepted: true }, sentence: 'w1 sent w2 1,000 STORY.' })
    const path = whyRecord(findings, { a: 'w2', b: 'w4' })
    expect(path.edge).toBeNull()
    expect(path.path.map(({ a, b }) => [a, b])).toEqual([
      ['w1', 'w2'],
      ['w1', 'w3'],
      ['w3', 'w4'],
    ])
    expect(path.sentence).toBe('w2 and w4 are joined through 3 links, the weakest of 0.85.')
  })

  it('or why not: nothing stored, or a service', () => {
    const findings = found(ring)
    expect(whyRecord(findings, { a: 'w1', b: 'alone' })).toMatchObject({
      joined: false,
      path: [],
      sentence: 'Nothing that is stored ties w1 to alone.',
    })
    expect(whyRecord(findings, { a: 'w1', b: 'binance' }).sentence).toContain('an exchange')
  })

  it('through a connecting wallet without a balance', () => {
    const findings = found({
      holds: { w1: 2, w2: 1 },
      pays: [
        ['boss', 'w1', 9, 0],
        ['boss', 'w2', 8, 1],
      ],
    })
    expect(whyRecord(findings, { a: 'boss', b: 'w2' })).toMatchObject({ joined: true, path: [{ a: 'w1', b: 'w2' }] })
  })
})

describe('money paths', () => {
  it('are the shortest, and cross no service', () => {
    const findings = found(ring)
    const way = pathSchema.parse(moneyPath(findings, { a: 'w2', b: 'w4' }))
    expect(way.hops.map(({ from, to, token, amount }) => [from, to, token, amount])).toEqual([
      ['w2', 'w3', 'self', 1000],
      ['w3', 'w4', 'native', 5e-9],
    ])
    expect(moneyPath(findings, { a: 'w1', b: 'alone' })).toMatchObject({ hops: [], sentence: expect.stringContaining('No stored movements') })
    expect(moneyPath(findings, { a: 'binance', b: 'alone' }).hops).toHaveLength(1)
  })

  it('cross a first funding whose amount is not stored, from the funder to the wallet', () => {
    const facts = buildFacts(ring)
    const token = { ...facts.token, network: 'sol' as const }
    const funding = facts.funding.map((row) => ({ ...row, raw: null }))
    const findings = detectAll({ ...facts, token, funding, nativeTransfers: [] }, { rules: shippedRules, changed: [] })
    const { tx, time } = facts.funding.find(({ wallet }) => wallet === 'w4') ?? {}
    const unknown = { kind: 'funding', token: 'native', amount: null, count: 1 }
    const row = { from: 'w3', to: 'w4', ...unknown, first_time: time, last_time: time, evidence: [tx] }
    expect(pathSchema.parse(moneyPath(findings, { a: 'w3', b: 'w4' })).hops).toEqual([row])
    expect(moneyPath(findings, { a: 'w4', b: 'w3' }).hops).toEqual([row])
  })

  it('neighbours: holders first, each with its links', () => {
    const { total, neighbours } = neighbourList(found(ring), { wallet: 'w1', limit: 2 })
    expect([total, neighbours.map(({ address, cluster }) => [address, cluster])]).toEqual([
      3,
      [
        ['w2', 0],
        ['w3', 0],
      ],
    ])
    expect(neighbours[0]?.links).toMatchObject([{ source: 'w1', target: 'w2', forward: 1000 }])
  })
})

describe('timelines', () => {
  it('list each movement with the balance after it', () => {
    const findings = found({
      holds: { w1: 150 },
      sends: [
        ['pool', 'w1', 400, 1],
        ['w1', 'friend', 50, 2],
        ['w1', 'pool', 200, 3],
      ],
    })
    const [line] = lifeSchema.parse(lifeLines(findings, { wallets: ['w1'] })).lines
    expect(line?.events.map(({ kind, amount, balance_after, counterparty }) => [kind, amount, balance_after, counterparty])).toEqual([
      ['buy', 400, 400, 'pool'],
      ['out', 50, 350, 'friend'],
      ['sell', 200, 150, 'pool'],
    ])
    expect(line).toMatchObject({ first_buy: { amount: 400 }, truncated: false })
  })

  it('name the one who was paid beside a tax, and nobody if there were several', () => {
    const counterparty = (...receivers: string[]) => {
      const story: Story = { holds: { w1: 0 }, sends: [['pool', 'w1', 300, 1], ...receivers.map((to) => ['w1', to, 100, 2] as const)] }
      const facts = buildFacts(story)
      const transfers = facts.transfers.map((row, i) => (i === 0 ? row : { ...row, tx: 'one' }))
      const [line] = lifeLines(detectAll({ ...facts, transfers }, { rules: shippedRules, changed: [] }), { wallets: ['w1'] }).lines
      return line?.events.at(-1)?.counterparty
    }
    expect(counterparty('token', 'friend')).toBe('friend')
    expect(counterparty('friend', 'token')).toBe('friend')
    expect(counterparty('token', 'friend', 'token')).toBe('friend')
    expect(counterparty('token')).toBe('token')
    expect(counterparty('friend', 'other')).toBeNull()
    expect(counterparty('friend', 'other', 'friend')).toBeNull()
    expect(counterparty('friend', 'token', 'other')).toBeNull()
  })

  it('have no balances where movements are missing', () => {
    const [line] = lifeLines(found({ holds: { w1: 5 }, sends: [['friend', 'w1', 400, 1]] }), { wallets: ['w1'] }).lines
    expect(line?.events.map(({ balance_after }) => balance_after)).toEqual([null])
  })
})

it('a creator from a service is attributed to the service', () => {
  const read = found({ holds: { dev: 10 }, creator: 'dev' })
  const reported = { ...read, facts: { ...read.facts, token: { ...read.facts.token, creatorSource: 'Birdeye (public-api.birdeye.so)' } } }
  expect(earlyRecord(read).creator?.source).toBe('the event or transaction that made the token')
  expect(earlyRecord(reported).creator?.source).toBe('Birdeye (public-api.birdeye.so)')
})

it('the launch names its window and matches the schema', () => {
  const record = earlySchema.parse(
    earlyRecord(
      found({
        holds: { dev: 10, w1: 5 },
        creator: 'dev',
        buys: [['w1', 5, 3, 1]],
        sends: [['dev', 'friend', 5, 0.5]],
      }),
    ),
  )
  expect(record.window).toMatchObject({ blocks: 4, counted: 'numbers' })
  expect(record.snipers.map(({ address, status, tipped }) => [address, status, tipped])).toEqual([['w1', ['held'], null]])
  expect(record.insiders.map(({ address, path }) => [address, path.map(({ from, to }) => [from, to])])).toEqual([['friend', [['dev', 'friend']]]])
})
