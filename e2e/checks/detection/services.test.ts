import { describe, expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { people, shippedRules, tell, type Story } from './story.ts'

const findings = (story: Story): Findings => detectAll(tell(story), { rules: shippedRules, changed: [] })
const hands = (story: Story): string[][] => findings(story).clusters.clusters.map(({ members }) => [...members].sort())
type Rows = readonly (readonly [string, string, number, number])[]

describe('a presale by hand', () => {
  const sale = (count: number, price: (i: number) => number): Story => ({
    holds: Object.fromEntries(people(count).map((one) => [one, 1_000])),
    pays: people(count).map((one, i) => [one, 'seller', Math.round(1_000 / price(i)), 10 + i]),
    sends: people(count).map((one, i) => ['seller', one, 1_000, 200 + i]),
  })

  it('joins nobody: who sold to twenty at one price is a service', () => {
    const { index, labels, clusters } = findings(sale(20, () => 4))
    expect(index.hubReason('seller')).toBe('sold the token to 20 wallets at one price, as a presale does')
    expect(labels.tags('seller')).toContain('presale')
    expect(clusters.clusters).toEqual([])
  })

  it('is none where the prices differ', () => {
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

  it('of a person join its wallets', () => {
    expect(hands(swept(8, () => 'sink'))[0]).toHaveLength(9)
  })

  it('of an exchange that no list knows join nobody', () => {
    expect(findings(swept(11, () => 'sink')).index.hubReason('sink')).toBe('swept the token from 11 deposit addresses, as an exchange does')
    expect(hands(swept(11, () => 'sink'))).toEqual([])
  })

  it('that send elsewhere too are none', () => {
    const story = swept(11, () => 'sink')
    expect(findings({ ...story, sends: [...(story.sends ?? []), ['deposit0', 'person5', 1, 200]] }).index.isHub('sink')).toBe(false)
  })

  it('are known by their tokens, whoever pays for sending those on', () => {
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
    expect(hands(story)).toEqual([['one', 'two']])
  })
})

describe('one wallet that others send most of what they have to', () => {
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

  it('says the less the more they are', () => {
    expect(weight(3)).toBe(shippedRules.sink.consolidation)
    expect(weight(60)).toBeLessThan(shippedRules.cluster.accept)
  })
})

describe('a gift that nobody asked for', () => {
  const story = (gift: number): Story => ({
    holds: { one: 50_000, two: 40_000 },
    sends: [
      ['giver', 'one', gift, 10],
      ['giver', 'two', gift, 20],
    ],
  })

  it('joins nobody where it is little beside what the receivers hold', () => expect(hands(story(700))).toEqual([]))
  it('joins where it is a good part of that', () => expect(hands(story(2_000))).toEqual([['one', 'two']]))
})

describe('payments of long ago', () => {
  /** The story is looked at 1,000 hours after its start; here only the last month counts. */
  const lately = { ...shippedRules, cluster: { ...shippedRules.cluster, lookback_seconds: 30 * 86_400 } }
  const joined = (story: Story): number => detectAll(tell(story), { rules: lately, changed: [] }).clusters.clusters.length
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

  it('through a go-between count only where they were the first coin', () => {
    const passed = (before: Rows): Story => ({
      holds: { payer: 700, reached: 500 },
      pays: [...before, ['payer', 'between', 4_000, 100], ['between', 'reached', 3_900, 101]],
    })
    expect([joined(passed([['friend', 'reached', 1, 0]])), joined(passed([]))]).toEqual([0, 1])
  })
})

it('who dusts a hundred wallets is no team, who gives them something is', () => {
  const sent = (raw: number): Story => ({
    holds: { giver: 500 },
    sends: people(90).map((one, i) => ['giver', one, raw, 10 * i]),
  })
  expect([1, 30].map((raw) => findings(sent(raw)).labels.tags('giver').includes('team'))).toEqual([false, true])
})
