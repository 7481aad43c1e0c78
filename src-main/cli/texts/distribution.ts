import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { paragraph, table } from '../table.ts'

const UNKNOWN = 'unknown'

const MEASURES = [
  ['gini', 'Gini'],
  ['hhi', 'HHI'],
  ['nakamoto', 'Nakamoto coefficient'],
  ['top_10_holder_concentration', 'Top 10, percent'],
] as const

const DIGITS = 6

/** Six digits, more than the precision of the facts. Neither 1 nor 100 % stands for a value that only rounds to it. */
function figure(value: number, whole: number): string {
  const rounded = Number(value.toPrecision(DIGITS))
  return rounded === whole && value < whole ? `>${whole === 1 ? '0.999999' : '99.9999'}` : String(rounded)
}

/** A lower bound with six digits, rounded down. */
function least(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS))
  const step = 10 ** (Math.floor(Math.log10(value)) - DIGITS + 1)
  return `≥ ${rounded > value ? Number((rounded - step).toPrecision(DIGITS)) : rounded}`
}

/** A top 10 among the holders seen so far is a lower bound. Other measures may change either way with the holders to come. */
function measureText(name: (typeof MEASURES)[number][0], value: number | null, unknown: readonly string[]): string {
  if (value === null) return UNKNOWN
  const isShare = name === 'top_10_holder_concentration'
  if (unknown.includes(name)) return isShare && value > 0 ? least(value) : UNKNOWN
  return name === 'nakamoto' ? String(value) : figure(value, isShare ? 100 : 1)
}

/** Each measure over wallets, and over owners with each cluster as one owner. */
export function distributionText(record: LocalDistribution | null, unknown: readonly string[]): string {
  if (record === null) return 'None.'
  const { merged } = record
  const rows = MEASURES.map(([name, label]) => [
    label,
    measureText(name, record[name], unknown),
    merged === null ? UNKNOWN : measureText(name, merged[name], unknown),
  ])
  const counted = ['Holders counted', String(record.population), merged === null ? UNKNOWN : String(merged.population)]
  const giniOfAll = [
    'Gini over all wallets',
    measureText('gini', record.gini, unknown),
    merged === null ? UNKNOWN : measureText('gini', merged.gini_all_wallets, unknown),
  ]
  const list = table(['measure', 'wallets', 'clusters merged'], [counted, ...rows, giniOfAll])
  return record.merged_unknown === null ? list : `${list}\n${paragraph(`Clusters merged: unknown. ${record.merged_unknown}`)}`
}
