import type { NetworkId } from '../../../src-shared/networks.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { detectionsFromFindings, type Detections } from './detections.ts'
import { addCounts, NO_COUNTS, comparePairs, compareSets, precision, recall, type Counts } from './score.ts'
import { seeded, type Scenario, type Script } from './script.ts'
import { simulate } from './simulate.ts'

/** Sums over the seeds of a scenario, per detector. A detector is null if the scenario or the network does not cover it. */
export interface Measurement {
  readonly clusters: Counts
  readonly snipers: Counts | null
  /** Snipers whose detected state differs from the true one. */
  readonly sniperStates: number
  readonly bundlers: Counts | null
  readonly insiders: Counts | null
}

export const NO_MEASUREMENT: Measurement = { clusters: NO_COUNTS, snipers: null, sniperStates: 0, bundlers: null, insiders: null }

export interface SeedRange {
  /** Default: 1. */
  readonly first?: number
  readonly count: number
}

/** Runs the detectors on simulated facts. */
export function measure(scenario: Scenario, network: NetworkId, { first = 1, count }: SeedRange, active: ActiveRules): Measurement {
  let sum = NO_MEASUREMENT
  for (let seed = first; seed < first + count; seed++) {
    const script = scenario.build(seeded(seed), active.rules.sniper.window_blocks[network])
    const { facts, at } = simulate(script, network)
    sum = addMeasurements(sum, compare(script, at, detectionsFromFindings(detectAll(facts, active))))
  }
  return sum
}

export function addMeasurements(x: Measurement, y: Measurement): Measurement {
  const plus = (a: Counts | null, b: Counts | null): Counts | null => (a === null ? b : b === null ? a : addCounts(a, b))
  return {
    clusters: addCounts(x.clusters, y.clusters),
    snipers: plus(x.snipers, y.snipers),
    sniperStates: x.sniperStates + y.sniperStates,
    bundlers: plus(x.bundlers, y.bundlers),
    insiders: plus(x.insiders, y.insiders),
  }
}

/** Minimums for the sum over all catches and traps of a network (docs/accuracy.md). */
const MIN_PRECISION = 0.98
const MIN_RECALL = 0.95

/** Detectors below these minimums. */
export function belowBars({ clusters, snipers, bundlers, insiders }: Measurement): string[] {
  return Object.entries({ clusters, snipers, bundlers, insiders }).flatMap(([name, counts]) =>
    counts !== null && ((precision(counts) ?? 1) < MIN_PRECISION || (recall(counts) ?? 1) < MIN_RECALL) ? [name] : [],
  )
}

/**
 * Compares detections with the ground truth of a script.
 *
 * @param at resolves a name of the script to its address
 */
export function compare({ truth }: Script, at: (name: string) => string, found: Detections): Measurement {
  const owners = new Map(truth.owners.flatMap((owner, i) => owner.map((name): [string, number] => [at(name), i])))
  const states = new Map(Object.entries(truth.snipers ?? {}).map(([name, state]) => [at(name), state as string]))
  const compareNames = (names: readonly string[] | null, got: ReadonlySet<string>): Counts | null =>
    names === null ? null : compareSets(got, new Set(names.map(at)))
  const snipers = truth.snipers === null ? null : Object.keys(truth.snipers)
  return {
    clusters: comparePairs(found.clusterOf, owners, found.holders),
    snipers: compareNames(snipers, new Set(found.snipers.keys())),
    sniperStates: snipers === null ? 0 : [...found.snipers].filter(([address, state]) => (states.get(address) ?? state) !== state).length,
    bundlers: compareNames(truth.bundlers, found.bundlers),
    insiders: compareNames(truth.insiders, found.insiders),
  }
}
