import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import type { RecordedLink } from '../../../src-shared/domain/token.ts'
import { decodeSolanaAnswer } from '../../../src-main/chains/solana/decode/answers.ts'
import { RECORDED } from '../../../src-main/chains/solana/decode/testing/recorded.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { ActiveRules, RuleSet } from '../../../src-main/detectors/rules/rule-set.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { createFacts } from './recorded-facts.ts'
import { comparePairs, compareSets, type Counts } from './score.ts'

/** Recorded Solana data: transactions in which several wallets bought, and holder maps with the groups of their links. */

const WRAPPED = 'So11111111111111111111111111111111111111112'
const MAPS = new URL('../detection/fixtures/', import.meta.url)

export interface RecordedBundle {
  readonly name: string
  readonly counts: Counts
}

/** Decodes each recorded bundle as the app does and compares the detected bundlers with its buyers. */
export function recordedBundles(active: ActiveRules): RecordedBundle[] {
  return RECORDED.filter(({ name }) => name.startsWith('bundles/')).map(({ name, text, expected }) => {
    const { events } = decodeSolanaAnswer(JSON.parse(text))
    const token = expected.legs.map(({ token_out: { mint } }) => mint).find((mint) => mint !== WRAPPED) ?? ''
    const trades = events.filter((event) => event.kind === 'trade')
    const bought = new Map<string, bigint>()
    for (const { receiver, signer, tokenOut } of trades) {
      if (tokenOut.token !== token) continue
      const buyer = receiver ?? signer
      bought.set(buyer, (bought.get(buyer) ?? 0n) + tokenOut.raw)
    }
    const holders = [...bought].map(([address, raw]) => ({ address, raw }))
    const bare = createFacts({ network: 'sol', token, holders, links: [], funding: [], labels: new Map(), at: trades[0]?.time ?? 0 })
    const facts: TokenFacts = {
      ...bare,
      trades,
      transfers: events.filter((event) => event.kind === 'transfer' && event.token !== NATIVE).filter((event) => event.kind === 'transfer'),
      nativeTokens: new Set([WRAPPED]),
    }
    const buyers = new Set(expected.legs.filter(({ token_out: { mint } }) => mint === token).flatMap(({ receiver }) => receiver ?? []))
    return { name, counts: compareSets(new Set(detectAll(facts, active).bundles.bundlers.map(({ address }) => address)), buyers) }
  })
}

const link = z.object({ source: z.int(), target: z.int(), forward: z.number(), backward: z.number() })
const holderMap = z.object({
  token_address: z.string(),
  nodes: z.array(z.object({ address: z.string(), percentage: z.number(), is_exchange: z.boolean().optional() })),
  links: z.array(link),
  token_links: z.array(z.object({ address: z.string(), links: z.array(link) })),
})
const expectedGroups = z.object({
  tokens: z.array(
    z.object({ file: z.string(), symbol: z.string(), clusters_native_and_own_token: z.array(z.object({ addresses: z.array(z.string()) })) }),
  ),
})
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, MAPS), 'utf8'))

export interface RecordedMap {
  readonly symbol: string
  readonly counts: Counts
}

/** Compares clusters with the groups of native and own-token links in each holder map. Labelled exchanges are excluded. */
export function recordedMaps(rules: RuleSet): RecordedMap[] {
  return expectedGroups.parse(read('holder-map-clusters.json')).tokens.map(({ file, symbol, clusters_native_and_own_token: groups }) => {
    const map = holderMap.parse(read(file.replace('snapshots/', '')))
    const address = (index: number): string => map.nodes[index]?.address ?? ''
    const linksOf = (token: string, links: readonly z.infer<typeof link>[]): RecordedLink[] =>
      links.map(({ source, target, forward, backward }) => ({
        source: trustedAddress(address(source)),
        target: trustedAddress(address(target)),
        token: trustedAddress(token),
        forward,
        backward,
      }))
    const facts = createFacts({
      network: 'sol',
      token: map.token_address,
      // In billionths of a percent, so shares equal those of the map.
      holders: map.nodes.map((node) => ({ address: node.address, raw: BigInt(Math.round(node.percentage * 1e9)) })),
      links: [...linksOf(NATIVE, map.links), ...map.token_links.flatMap((token) => linksOf(token.address, token.links))],
      funding: [],
      labels: new Map(
        map.nodes.filter((node) => node.is_exchange === true).map((node) => [node.address, { name: null, tags: ['exchange'], linkPolicy: 'hub' }]),
      ),
      at: 1_744_000_000,
    })
    const decimals: TokenFacts = { ...facts, token: { ...facts.token, decimals: 2, totalSupply: 100_000_000_000n } }
    const found = detectClusters(indexFacts(decimals, rules)).clusters.flatMap(({ members }, i) => members.map((one): [string, number] => [one, i]))
    const truth = groups.flatMap(({ addresses }, i) => addresses.map((one): [string, number] => [one, i]))
    return {
      symbol,
      counts: comparePairs(
        new Map(found),
        new Map(truth),
        map.nodes.map((node) => node.address),
      ),
    }
  })
}
