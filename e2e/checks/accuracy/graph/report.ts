import type { RuleSet } from '../../../../src-main/detectors/rules/rule-set.ts'
import { precision, recall, type Counts } from '../score.ts'
import { countCells, tableHeader, tableRow } from '../tables.ts'
import { measureGraph } from './measure-graph.ts'
import { readLabelledGraph } from './read-graph.ts'

export interface GraphOptions {
  readonly directory: string
  /** Whether the detectors get the folder's service lists. */
  readonly withServices: boolean
  readonly asJson: boolean
}

/** Prints the accuracy of the clusters on a labelled graph: a table, or one line of JSON. */
export function reportGraph({ directory, withServices, asJson }: GraphOptions, rules: RuleSet, print: (text: string) => void): void {
  const { pairs, addresses } = measureGraph(readLabelledGraph(directory), rules, withServices)
  if (asJson) return print(`${JSON.stringify({ pairs, ...rates(pairs), addresses: { ...addresses, ...rates(addresses) } })}\n`)
  print(tableHeader([withServices ? 'services known' : 'services not known', 'right/wrong/missed', 'P', 'R']))
  print(tableRow(['pairs in one cluster', ...countCells(pairs)]))
  print(tableRow(['addresses struck', ...countCells(addresses)]))
}

const rates = (counts: Counts): { precision: number | null; recall: number | null } => ({ precision: precision(counts), recall: recall(counts) })
