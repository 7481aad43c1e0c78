import type { ClusterFindings } from './clusters/detect.ts'
import { roundWeight } from './exact.ts'
import { unsupported, type Launch } from './launch.ts'
import { compareText } from './order.ts'
import type { Study } from './study.ts'

export interface Insider {
  readonly address: string
  readonly p: number
  /** Rules that hold, by name. */
  readonly rules: readonly string[]
}

/** Families count once, as for clusters. */
const FAMILY: Readonly<Record<string, string>> = {
  received_before_first_event: 'transfer',
  received_from_creator: 'transfer',
  first_funded_by_creator: 'funding',
  funded_creator: 'funding',
  authority: 'authority',
  same_cluster: 'cluster',
}

/**
 * Wallets tied to the creator (engine.md §5.2), without the creator; by address. With no creator known only authorities count.
 */
export function detectInsiders(study: Study, launch: Launch, clusters: ClusterFindings): Insider[] {
  if (unsupported(study, 'insiders')) return []
  const { creator, owner } = study.facts.token
  const found = new Map<string, Map<string, number>>()
  const add = (address: string, rule: keyof typeof study.rules.insider): void => {
    if (address === creator || study.isHub(address)) return
    const rules = found.get(address) ?? new Map<string, number>()
    found.set(address, rules.set(rule, study.rules.insider[rule]))
  }
  if (owner !== null) add(owner, 'authority')
  if (creator !== null) {
    for (const { from, to, position } of study.flows.moves) {
      if (from !== creator || to === creator) continue
      add(to, launch.known && position.block < launch.block ? 'received_before_first_event' : 'received_from_creator')
    }
    for (const { wallet, funder } of study.facts.funding) if (funder === creator && study.balances.has(wallet)) add(wallet, 'first_funded_by_creator')
    const own = clusters.clusters.find(({ members, connectors }) => members.includes(creator) || connectors.includes(creator))
    for (const member of own?.members ?? []) add(member, 'same_cluster')
    for (const funder of funders(study, creator)) add(funder, 'funded_creator')
  }
  return [...found]
    .map(([address, rules]) => ({ address, p: joint(rules), rules: [...rules.keys()].sort() }))
    .filter(({ p }) => p >= study.rules.insider.accept)
    .sort((x, y) => compareText(x.address, y.address))
}

/** Who paid the creator shortly before the token was made, and holds it. */
function funders(study: Study, creator: string): string[] {
  const { createdAt } = study.facts.token
  if (createdAt === null) return []
  return (study.paymentsTo.get(creator) ?? [])
    .filter(({ time }) => time !== null && time <= createdAt && createdAt - time <= study.rules.insider.funded_creator_seconds)
    .map(({ from }) => from)
    .filter((from) => study.balances.has(from))
}

function joint(rules: ReadonlyMap<string, number>): number {
  const strongest = new Map<string, number>()
  for (const [rule, weight] of rules) {
    const family = FAMILY[rule] ?? rule
    strongest.set(family, Math.max(strongest.get(family) ?? 0, weight))
  }
  let doubt = 1
  for (const weight of strongest.values()) doubt *= 1 - weight
  return roundWeight(1 - doubt)
}
