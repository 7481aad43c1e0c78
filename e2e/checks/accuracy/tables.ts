import type { Measurement } from './measure.ts'
import { precision, recall, type Counts } from './score.ts'

/** Markdown tables of confusion counts. */

export const tableRow = (parts: readonly string[]): string => `| ${parts.join(' | ')} |\n`
export const tableHeader = (parts: readonly string[]): string => tableRow(parts) + tableRow(parts.map(() => '---'))

const formatRatio = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
export const countCells = (counts: Counts | null): string[] =>
  counts === null ? ['', '', ''] : [`${counts.right}/${counts.wrong}/${counts.missed}`, formatRatio(precision(counts)), formatRatio(recall(counts))]

const DETECTORS = ['pairs', 'snipers', 'bundlers', 'insiders']
/** P: precision; R: recall. */
export const MEASURED_HEAD = tableHeader([
  'scenario',
  'is a',
  ...DETECTORS.flatMap((name) => [`${name} right/wrong/missed`, 'P', 'R']),
  'wrong states',
])

export function measuredRow(name: string, purpose: string, { clusters, snipers, bundlers, insiders, sniperStates }: Measurement): string {
  return tableRow([name, purpose, ...[clusters, snipers, bundlers, insiders].flatMap(countCells), snipers === null ? '' : String(sniperStates)])
}
