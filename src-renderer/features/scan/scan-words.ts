import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import type { Tone } from '../../ui/Tag.tsx'
import { capital } from '../../format/capital.ts'

export type Finding = LocalScan['findings'][number]
export type Family = Finding['family']

export const FAMILIES: readonly { readonly id: Family; readonly name: string }[] = [
  { id: 'exit', name: 'Buying and selling' },
  { id: 'tax', name: 'Taxes' },
  { id: 'authority', name: 'Permissions' },
  { id: 'liquidity', name: 'Liquidity' },
  { id: 'distribution', name: 'Distribution' },
  { id: 'origin', name: 'Origin' },
  { id: 'score', name: 'Score' },
]

export const SEVERITIES: Readonly<Record<Finding['severity'], { readonly word: string; readonly tone: Tone; readonly order: number }>> = {
  critical: { word: 'Critical', tone: 'critical', order: 0 },
  high: { word: 'High', tone: 'critical', order: 1 },
  medium: { word: 'Medium', tone: 'warning', order: 2 },
  low: { word: 'Low', tone: 'notice', order: 3 },
  info: { word: 'Note', tone: 'neutral', order: 4 },
}

/** Message of the report → the colour of its score. */
export const messageTone = (message: string): Tone => (message === 'OK' ? 'ok' : message === 'Caution' ? 'warning' : 'critical')

/** Findings of one family, the worst first. */
export function findingsOf(findings: readonly Finding[], family: Family): Finding[] {
  return findings
    .filter((finding) => finding.family === family)
    .sort((a, b) => SEVERITIES[a.severity].order - SEVERITIES[b.severity].order || b.points - a.points || (a.id < b.id ? -1 : 1))
}

export interface LedgerLine {
  readonly label: string
  readonly points: number
  /** What is left after this line. */
  readonly left: number
}

/** The ledger with what is left after each line; the last one is the score. */
export function ledgerLines(ledger: LocalScan['ledger']): LedgerLine[] {
  let left = 0
  return ledger.map(({ label, points }) => {
    left += points
    return { label, points, left }
  })
}

/** Points as they change a score: "−25", "+5", "0". */
export const signedPoints = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')

/** A measured value as text: "12.5", "yes", "0xabc…". */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(Number(value.toPrecision(6)))
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** What a measured value counts; others are plain numbers. */
const MEASURED_IN: Readonly<Record<string, 'percent' | 'usd'>> = Object.fromEntries([
  ['low_liquidity', 'usd'],
  ...['lp_unlocked', 'lp_partly_locked', 'lp_lock_short', 'buy_tax_high'].map((id) => [id, 'percent']),
  ...['sell_tax_extreme', 'sell_tax_high', 'sell_tax_medium', 'sell_tax_low'].map((id) => [id, 'percent']),
  ...['top1_10', 'top1_25', 'top10_30', 'top10_50', 'cluster_20', 'cluster_40'].map((id) => [id, 'percent']),
  ...['bundlers_10', 'bundlers_25', 'snipers_20', 'insiders_5', 'insiders_20'].map((id) => [id, 'percent']),
])

/** What a rule measured, or its threshold, with the unit that rule counts in: "20 %", "$1000". */
export function measuredWords(id: string, value: unknown): string {
  const words = valueWords(value)
  if (typeof value !== 'number') return words
  return MEASURED_IN[id] === 'percent' ? `${words} %` : MEASURED_IN[id] === 'usd' ? `$${words}` : words
}

/** How a sale was tried, as a person would say it; the method's own name where it is not known here. */
export function triedWords(method: string | null): string {
  if (method === null) return 'a sale could not be simulated'
  return TRIED[method] ?? `a sale was simulated with ${method}`
}

const TRIED: Readonly<Record<string, string>> = {
  eth_simulateV1: 'a buy and sells were simulated on the latest block',
  'eth_call with overridden state': 'a sale was simulated in one call on the latest block, with an overridden balance',
  simulateTransaction: 'transfers by real holders were simulated',
}

/** `results.advanced.tax.buy` → "tax: buy"; snake case as words. */
export function fieldWords(field: string): string {
  return field
    .replace(/^(report\.)?results\.(advanced|simple)\./, '')
    .split('.')
    .map((part) => part.replaceAll('_', ' '))
    .join(': ')
}

/** The name of a rule as what it asks: `low_liquidity` → "Low liquidity?". Without the mark it would read as its answer. */
export function questionWords(id: string): string {
  const words = id.replace(/_(?:evm|sol|sui)$/, '').replaceAll('_', ' ')
  return `${capital(words)}?`
}
