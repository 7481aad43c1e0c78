import { detectClusters, type ClusterFindings } from '../../../../src-main/detectors/clusters/detect.ts'
import { indexFacts, type FactIndex } from '../../../../src-main/detectors/fact-index.ts'
import type { RuleSet } from '../../../../src-main/detectors/rules/rule-set.ts'
import { comparePairs } from '../score.ts'
import { tableHeader, tableRow } from '../tables.ts'
import { readBionic, type PeerAnswers } from './read-bionic.ts'

/** Number of groups to print, largest first, of pairs that only one side joins. */
const SHOWN = 12

/** Prints how far our clusters of a recorded token agree with those of a published program. Neither is the ground truth. */
export function reportBionic(directory: string, rules: RuleSet, print: (text: string) => void): void {
  const { facts, peer } = readBionic(directory)
  // The program covers all wallets and the whole history.
  const whole = { ...rules, cluster: { ...rules.cluster, depth_holders: facts.holdings.length, lookback_seconds: facts.asOf.time } }
  const index = indexFacts(facts, whole)
  const findings = detectClusters(index)
  const ours = indexMembers(findings)
  const wallets = facts.holdings.map(({ address }) => address).filter((address) => index.labels.policy(address) !== 'hub')
  print(`${facts.transfers.length} transfers, ${wallets.length} wallets, ${findings.clusters.length} clusters of ours\n\n`)
  print(tableHeader(['program', 'its clusters', 'wallets', 'pairs both', 'only ours', 'only theirs']))
  for (const [name, theirs] of listAnswers(peer)) {
    const { right, wrong, missed } = comparePairs(ours, theirs, name === 'either' ? wallets : [...theirs.keys()])
    print(tableRow([name, String(new Set(theirs.values()).size), String(theirs.size), String(right), String(wrong), String(missed)]))
  }
  print(`\n${tableHeader(['only theirs: received by', 'wallets', 'pairs', 'why not ours'])}`)
  for (const row of explainMissed(index, ours, peer).slice(0, SHOWN)) print(tableRow(row))
  print(`\n${tableHeader(['only ours: wallets', 'pairs', 'weakest', 'evidence'])}`)
  for (const row of explainExtra(findings, peer).slice(0, SHOWN)) print(tableRow(row))
}

const indexMembers = ({ clusters }: ClusterFindings): Map<string, number> =>
  new Map(clusters.flatMap(({ members }, i) => members.map((address): [string, number] => [address, i])))

function listAnswers({ deposits, airdrops }: PeerAnswers): readonly (readonly [string, ReadonlyMap<string, string>])[] {
  const either = new Map([...deposits].map(([wallet, group]): [string, string] => [wallet, `deposit ${group}`]))
  for (const [wallet, group] of airdrops) either.set(wallet, `airdrop ${group}`)
  return [
    ['deposit address reuse', deposits],
    ['airdrop consolidation', airdrops],
    ['either', either],
  ]
}

const countPairs = (n: number): number => (n * (n - 1)) / 2

/** Airdrop consolidations with pairs that we do not join, by the wallet that received most of their transfers. */
function explainMissed(index: FactIndex, ours: ReadonlyMap<string, number>, { airdrops }: PeerAnswers): string[][] {
  const rows = [...Map.groupBy(airdrops.keys(), (wallet) => airdrops.get(wallet))].map(([, wallets]) => {
    const receivers = new Map<string, number>()
    for (const wallet of wallets)
      for (const { to } of index.movesByAddress.byAddress.get(wallet)?.sent ?? []) receivers.set(to, (receivers.get(to) ?? 0) + 1)
    const [collector = ''] = [...receivers].sort(([, x], [, y]) => y - x)[0] ?? []
    const senders = new Set((index.movesByAddress.byAddress.get(collector)?.received ?? []).map(({ from }) => from)).size
    const joined = [
      ...Map.groupBy(
        wallets.filter((wallet) => ours.has(wallet)),
        (wallet) => ours.get(wallet),
      ).values(),
    ]
    const pairs = countPairs(wallets.length) - joined.reduce((sum, { length }) => sum + countPairs(length), 0)
    return { pairs, row: [collector, String(wallets.length), String(pairs), index.hubReason(collector) ?? `${senders} senders`] }
  })
  return rows
    .filter(({ pairs }) => pairs > 0)
    .sort((x, y) => y.pairs - x.pairs)
    .map(({ row }) => row)
}

/** Our clusters with pairs that the program does not join. */
function explainExtra({ clusters }: ClusterFindings, { deposits, airdrops }: PeerAnswers): string[][] {
  const rows = clusters.map(({ members, tree, weakest }) => {
    const groups = Map.groupBy(members, (wallet) => airdrops.get(wallet) ?? deposits.get(wallet) ?? wallet)
    const pairs = countPairs(members.length) - [...groups.values()].reduce((sum, { length }) => sum + countPairs(length), 0)
    const rules = Map.groupBy(tree, ({ edge }) => edge.facts[0]?.rule ?? '')
    const evidence = [...rules].map(([rule, edges]) => `${rule} ${edges.length}`).join(', ')
    return { pairs, row: [String(members.length), String(pairs), String(weakest), evidence] }
  })
  return rows
    .filter(({ pairs }) => pairs > 0)
    .sort((x, y) => y.pairs - x.pairs)
    .map(({ row }) => row)
}
