import { readFileSync } from 'node:fs'
import { withChanges } from '../../../src-main/detectors/rules/changes.ts'
import { ruleSet, type ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { scanAccuracy } from '../scan/bytecode-confusion.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { measure, NOTHING, together, type Measured } from './measure.ts'
import { MIXES } from './mixes.ts'
import { recordedBundles, recordedMaps } from './recorded-solana.ts'
import { firstFunders, hopAirdrop } from './recorded.ts'
import { ADVERSARIES, SCENARIOS } from './scenarios.ts'
import type { Scenario } from './script.ts'
import { LOSSES, stability } from './stability.ts'
import { cells, head, line, MEASURED_HEAD, measuredRow } from './tables.ts'

const FAMILIES: readonly NetworkId[] = ['sol', 'eth', 'sui']
/** Seeds of the unseen mixes begin here: no scenario was ever written or tuned with them in sight. */
const UNSEEN_FROM = 700_001

export function shippedActive(): ActiveRules {
  return withChanges(ruleSet.parse(JSON.parse(readFileSync(new URL('../../../resources/rules/1.json', import.meta.url), 'utf8'))), {})
}

/** Prints everything that needs no node: simulated scenarios, unseen mixes, recorded ground truth, the scan's weakest reading. */
export function reportSimulated(seeds: number, print: (text: string) => void): void {
  const active = shippedActive()
  print(`Rule set ${active.rules.version}, ${seeds} seeds each.\n`)
  for (const network of FAMILIES) {
    print(`\n## ${network}\n\n${MEASURED_HEAD}`)
    rows(SCENARIOS, network, seeds, 1, active, print)
    for (const scenario of ADVERSARIES) print(measuredRow(scenario.name, scenario.purpose, measure(scenario, network, { count: seeds }, active)))
  }
  print(`\n## Unseen mixes: numbers that the rules were not tuned on\n`)
  for (const network of FAMILIES) {
    print(`\n### ${network}\n\n${MEASURED_HEAD}`)
    rows(MIXES, network, seeds, UNSEEN_FROM, active, print)
  }
  reportStability(seeds, active, print)
  reportRecorded(active, print)
  scanAccuracy(print)
}

/** On one network: what is lost is the same on all. */
function reportStability(seeds: number, active: ActiveRules, print: (text: string) => void): void {
  print(`\n## A tenth of the rows missing: agreement of the clusters with those of all rows (adjusted Rand index)\n\n`)
  print(head(['scenario', ...LOSSES]))
  for (const scenario of [...MIXES, ...SCENARIOS.filter(({ purpose }) => purpose === 'catch')]) {
    const indices = LOSSES.map((loss) => stability(scenario, 'sol', seeds, loss, active))
    if (indices.some((index) => index !== null)) print(line([scenario.name, ...indices.map((index) => index?.toFixed(3) ?? '–')]))
  }
}

function rows(
  scenarios: readonly Scenario[],
  network: NetworkId,
  count: number,
  first: number,
  active: ActiveRules,
  print: (text: string) => void,
): void {
  let sum: Measured = NOTHING
  for (const scenario of scenarios) {
    const measured = measure(scenario, network, { first, count }, active)
    sum = together(sum, measured)
    print(measuredRow(scenario.name, scenario.purpose, measured))
  }
  print(measuredRow('all of these', '', sum))
}

function reportRecorded(active: ActiveRules, print: (text: string) => void): void {
  const { rules } = active
  print(`\n## Recorded\n\n${head(['data', 'right/wrong/missed', 'P', 'R', ''])}`)
  print(line(['Hop airdrop, services known: pairs', ...cells(hopAirdrop(rules, true)), '']))
  print(line(['Hop airdrop, services taken for people: pairs', ...cells(hopAirdrop(rules, false)), '']))
  const funders = firstFunders(rules)
  print(line(['first funders of 695 wallets: pairs', ...cells(funders.counts), `${funders.joinedCustomers} customers of one exchange joined`]))
  for (const { symbol, counts } of recordedMaps(rules)) print(line([`holder map of ${symbol}: pairs`, ...cells(counts), '']))
  for (const { name, counts } of recordedBundles(active)) print(line([`${name}: bundlers`, ...cells(counts), '']))
}
