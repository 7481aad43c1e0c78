import { expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { tokenRoles } from '../../../src-main/records/token-roles.ts'
import { buildFacts, people, shippedRules, type Story } from './story.ts'

/** What is stored about a token for queries across tokens. */
const findings = (story: Story): Findings => detectAll(buildFacts(story), { rules: shippedRules, changed: [] })

it('marks holders that are services by what they do, without any label', () => {
  const sweeps = people(11).flatMap((one, i) => [[one, `deposit${i}`, 500, 10 * i] as const, [`deposit${i}`, 'sink', 500, 10 * i + 3] as const])
  const story: Story = {
    holds: { ...Object.fromEntries(people(11).map((one) => [one, 1_000])), sink: 5_500, hall: 10 },
    contracts: ['hall'],
    sends: sweeps,
  }
  const { wallets } = tokenRoles(findings(story), null)
  expect(wallets.filter(({ isService }) => isService).map(({ address }) => address)).toEqual(['hall', 'sink'])
})

it('keeps who paid into which deposit address, and the cluster of each', () => {
  const story: Story = {
    holds: { one: 1_000, two: 900, other: 5 },
    labels: { exchange: 'exchange' },
    sends: [
      ['one', 'deposit', 500, 10],
      ['deposit', 'exchange', 500, 12],
      ['two', 'deposit', 400, 60],
      ['deposit', 'exchange', 400, 63],
    ],
  }
  const { wallets, deposits } = tokenRoles(findings(story), null)
  expect(deposits).toEqual([
    { deposit: 'deposit', sender: 'one' },
    { deposit: 'deposit', sender: 'two' },
  ])
  // The address itself ties the cluster together and is the exchange's.
  expect(wallets.flatMap(({ address, cluster, isService }) => (cluster === null ? [] : [[address, isService]]))).toEqual([
    ['deposit', true],
    ['one', false],
    ['two', false],
  ])
})
