import type { ClusterFindings } from './clusters/detect.ts'
import { roundWeight } from './exact.ts'
import type { InsiderFact, InsiderRule, Step } from './insider-facts.ts'
import { insiderFacts } from './insider-rules.ts'
import { unsupported, type Launch } from './launch.ts'
import { compareText, pushTo } from './order.ts'
import type { Study } from './study.ts'

export interface Insider {
  readonly address: string
  readonly p: number
  /** Rules that hold, strongest first. */
  readonly facts: readonly InsiderFact[]
  /** How the creator reaches the wallet, by the strongest rule that shows a way; at most two hops. */
  readonly path: readonly Step[]
}

/** Families count once, as for clusters. */
const FAMILY: Readonly<Record<InsiderRule, string>> = {
  received_before_first_event: 'transfer',
  received_from_creator: 'transfer',
  first_funded_by_creator: 'funding',
  funded_creator: 'funding',
  second_hop: 'funding',
  bought_in_creation: 'tx',
  sent_proceeds: 'sink',
  authority: 'authority',
  same_cluster: 'cluster',
}

/**
 * Wallets tied to the creator (engine.md §5.2), without the creator; by address. With no creator known only authorities count.
 */
export function detectInsiders(study: Study, launch: Launch, clusters: ClusterFindings): Insider[] {
  if (unsupported(study, 'insiders')) return []
  const found = new Map<string, InsiderFact[]>()
  for (const fact of insiderFacts(study, launch, clusters)) {
    if (fact.address === study.facts.token.creator || study.isHub(fact.address)) continue
    const known = found.get(fact.address)?.some(({ rule }) => rule === fact.rule) ?? false
    if (!known) pushTo(found, fact.address, fact)
  }
  return [...found]
    .map(([address, facts]): Insider => {
      facts.sort((x, y) => y.weight - x.weight || compareText(x.rule, y.rule))
      return { address, p: joint(facts), facts, path: facts.find(({ path }) => path.length > 0)?.path ?? [] }
    })
    .filter(({ p }) => p >= study.rules.insider.accept)
    .sort((x, y) => compareText(x.address, y.address))
}

function joint(facts: readonly InsiderFact[]): number {
  const strongest = new Map<string, number>()
  for (const { rule, weight } of facts) strongest.set(FAMILY[rule], Math.max(strongest.get(FAMILY[rule]) ?? 0, weight))
  let doubt = 1
  for (const weight of strongest.values()) doubt *= 1 - weight
  return roundWeight(1 - doubt)
}
