import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import type { Tone } from '../../ui/Tag.tsx'
import { capitalize } from '../../format/capitalize.ts'
import { exactAmount } from '../../format/number.ts'

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

export const SEVERITIES: Readonly<Record<Finding['severity'], { readonly label: string; readonly tone: Tone; readonly order: number }>> = {
  critical: { label: 'Critical', tone: 'critical', order: 0 },
  high: { label: 'High', tone: 'critical', order: 1 },
  medium: { label: 'Medium', tone: 'warning', order: 2 },
  low: { label: 'Low', tone: 'notice', order: 3 },
  info: { label: 'Note', tone: 'neutral', order: 4 },
}

/** Tone of the score message. */
export const messageTone = (message: string): Tone => (message === 'OK' ? 'ok' : message === 'Caution' ? 'warning' : 'critical')

/** Findings of one family, worst first. */
export function sortFindings(findings: readonly Finding[], family: Family): Finding[] {
  return findings
    .filter((finding) => finding.family === family)
    .sort((a, b) => SEVERITIES[a.severity].order - SEVERITIES[b.severity].order || b.points - a.points || (a.id < b.id ? -1 : 1))
}

export interface LedgerLine {
  readonly label: string
  readonly points: number
  /** Points left after this line. */
  readonly remaining: number
}

/** Ledger lines with the points left after each line. The last value is the score. */
export function ledgerLines(ledger: LocalScan['ledger']): LedgerLine[] {
  let remaining = 0
  return ledger.map(({ label, points }) => {
    remaining += points
    return { label, points, remaining }
  })
}

/** Signed points: "−25", "+5", "0". */
export const formatPoints = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0')

/** A measured value as text, with every digit: "12.5", "yes", "0xabc…". Rounded, a value could read as its threshold or as what it was before. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return exactAmount(value)
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Units of measured values; others are plain numbers. */
const UNITS: Readonly<Record<string, 'percent' | 'usd'>> = Object.fromEntries([
  ['low_liquidity', 'usd'],
  ...['lp_unlocked', 'lp_partly_locked', 'lp_lock_short', 'buy_tax_high'].map((id) => [id, 'percent']),
  ...['sell_tax_extreme', 'sell_tax_high', 'sell_tax_medium', 'sell_tax_low'].map((id) => [id, 'percent']),
  ...['top1_10', 'top1_25', 'top10_30', 'top10_50', 'cluster_20', 'cluster_40'].map((id) => [id, 'percent']),
  ...['bundlers_10', 'bundlers_25', 'snipers_20', 'insiders_5', 'insiders_20'].map((id) => [id, 'percent']),
])

/** Whether a finding is a cap on its family, which gives points back: it has measured nothing, and nothing resolves it. */
export const isCap = ({ points }: Finding): boolean => points < 0

/** A measured value or threshold with its unit: "20 %", "$1000". */
export function formatMeasured(id: string, value: unknown): string {
  const text = formatValue(value)
  if (typeof value !== 'number') return text
  return UNITS[id] === 'percent' ? `${text} %` : UNITS[id] === 'usd' ? `$${text}` : text
}

/** How a sale was simulated; an unknown method keeps its name. */
export function simulationText(method: string | null): string {
  if (method === null) return 'a sale could not be simulated'
  return SIMULATIONS[method] ?? `a sale was simulated with ${method}`
}

const SIMULATIONS: Readonly<Record<string, string>> = {
  eth_simulateV1: 'a buy and sells were simulated on the latest block',
  'eth_call with overridden state': 'a sale was simulated in one call on the latest block, with an overridden balance',
  simulateTransaction: 'transfers by real holders were simulated',
}

/** `results.advanced.tax.buy` → "tax: buy"; snake case with spaces. */
export function formatField(field: string): string {
  return field
    .replace(/^(report\.)?results\.(advanced|simple)\./, '')
    .split('.')
    .map((part) => part.replaceAll('_', ' '))
    .join(': ')
}

/** Rule id as a question: `low_liquidity` → "Low liquidity?". Without the question mark it would read as a result. */
export function formatCheck(id: string): string {
  const text = id.replace(/_(?:evm|sol|sui)$/, '').replaceAll('_', ' ')
  return `${capitalize(text)}?`
}
