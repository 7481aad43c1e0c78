import { describe, expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { explainedClusters } from '../../../src-main/records/explained-clusters.ts'
import { whyRecord } from '../../../src-main/records/why.ts'
import type { Claims } from '../../../src-shared/domain/cases/claims.ts'
import { buildFacts, shippedRules, type Story } from './story.ts'

/** Two pairs that pay each other, a wallet on its own, and an exchange. */
const story: Story = {
  holds: { a1: 4000, a2: 3000, b1: 2000, b2: 1000, alone: 500, binance: 90_000 },
  labels: { binance: 'exchange' },
  sends: [
    ['a1', 'a2', 1000, 3],
    ['b1', 'b2', 900, 4],
  ],
}
const count = (claims: Partial<Claims> | undefined, played: Story = story): Findings =>
  detectAll(buildFacts(played), {
    rules: shippedRules,
    changed: [],
    ...(claims === undefined ? {} : { claims: { hubs: [], entities: [], ...claims } }),
  })
const groups = (findings: Findings): string[][] => findings.clusters.clusters.map(({ members }) => [...members])
const said = (rule: 'owner_said' | 'not_same', ...wallets: string[]) => ({ rule, name: null, wallets })

describe('what the investigator of a case says', () => {
  it('joins wallets with weight 1, named as the investigator’s', () => {
    const findings = count({ entities: [{ rule: 'owner_said', name: 'Team', wallets: ['a2', 'b1', 'alone', 'gone'] }] })
    expect(groups(findings)).toEqual([['a1', 'a2', 'b1', 'b2', 'alone']])
    expect(whyRecord(findings, { a: 'a2', b: 'b1' })).toMatchObject({
      joined: true,
      edge: { p: 1, accepted: true, facts: [{ rule: 'owner_said', family: 'owner', weight: 1, evidence: [] }] },
      sentence: 'The investigator says that a2 and b1 belong together: “Team”.',
    })
    expect(findings.clusters.clusters[0]?.sentence).toContain('together by the investigator’s word')
    expect(explainedClusters(findings).notes).toContain('Tags and entities of the case count here.')
  })

  it('keeps two wallets apart, also where others would bring them together, and parts them at the weakest link', () => {
    const findings = count({ entities: [said('owner_said', 'a2', 'b1'), said('not_same', 'a1', 'b2')] })
    expect(groups(findings)).toEqual([['a1', 'a2', 'b1']])
    expect(whyRecord(findings, { a: 'a1', b: 'b2' })).toMatchObject({
      joined: false,
      sentence: 'The investigator says that a1 and b2 do not belong together.',
    })
    expect(groups(count({ entities: [said('not_same', 'a1', 'a2')] }))).toEqual([['b1', 'b2']])
    const parted = count({ entities: [said('owner_said', 'a1', 'b1'), said('not_same', 'a2', 'b2')] })
    const cut = parted.clusters.edges.find((edge) => parted.clusters.keptApart.has(edge))
    expect(whyRecord(parted, { a: cut?.a ?? '', b: cut?.b ?? '' }).sentence).toMatch(
      /^Not joined: that would bring together wallets that the investigator keeps apart\./,
    )
  })

  it('lets a hub join nobody, and a pool or exchange not be joined by word', () => {
    const findings = count({
      hubs: [{ address: 'a1', name: 'OTC desk' }],
      entities: [said('owner_said', 'binance', 'alone'), said('owner_said', 'a1', 'alone')],
    })
    expect(groups(findings)).toEqual([['b1', 'b2']])
    expect(whyRecord(findings, { a: 'a1', b: 'a2' }).sentence).toBe('a1 is kept from joining anybody: a hub by the investigator’s tag “OTC desk”.')
    expect(explainedClusters(findings).hubs).toContainEqual({ address: 'a1', reason: 'a hub by the investigator’s tag “OTC desk”' })
    const beside = count({ hubs: [{ address: 'a1', name: 'OTC desk' }], entities: [said('owner_said', 'b1', 'alone')] })
    expect(groups(beside)).toEqual([['b1', 'b2', 'alone']])
  })

  it('changes nothing where it says nothing', () => {
    expect(groups(count({}))).toEqual(groups(count(undefined)))
    expect(groups(count(undefined))).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2'],
    ])
  })

  it('does not change the clusters of an imported snapshot, and says so', () => {
    const facts = { ...buildFacts(story), statedClusters: [{ id: 0, nodes: ['b1', 'alone'] }] }
    const claims: Claims = { hubs: [], entities: [said('owner_said', 'a1', 'b2')] }
    const findings = detectAll(facts, { rules: shippedRules, changed: [], claims })
    expect(groups(findings)).toEqual([['b1', 'alone']])
    expect(findings.notes).toContain('Tags and entities of the case do not change the clusters of an imported snapshot.')
  })
})
