import type { ClusterFindings } from '../clusters/detect.ts'
import { roundWeight } from '../math/exact.ts'
import type { InsiderFact, InsiderRule, Step } from './evidence.ts'
import { findInsiderFacts } from './rules.ts'
import type { Launch } from '../snipers/launch.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { pushTo } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'

export interface Insider {
  readonly address: string
  readonly p: number
  /** Rules that hold, strongest first. */
  readonly facts: readonly InsiderFact[]
  /** Path from the creator, from the strongest rule that has one; at most two hops. */
  readonly path: readonly Step[]
}

/** Each family counts once, as for clusters. */
const FAMILY: Readonly<Record<InsiderRule, string>> = {
  received_before_first_event: 'transfer',
  received_from_creator: 'transfer',
  first_funded_by_creator: 'funding',
  funded_creator: 'funding',
  second_hop: 'funding',
  bought_in_creation: 'tx',
  bought_before_switch: 'authority',
  sent_proceeds: 'sink',
  authority: 'authority',
  same_cluster: 'cluster',
}

/**
 * Wallets tied to the creator (docs/detection.md#insiders), excluding the creator, by address. Without a known creator, only authorities, mints,
 * buys in the creation and buys before the switch count.
 */
export function detectInsiders(index: FactIndex, launch: Launch, clusters: ClusterFindings): Insider[] {
  const found = new Map<string, InsiderFact[]>()
  for (const fact of findInsiderFacts(index, launch, clusters)) {
    if (fact.address === index.facts.token.creator || index.isHub(fact.address)) continue
    const known = found.get(fact.address)?.some(({ rule }) => rule === fact.rule) ?? false
    if (!known) pushTo(found, fact.address, fact)
  }
  return [...found]
    .map(([address, facts]): Insider => {
      facts.sort((x, y) => y.weight - x.weight || compareText(x.rule, y.rule))
      return { address, p: joint(facts), facts, path: facts.find(({ path }) => path.length > 0)?.path ?? [] }
    })
    .filter(({ p }) => p >= index.rules.insider.accept)
    .sort((x, y) => compareText(x.address, y.address))
}

function joint(facts: readonly InsiderFact[]): number {
  const strongest = new Map<string, number>()
  for (const { rule, weight } of facts) strongest.set(FAMILY[rule], Math.max(strongest.get(FAMILY[rule]) ?? 0, weight))
  let doubt = 1
  for (const weight of strongest.values()) doubt *= 1 - weight
  return roundWeight(1 - doubt)
}
