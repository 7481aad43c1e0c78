import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { foundInFindings, type Found } from './found.ts'
import { add, NONE, pairs, sets, type Counts } from './score.ts'
import { seeded, type Scenario, type Script } from './script.ts'
import { simulate } from './simulate.ts'

/** What a scenario's seeds add up to, for each detector; null where the scenario or the network has none of it. */
export interface Measured {
  readonly clusters: Counts
  readonly snipers: Counts | null
  /** Snipers whose state, found or true, differs. */
  readonly sniperStates: number
  readonly bundlers: Counts | null
  readonly insiders: Counts | null
}

export const NOTHING: Measured = { clusters: NONE, snipers: null, sniperStates: 0, bundlers: null, insiders: null }

export interface Seeds {
  /** 1 unless told. */
  readonly first?: number
  readonly count: number
}

/** The detectors on simulated facts. */
export function measure(scenario: Scenario, network: NetworkId, { first = 1, count }: Seeds, active: ActiveRules): Measured {
  let sum = NOTHING
  for (let seed = first; seed < first + count; seed++) {
    const script = scenario.write(seeded(seed))
    const { facts, at } = simulate(script, network)
    sum = together(sum, compare(script, network, at, foundInFindings(detectAll(facts, active))))
  }
  return sum
}

export function together(x: Measured, y: Measured): Measured {
  const plus = (a: Counts | null, b: Counts | null): Counts | null => (a === null ? b : b === null ? a : add(a, b))
  return {
    clusters: add(x.clusters, y.clusters),
    snipers: plus(x.snipers, y.snipers),
    sniperStates: x.sniperStates + y.sniperStates,
    bundlers: plus(x.bundlers, y.bundlers),
    insiders: plus(x.insiders, y.insiders),
  }
}

/**
 * Holds what was found against the script's truth.
 *
 * @param at address of a name of the script
 */
export function compare({ truth }: Script, network: NetworkId, at: (name: string) => string, found: Found): Measured {
  const { metrics } = NETWORKS[network]
  const hands = new Map(truth.hands.flatMap((hand, i) => hand.map((name): [string, number] => [at(name), i])))
  const states = new Map(Object.entries(truth.snipers ?? {}).map(([name, state]) => [at(name), state as string]))
  const asked = (names: readonly string[] | null, computed: boolean, got: ReadonlySet<string>): Counts | null =>
    names === null || !computed ? null : sets(got, new Set(names.map(at)))
  const snipers = truth.snipers === null ? null : Object.keys(truth.snipers)
  return {
    clusters: pairs(found.clusterOf, hands, found.holders),
    snipers: asked(snipers, metrics.snipers, new Set(found.snipers.keys())),
    sniperStates:
      snipers === null || !metrics.snipers ? 0 : [...found.snipers].filter(([address, state]) => (states.get(address) ?? state) !== state).length,
    bundlers: asked(truth.bundlers, metrics.bundlers, found.bundlers),
    insiders: asked(truth.insiders, metrics.insiders, found.insiders),
  }
}
