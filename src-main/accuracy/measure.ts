import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { detectAll, type Findings } from '../detectors/findings.ts'
import type { ActiveRules } from '../detectors/rules.ts'
import { add, NONE, pairs, sets, type Counts } from './score.ts'
import { seeded, type Scenario, type Script } from './script.ts'
import { simulate, type Played } from './simulate.ts'

/** What a scenario's seeds add up to, for each detector; null where the scenario or the network has none of it. */
export interface Measured {
  readonly scenario: Scenario
  readonly clusters: Counts
  readonly snipers: Counts | null
  /** Snipers whose state, found or true, differs. */
  readonly sniperStates: number
  readonly bundlers: Counts | null
  readonly insiders: Counts | null
}

/** Plays scripts into facts: the simulator, or a node that sends the same actions. */
export type Player = (script: Script, network: NetworkId) => Played

export function measure(scenario: Scenario, network: NetworkId, seeds: number, active: ActiveRules, play: Player = simulate): Measured {
  let sum: Measured = { scenario, clusters: NONE, snipers: null, sniperStates: 0, bundlers: null, insiders: null }
  for (let seed = 1; seed <= seeds; seed++) {
    const script = scenario.write(seeded(seed))
    const played = play(script, network)
    sum = together(sum, compare(scenario, script, played, detectAll(played.facts, active)))
  }
  return sum
}

function together(x: Measured, y: Measured): Measured {
  const plus = (a: Counts | null, b: Counts | null): Counts | null => (a === null ? b : b === null ? a : add(a, b))
  return {
    scenario: x.scenario,
    clusters: add(x.clusters, y.clusters),
    snipers: plus(x.snipers, y.snipers),
    sniperStates: x.sniperStates + y.sniperStates,
    bundlers: plus(x.bundlers, y.bundlers),
    insiders: plus(x.insiders, y.insiders),
  }
}

function compare(scenario: Scenario, { truth }: Script, { at }: Played, findings: Findings): Measured {
  const network = findings.facts.token.network
  const holders = [...findings.study.balances.keys()].filter((address) => findings.facts.accounts.get(address) !== 'contract')
  const found = new Map(findings.clusters.clusters.flatMap(({ members }, i) => members.map((address): [string, number] => [address, i])))
  const hands = new Map(truth.hands.flatMap((hand, i) => hand.map((name): [string, number] => [at(name), i])))
  const addresses = (names: readonly string[]): Set<string> => new Set(names.map(at))
  const states = new Map(Object.entries(truth.snipers ?? {}).map(([name, state]) => [at(name) as string, state as string]))
  const { metrics } = NETWORKS[network]
  return {
    scenario,
    clusters: pairs(found, hands, holders),
    snipers:
      truth.snipers === null || !metrics.snipers ? null : sets(new Set(findings.snipers.map(({ address }) => address)), new Set(states.keys())),
    sniperStates:
      truth.snipers === null || !metrics.snipers
        ? 0
        : findings.snipers.filter(({ address, state }) => (states.get(address) ?? state) !== state).length,
    bundlers:
      truth.bundlers === null || !metrics.bundlers
        ? null
        : sets(new Set(findings.bundles.bundlers.map(({ address }) => address)), addresses(truth.bundlers)),
    insiders:
      truth.insiders === null || !metrics.insiders ? null : sets(new Set(findings.insiders.map(({ address }) => address)), addresses(truth.insiders)),
  }
}
