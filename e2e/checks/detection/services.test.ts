import { describe, expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { people, shippedRules, buildFacts, type Story } from './story.ts'

const findings = (story: Story): Findings => detectAll(buildFacts(story), { rules: shippedRules, changed: [] })
const clusters = (story: Story): string[][] => findings(story).clusters.clusters.map(({ members }) => [...members].sort())
type Rows = readonly (readonly [string, string, number, number])[]

describe('a presale by hand', () => {
  const sale = (count: number, price: (i: number) => number): Story => ({
    holds: Object.fromEntries(people(count).map((one) => [one, 1_000])),
    pays: people(count).map((one, i) => [one, 'seller', Math.round(1_000 / price(i)), 10 + i]),
    sends: people(count).map((one, i) => ['seller', one, 1_000, 200 + i]),
  })

  it('joins no wallets: a seller to twenty at one price is a service', () => {
    const { index, labels, clusters } = findings(sale(20, () => 4))
    expect(index.hubReason('seller')).toBe('sold the token to 20 wallets at one price, as a presale does')
    expect(labels.tags('seller')).toContain('presale')
    expect(clusters.clusters).toEqual([])
  })

  it('is not recognised when prices differ', () => {
    expect(findings(sale(20, (i) => 1 + i)).index.isHub('seller')).toBe(false)
  })
})

describe('deposit addresses', () => {
  const swept = (count: number, into: (i: number) => string): Story => ({
    holds: { ...Object.fromEntries(people(count).map((one) => [one, 1_000])), sink: 500 * count },
    sends: people(count).flatMap((one, i): Rows => [
      [one, `deposit${i}`, 500, 10 * i],
      [`deposit${i}`, into(i), 500, 10 * i + 3],
    ]),
  })

  it('of one person join its wallets', () => {
    expect(clusters(swept(8, () => 'sink'))[0]).toHaveLength(9)
  })

  it('of an unlabelled exchange join no wallets', () => {
    expect(findings(swept(11, () => 'sink')).index.hubReason('sink')).toBe('swept the token from 11 deposit addresses, as an exchange does')
    expect(clusters(swept(11, () => 'sink'))).toEqual([])
  })

  it('are not recognised when they also send elsewhere', () => {
    const story = swept(11, () => 'sink')
    expect(findings({ ...story, sends: [...(story.sends ?? []), ['deposit0', 'person5', 1, 200]] }).index.isHub('sink')).toBe(false)
  })

  it('are recognised by their tokens, regardless of who pays the fees', () => {
    const story: Story = {
      holds: { one: 1_000, two: 900, other: 5 },
      labels: { exchange: 'exchange' },
      sends: [
        ['one', 'deposit', 500, 10],
        ['deposit', 'exchange', 500, 12],
        ['two', 'deposit', 400, 60],
        ['deposit', 'exchange', 400, 63],
      ],
      pays: [['supplier', 'deposit', 9_000, 11]],
    }
    expect(findings(story).labels.tags('deposit')).toContain('exchange')
    expect(clusters(story)).toEqual([['one', 'two']])
  })
})

describe('a wallet that receives most of others’ balances', () => {
  const story = (others: number): Story => ({
    holds: { one: 1_000, two: 1_000 },
    sends: [
      ['one', 'desk', 3_000, 10],
      ['two', 'desk', 3_000, 20],
    ],
    pays: people(others).map((one, i) => [one, 'desk', 5, 10 * i]),
  })
  const weight = (others: number): number | undefined =>
    findings(story(others))
      .clusters.edges.find(({ a, b }) => a === 'one' && b === 'two')
      ?.facts.find(({ rule }) => rule === 'consolidation')?.weight

  it('is weaker evidence with more senders', () => {
    expect(weight(3)).toBe(shippedRules.sink.consolidation)
    expect(weight(60)).toBeLessThan(shippedRules.cluster.accept)
  })
})

describe('an unsolicited gift', () => {
  const story = (gift: number): Story => ({
    holds: { one: 50_000, two: 40_000 },
    sends: [
      ['giver', 'one', gift, 10],
      ['giver', 'two', gift, 20],
    ],
  })

  it('joins no wallets when it is small relative to their balances', () => expect(clusters(story(700))).toEqual([]))
  it('joins wallets when it is a large part of their balances', () => expect(clusters(story(2_000))).toEqual([['one', 'two']]))
})

describe('old payments', () => {
  /** Facts are as of 1,000 hours after the start of the story. Here only the last month counts. */
  const recentRules = { ...shippedRules, cluster: { ...shippedRules.cluster, lookback_seconds: 30 * 86_400 } }
  const joined = (story: Story): number => detectAll(buildFacts(story), { rules: recentRules, changed: [] }).clusters.clusters.length
  const boughtAt = (hours: number): Story => ({
    holds: { payer: 700, buyer: 500 },
    pays: [
      ['friend', 'buyer', 1, 0],
      ['payer', 'buyer', 4_000, hours],
    ],
    buys: [['buyer', 500, 4_000, hours + 1]],
  })

  it('for a first buy do not count', () => {
    expect([joined(boughtAt(100)), joined(boughtAt(600))]).toEqual([0, 1])
  })

  it('through an intermediary count only as first funding', () => {
    const passed = (before: Rows): Story => ({
      holds: { payer: 700, reached: 500 },
      pays: [...before, ['payer', 'between', 4_000, 100], ['between', 'reached', 3_900, 101]],
    })
    expect([joined(passed([['friend', 'reached', 1, 0]])), joined(passed([]))]).toEqual([0, 1])
  })
})

it('dusting a hundred wallets does not join them, larger gifts do', () => {
  const sent = (raw: number): Story => ({
    holds: { giver: 500 },
    sends: people(90).map((one, i) => ['giver', one, raw, 10 * i]),
  })
  expect([1, 30].map((raw) => findings(sent(raw)).labels.tags('giver').includes('team'))).toEqual([false, true])
})
