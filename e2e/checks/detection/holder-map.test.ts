import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { percentOf } from '../../../src-shared/domain/amount.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import type { RecordedLink } from '../../../src-shared/domain/token.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { createFacts } from '../accuracy/recorded-facts.ts'
import { shippedRules } from './story.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'

const link = z.object({ source: z.int(), target: z.int(), forward: z.number(), backward: z.number() })
const holderMap = z.object({
  token_address: z.string(),
  symbol: z.string(),
  nodes: z.array(z.object({ address: z.string(), amount: z.number(), percentage: z.number(), is_exchange: z.boolean().optional() })),
  links: z.array(link),
  token_links: z.array(z.object({ address: z.string(), decimals: z.int().optional(), links: z.array(link) })),
})
const expected = z.object({
  tokens: z.array(
    z.object({
      file: z.string(),
      symbol: z.string(),
      clusters_native_and_own_token: z.array(z.object({ pct: z.number(), addresses: z.array(z.string()) })),
    }),
  ),
})
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'))

/** Holdings in billionths of a percent, so shares equal those of the map. */
function factsOf(file: string): TokenFacts {
  const map = holderMap.parse(read(file))
  const address = (index: number) => trustedAddress(map.nodes[index]?.address ?? '')
  const recorded = (token: string, links: z.infer<typeof link>[]): RecordedLink[] =>
    links.map(({ source, target, forward, backward }) => ({
      source: address(source),
      target: address(target),
      token: trustedAddress(token),
      forward,
      backward,
    }))
  const facts = createFacts({
    network: 'sol',
    token: map.token_address,
    holders: map.nodes.map((node) => ({ address: node.address, raw: BigInt(Math.round(node.percentage * 1e9)) })),
    links: [...recorded(NATIVE, map.links), ...map.token_links.flatMap((token) => recorded(token.address, token.links))],
    funding: [],
    labels: new Map(
      map.nodes.filter((node) => node.is_exchange === true).map((node) => [node.address, { name: null, tags: ['exchange'], linkPolicy: 'hub' }]),
    ),
    at: 1_744_000_000,
  })
  return { ...facts, token: { ...facts.token, decimals: 2, totalSupply: 100_000_000_000n }, complete: false }
}

describe('clusters of a recorded holder map', () => {
  it.each(expected.parse(read('holder-map-clusters.json')).tokens)(
    '$symbol: the components over native and own-token links without hubs',
    ({ file, clusters_native_and_own_token: want }) => {
      const facts = factsOf(file.replace('snapshots/', ''))
      const { clusters } = detectClusters(indexFacts(facts, shippedRules))
      expect(clusters.length).toBe(want.length)
      const plain = (pct: number, addresses: readonly string[]) => ({ pct: Number(pct.toFixed(6)), addresses: [...addresses].sort() })
      const bySmallest = (x: { pct: number; addresses: string[] }, y: typeof x) =>
        y.pct - x.pct || ((x.addresses[0] ?? '') < (y.addresses[0] ?? '') ? -1 : 1)
      expect(clusters.map(({ raw, members }) => plain(percentOf(raw, facts.token.totalSupply), members)).sort(bySmallest)).toEqual(
        want.map(({ pct, addresses }) => plain(pct, addresses)).sort(bySmallest),
      )
    },
  )
})
