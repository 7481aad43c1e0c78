import { describe, expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { buildFacts, people, shippedRules, type Story } from './story.ts'

type Sends = NonNullable<Story['sends']>

const COUNT = 120
const GIVEN = 1_000
const findings = (story: Story): Findings => detectAll(buildFacts(story), { rules: shippedRules, changed: [] })
const clusters = (story: Story): number[] => findings(story).clusters.clusters.map(({ members }) => members.length)

/** Wallets that keep a twentieth of an airdrop and send the rest to a collector within two hours. */
function farm({
  given = () => GIVEN,
  more = [],
  pays = [],
  labels = {},
  own = 0,
}: {
  given?: (i: number) => number
  more?: Sends
  pays?: NonNullable<Story['pays']>
  labels?: NonNullable<Story['labels']>
  own?: number
}): Story {
  const wallets = people(COUNT)
  return {
    holds: { ...Object.fromEntries(wallets.map((wallet, i) => [wallet, given(i) / 20])), collector: own + COUNT * GIVEN * 0.95, whale: 10_000_000 },
    labels,
    sends: [
      ...(own > 0 ? ([['whale', 'collector', own, 1]] as Sends) : []),
      ...wallets.map((wallet, i): Sends[number] => ['dropper', wallet, given(i), 10 + i / 60]),
      ...wallets.map((wallet, i): Sends[number] => [wallet, 'collector', (given(i) * 19) / 20, 1_000 + i / 60]),
      ...more,
    ],
    pays,
  }
}

describe('an airdrop that many wallets pass on to one', () => {
  it('joins them and the collector, which is no service', () => {
    const { index, clusters } = findings(farm({}))
    expect(index.hubReason('collector')).toBeNull()
    expect(clusters.clusters.map(({ members }) => members.length)).toEqual([COUNT + 1])
    const [edge] = clusters.edges.filter(({ a, b }) => a === 'collector' || b === 'collector')
    expect(edge?.facts.map(({ rule }) => rule)).toContain('airdrop_passed_on')
  })

  it('is not hidden by transfers of nothing, which anybody can make', () => {
    const poison = people(COUNT).map((wallet, i): Sends[number] => [`passer${i}`, wallet, 0, 900])
    const crowd = people(COUNT).map((_, i): Sends[number] => [`passer${i}`, 'collector', 0, 1_000])
    expect(clusters(farm({ more: [...poison, ...crowd] }))).toEqual([COUNT + 1])
  })

  it.each<[string, Story]>([
    ['amounts differ', farm({ given: (i) => GIVEN + 20 * i })],
    ['an exchange paid it out', farm({ labels: { dropper: 'exchange' } })],
    ['the collector paid for it', farm({ pays: people(COUNT).map((wallet, i) => ['collector', wallet, 5, 1_001 + i / 60]) })],
    ['the wallets got tokens from others too', farm({ more: people(COUNT).map((wallet, i) => [`friend${i}`, wallet, 10, 900]) })],
  ])('joins nobody where %s', (_, story) => {
    expect(findings(story).index.isHub('collector')).toBe(true)
    expect(clusters(story)).toEqual([])
  })

  it('leaves the collector out where it held far more before', () => {
    const farmed = findings(farm({ own: 1_000_000 })).clusters.clusters.find(({ members }) => members.includes('person1'))
    expect(farmed?.members).toHaveLength(COUNT)
    expect(farmed?.members).not.toContain('collector')
  })
})
