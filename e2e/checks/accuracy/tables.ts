import type { Measured } from './measure.ts'
import { precision, recall, type Counts } from './score.ts'

/** Confusion tables as Markdown. */

export const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |\n`
export const head = (parts: readonly string[]): string => line(parts) + line(parts.map(() => '---'))

const share = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
export const cells = (counts: Counts | null): string[] =>
  counts === null ? ['', '', ''] : [`${counts.right}/${counts.wrong}/${counts.missed}`, share(precision(counts)), share(recall(counts))]

const DETECTORS = ['pairs', 'snipers', 'bundlers', 'insiders']
/** P: precision; R: recall. */
export const MEASURED_HEAD = head(['scenario', 'is a', ...DETECTORS.flatMap((name) => [`${name} right/wrong/missed`, 'P', 'R']), 'wrong states'])

export function measuredRow(name: string, purpose: string, { clusters, snipers, bundlers, insiders, sniperStates }: Measured): string {
  return line([name, purpose, ...[clusters, snipers, bundlers, insiders].flatMap(cells), snipers === null ? '' : String(sniperStates)])
}
