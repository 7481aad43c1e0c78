import { readFileSync } from 'node:fs'
import { CLUSTER_ADVERSARIES, CLUSTER_CATCHES } from './accuracy/cluster-scenarios.ts'
import { LAUNCH_ADVERSARIES, LAUNCH_TRAPS, LAUNCHES } from './accuracy/launch-scenarios.ts'
import { firstFunders, hopAirdrop } from './accuracy/recorded.ts'
import { measure, type Measured } from './accuracy/measure.ts'
import { add, NONE, precision, recall, type Counts } from './accuracy/score.ts'
import type { Scenario } from './accuracy/script.ts'
import { TRAPS } from './accuracy/trap-scenarios.ts'
import { ruleSet, withChanges } from './detectors/rules.ts'
import type { NetworkId } from '../src-shared/networks.ts'

/**
 * Plays scenarios whose truth is known by construction and prints what each detector found of it, per network family.
 * `npm run accuracy -- 5` plays five seeds instead of twenty.
 */

const FAMILIES: readonly NetworkId[] = ['sol', 'eth', 'sui']
const SCENARIOS: readonly Scenario[] = [...CLUSTER_CATCHES, ...LAUNCHES, ...TRAPS, ...LAUNCH_TRAPS]
const ADVERSARIES: readonly Scenario[] = [...CLUSTER_ADVERSARIES, ...LAUNCH_ADVERSARIES]

const seeds = Number(process.argv[2] ?? 20)
const active = withChanges(ruleSet.parse(JSON.parse(readFileSync(new URL('../resources/rules/1.json', import.meta.url), 'utf8'))), {})

const share = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
const cells = (counts: Counts | null): string[] =>
  counts === null ? ['', '', ''] : [`${counts.right}/${counts.wrong}/${counts.missed}`, share(precision(counts)), share(recall(counts))]
const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |\n`
const HEAD = [
  'scenario',
  'is a',
  ...['pairs', 'snipers', 'bundlers', 'insiders'].flatMap((name) => [`${name} right/wrong/missed`, 'P', 'R']),
  'wrong states',
]

function row(name: string, kind: string, { clusters, snipers, bundlers, insiders, sniperStates }: Omit<Measured, 'scenario'>): string {
  return line([name, kind, ...[clusters, snipers, bundlers, insiders].flatMap(cells), snipers === null ? '' : String(sniperStates)])
}

function total(rows: readonly Measured[]): Omit<Measured, 'scenario'> {
  const sum = (pick: (one: Measured) => Counts | null): Counts | null => {
    const all = rows.map(pick).filter((counts) => counts !== null)
    return all.length === 0 ? null : all.reduce(add, NONE)
  }
  return {
    clusters: sum(({ clusters }) => clusters) ?? NONE,
    snipers: sum(({ snipers }) => snipers),
    bundlers: sum(({ bundlers }) => bundlers),
    insiders: sum(({ insiders }) => insiders),
    sniperStates: rows.reduce((count, { sniperStates }) => count + sniperStates, 0),
  }
}

process.stdout.write(`Rule set ${active.rules.version}, ${seeds} seeds each.\n`)
for (const network of FAMILIES) {
  const measured = SCENARIOS.map((scenario) => measure(scenario, network, seeds, active))
  process.stdout.write(`\n## ${network}\n\n${line(HEAD)}${line(HEAD.map(() => '---'))}`)
  for (const one of measured) process.stdout.write(row(one.scenario.name, one.scenario.purpose, one))
  process.stdout.write(row('all of these', '', total(measured)))
  for (const scenario of ADVERSARIES) process.stdout.write(row(scenario.name, scenario.purpose, measure(scenario, network, seeds, active)))
}

process.stdout.write(`\n## recorded\n\n${line(['data', 'pairs right/wrong/missed', 'P', 'R', ''])}${line(['---', '---', '---', '---', '---'])}`)
process.stdout.write(line(['Hop airdrop, services known', ...cells(hopAirdrop(active.rules, true)), '']))
process.stdout.write(line(['Hop airdrop, services taken for people', ...cells(hopAirdrop(active.rules, false)), '']))
const funders = firstFunders(active.rules)
process.stdout.write(line(['first funders of 695 wallets', ...cells(funders.counts), `${funders.joinedCustomers} customers of one exchange joined`]))
