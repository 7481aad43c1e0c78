import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import type { KnownLabel, TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectClusters } from '../../../src-main/detectors/clusters/detect.ts'
import type { RuleSet } from '../../../src-main/detectors/rules/rule-set.ts'
import { indexFacts } from '../../../src-main/detectors/fact-index.ts'
import { createFacts } from './recorded-facts.ts'
import { comparePairs, type Counts } from './score.ts'

/** Real wallets with known owners: first funders of an airdrop's claimers. */

const FIXTURES = new URL('../detection/fixtures/', import.meta.url)
const readFixture = (name: string): Buffer => readFileSync(new URL(name, FIXTURES))
const parseRows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

/** Airdrop wallets are clustered together, as holders of equal parts. This depth covers them all. */
const DEPTH = 20_000
const AIRDROP = { network: 'eth', token: 'airdrop' } as const
const equalParts = (addresses: readonly string[]) => addresses.map((address) => ({ address, raw: 10n }))

const hubLabel = (name: string | null): KnownLabel => ({ name, tags: name === null ? [] : ['exchange'], linkPolicy: 'hub' })

function detectClusterByWallet(facts: TokenFacts, rules: RuleSet): Map<string, number> {
  const deep = { ...rules, cluster: { ...rules.cluster, depth_holders: DEPTH } }
  const { clusters } = detectClusters(indexFacts(facts, deep))
  return new Map(clusters.flatMap(({ members }, i) => members.map((address): [string, number] => [address, i])))
}

export interface FirstFunders {
  /** Pairs. The truth is a shared chain of first funders without an exchange. */
  readonly counts: Counts
  /** Customers of one exchange that were wrongly joined. */
  readonly joinedCustomers: number
  /** Number of clusters that hold the seven main suspects of the study. 1 when they are in one cluster. */
  readonly clustersOfSuspects: number
}

const SUSPECTS_FUNDER = '0x64cdf4d359241d02cd02936f3b1b695ead5364e2'

/** Clusters 695 Ethereum wallets by first funder. 21 of the 44 shared funders are exchanges. */
export function firstFunders(rules: RuleSet): FirstFunders {
  const { groups } = z
    .object({ groups: z.array(z.object({ funder: z.string(), funder_is_exchange: z.string().nullable(), members: z.array(z.string()) })) })
    .parse(JSON.parse(readFixture('first-funder/expected.json').toString('utf8')))
  const rows = parseRows(readFixture('first-funder/deposits.csv').toString('utf8'))
  const seconds = (text = ''): number => Math.floor(Date.parse(`${text.replace(' ', 'T')}Z`) / 1000)
  const exchanges = new Map(
    groups.flatMap(({ funder, funder_is_exchange: name }): [string, KnownLabel][] => (name === null ? [] : [[funder, hubLabel(name)]])),
  )
  const funding = rows.map(([wallet = '', , first, , , funder = ''], i): Funding => {
    return {
      wallet: trustedAddress(wallet),
      funder: trustedAddress(funder),
      raw: null,
      tx: `first-${i}`,
      block: null,
      time: seconds(first),
      reason: null,
    }
  })
  const holders = equalParts(rows.map(([wallet = '']) => wallet))
  const facts = createFacts({ ...AIRDROP, holders, links: [], funding, labels: exchanges, at: seconds('2023-01-01 00:00:00') })
  const found = detectClusterByWallet(facts, rules)
  const funderOf = new Map<string, Address | null>(funding.map(({ wallet, funder }) => [wallet, funder]))
  const root = (wallet: string): string => {
    const funder = funderOf.get(wallet)
    return funder == null || funder === wallet || exchanges.has(funder) ? wallet : root(funder)
  }
  const wallets = [...funderOf.keys()]
  const customers = groups.filter(({ funder_is_exchange: name }) => name !== null)
  const suspects = groups.find(({ funder }) => funder === SUSPECTS_FUNDER)?.members ?? []
  return {
    counts: comparePairs(found, new Map(wallets.map((wallet) => [wallet, root(wallet)])), wallets),
    joinedCustomers: customers.reduce((sum, { members }) => {
      const joined = members.flatMap((member) => found.get(member) ?? [])
      return sum + joined.length - new Set(joined).size
    }, 0),
    clustersOfSuspects: new Set(suspects.map((member) => found.get(member) ?? member)).size,
  }
}
