import { readFileSync } from 'node:fs'
import { withChanges } from '../../../src-main/detectors/rules/changes.ts'
import { ruleSet, type ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { scanAccuracy } from '../scan/bytecode-confusion.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import { HOP_PART, readLabelledGraph } from './graph/read-graph.ts'
import { measureGraph } from './graph/measure-graph.ts'
import { measure, NO_MEASUREMENT, addMeasurements, type Measurement } from './measure.ts'
import { MIXES } from './mixes.ts'
import { recordedBundles, recordedMaps } from './recorded-solana.ts'
import { firstFunders } from './recorded.ts'
import { ADVERSARIES, SCENARIOS, scenariosOf } from './scenarios.ts'
import type { Played } from './arguments.ts'
import type { Scenario } from './script.ts'
import { LOSSES, stability } from './stability.ts'
import { countCells, tableHeader, tableRow, MEASURED_HEAD, measuredRow } from './tables.ts'

const REPORTED_NETWORKS: readonly NetworkId[] = ['sol', 'eth', 'sui']
/** First seed of the unseen mixes. No scenario or rule was tuned on these seeds. */
const FIRST_UNSEEN_SEED = 900_001

export function loadShippedRules(): ActiveRules {
  return withChanges(ruleSet.parse(JSON.parse(readFileSync(new URL('../../../resources/rules/1.json', import.meta.url), 'utf8'))), {})
}

/**
 * Prints everything that needs no node: the selected scenarios and unseen mixes and, without a selection, recorded ground truth and the scan's
 * bytecode rules.
 */
export function reportSimulated({ seeds, network: selected, only }: Played, print: (text: string) => void): void {
  const active = loadShippedRules()
  const networks = REPORTED_NETWORKS.filter((one) => selected === null || one === selected)
  const among = (scenarios: readonly Scenario[]): Scenario[] => scenarios.filter(({ name }) => only === null || new RegExp(only).test(name))
  print(`Rule set ${active.rules.version}, ${seeds} seeds each.\n`)
  for (const network of networks) {
    print(`\n## ${network}\n\n${MEASURED_HEAD}`)
    printRows(among(scenariosOf(network)), network, seeds, 1, active, print)
    for (const scenario of among(ADVERSARIES))
      print(measuredRow(scenario.name, scenario.purpose, measure(scenario, network, { count: seeds }, active)))
  }
  print(`\n## Unseen mixes: numbers that the rules were not tuned on\n`)
  for (const network of NETWORK_IDS.filter((one) => selected === null || one === selected)) {
    print(`\n### ${network}\n\n${MEASURED_HEAD}`)
    printRows(among(MIXES), network, seeds, FIRST_UNSEEN_SEED, active, print)
  }
  if (selected !== null || only !== null) return
  reportStability(seeds, active, print)
  reportRecorded(active, print)
  scanAccuracy(print)
}

/** Runs on one network only, because the dropped rows are the same on all. */
function reportStability(seeds: number, active: ActiveRules, print: (text: string) => void): void {
  print(`\n## A tenth of the rows missing: agreement of the clusters with those of all rows (adjusted Rand index)\n\n`)
  print(tableHeader(['scenario', ...LOSSES]))
  for (const scenario of [...MIXES, ...SCENARIOS.filter(({ purpose }) => purpose === 'catch')]) {
    const indices = LOSSES.map((loss) => stability(scenario, 'sol', seeds, loss, active))
    if (indices.some((index) => index !== null)) print(tableRow([scenario.name, ...indices.map((index) => index?.toFixed(3) ?? '–')]))
  }
}

function printRows(
  scenarios: readonly Scenario[],
  network: NetworkId,
  count: number,
  first: number,
  active: ActiveRules,
  print: (text: string) => void,
): void {
  let sum: Measurement = NO_MEASUREMENT
  for (const scenario of scenarios) {
    const measured = measure(scenario, network, { first, count }, active)
    sum = addMeasurements(sum, measured)
    print(measuredRow(scenario.name, scenario.purpose, measured))
  }
  print(measuredRow('all of these', '', sum))
}

function reportRecorded(active: ActiveRules, print: (text: string) => void): void {
  const { rules } = active
  print(`\n## Recorded\n\n${tableHeader(['data', 'right/wrong/missed', 'P', 'R', ''])}`)
  const graph = readLabelledGraph(HOP_PART)
  for (const withServices of [true, false]) {
    const { pairs } = measureGraph(graph, rules, withServices)
    print(tableRow([`part of the Hop graph, services ${withServices ? 'known' : 'not known'}: pairs`, ...countCells(pairs), '']))
  }
  const funders = firstFunders(rules)
  print(
    tableRow(['first funders of 695 wallets: pairs', ...countCells(funders.counts), `${funders.joinedCustomers} customers of one exchange joined`]),
  )
  for (const { symbol, counts } of recordedMaps(rules)) print(tableRow([`holder map of ${symbol}: pairs`, ...countCells(counts), '']))
  for (const { name, counts } of recordedBundles(active)) print(tableRow([`${name}: bundlers`, ...countCells(counts), '']))
}
