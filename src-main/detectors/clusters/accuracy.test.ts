import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../facts.ts'
import { shippedRules, tell } from '../testing/story.ts'
import { study } from '../study.ts'
import { detectClusters } from './detect.ts'

/** Clusters held against recorded ground truth: which pairs of wallets are together, and which should be. */

const rules = { ...shippedRules, cluster: { ...shippedRules.cluster, depth_holders: 20_000 } }
const file = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
const unzipped = (name: string): string => gunzipSync(file(name)).toString('utf8')
const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

function groupsOf(facts: TokenFacts): Map<string, number> {
  const { clusters } = detectClusters(study(facts, rules))
  return new Map(clusters.flatMap(({ members }, i) => members.map((address): [string, number] => [address, i])))
}

/** Pairwise precision and recall over the wallets whose true group is known. */
function pairwise(found: ReadonlyMap<string, number>, truth: ReadonlyMap<string, string>): { precision: number; recall: number } {
  const wallets = [...truth]
  let both = 0
  let together = 0
  let should = 0
  wallets.forEach(([a, groupA], i) => {
    for (const [b, groupB] of wallets.slice(i + 1)) {
      const joined = found.has(a) && found.get(a) === found.get(b)
      if (joined) together++
      if (groupA === groupB) should++
      if (joined && groupA === groupB) both++
    }
  })
  return { precision: both / together, recall: both / should }
}

describe('109 groups that the Hop team struck from its airdrop', () => {
  const truth = new Map(
    z
      .object({ clusters: z.array(z.object({ id: z.string(), members: z.array(z.string()) })) })
      .parse(JSON.parse(unzipped('hop-airdrop/clusters.json.gz')))
      .clusters.flatMap(({ id, members }) => members.map((member): [string, string] => [member, id])),
  )
  const edges = lines(unzipped('hop-airdrop/edges.csv.gz'))
  const hubEdges = lines(unzipped('hop-airdrop/hub_edges.csv.gz'))
  const hubs = lines(file('hop-airdrop/hubs.csv').toString('utf8')).map(([address]) => address ?? '')
  const ordinary = [...new Set(edges.flatMap(([from, to]) => [from ?? '', to ?? '']))]
  const base = tell({ holds: Object.fromEntries([...ordinary, ...hubs].map((address) => [address, 10])) })
  const link = ([from, to]: string[]) => ({
    source: trustedAddress(from ?? ''),
    target: trustedAddress(to ?? ''),
    token: NATIVE,
    forward: 1,
    backward: 0,
  })
  const facts = (labelled: boolean): TokenFacts => ({
    ...base,
    recordedLinks: [...edges, ...hubEdges].map(link),
    labels: new Map(labelled ? hubs.map((hub) => [hub, { name: null, tags: [], linkPolicy: 'hub' as const }]) : []),
  })

  it('are found with hubs known', () => {
    const { precision, recall } = pairwise(groupsOf(facts(true)), truth)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  it('melt together where hubs are taken for people', () => {
    expect(pairwise(groupsOf(facts(false)), truth).precision).toBeLessThan(0.5)
  })
})

describe('695 Ethereum wallets by first funder', () => {
  const groups = z
    .object({
      groups: z.array(
        z.object({
          funder: z.string(),
          funder_is_exchange: z.string().nullable(),
          members: z.array(z.string()),
          upstream_suspects: z.array(z.string()).optional(),
        }),
      ),
    })
    .parse(JSON.parse(file('first-funder/expected.json').toString('utf8'))).groups
  const rows = lines(file('first-funder/deposits.csv').toString('utf8'))
  const base = tell({ holds: Object.fromEntries(rows.map(([wallet]) => [wallet ?? '', 10])) })
  const seconds = (text: string | undefined): number => Math.floor(Date.parse(`${(text ?? '').replace(' ', 'T')}Z`) / 1000)
  const facts: TokenFacts = {
    ...base,
    asOf: { time: seconds('2023-01-01 00:00:00'), block: null },
    funding: rows.map(([wallet, , first, , , funder], i) => ({
      wallet: trustedAddress(wallet ?? ''),
      funder: trustedAddress(funder ?? ''),
      raw: null,
      tx: `first-${i}`,
      block: null,
      time: seconds(first),
      reason: null,
    })),
    labels: new Map(
      groups.flatMap(({ funder, funder_is_exchange: name }) =>
        name === null ? [] : [[funder, { name, tags: ['exchange' as const], linkPolicy: 'hub' as const }]],
      ),
    ),
  }
  const found = groupsOf(facts)

  it('customers of one exchange are never joined', () => {
    for (const { members, funder_is_exchange: exchange } of groups) {
      if (exchange === null) continue
      const joined = members.map((member) => found.get(member)).filter((group) => group !== undefined)
      expect(new Set(joined).size, exchange).toBe(joined.length)
    }
  })

  it('nobody is joined but along chains of first funders', () => {
    const funderOf = new Map(facts.funding.map(({ wallet, funder }): [string, string] => [wallet, funder ?? '']))
    const exchanges = new Set(facts.labels.keys())
    const root = (wallet: string): string => {
      const funder = funderOf.get(wallet)
      return funder === undefined || funder === wallet || exchanges.has(funder) ? wallet : root(funder)
    }
    expect(pairwise(found, new Map([...funderOf.keys()].map((wallet) => [wallet, root(wallet)]))).precision).toBe(1)
  })

  it('seven wallets started by one funder on one day, all suspects of the study, are together', () => {
    const seven = groups.find(({ funder }) => funder === '0x64cdf4d359241d02cd02936f3b1b695ead5364e2')
    expect(seven?.upstream_suspects).toHaveLength(7)
    expect(new Set(seven?.members.map((member) => found.get(member))).size).toBe(1)
  })
})
