import type { LocalScan, ScanReport } from '../../../src-shared/contract/records/scan.ts'

/** Fields that change with every trade and say nothing about safety. */
const QUIET = new Set(['top_holders', 'holder_count', 'creator.balance'])

/** What differs between two scans of one token, by the field names of the report. Null for the first scan. */
export function changesBetween(before: ScanReport | null, after: ScanReport): LocalScan['changes'] {
  if (before === null) return null
  const old = comparedFields(before)
  const now = comparedFields(after)
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((field) => {
    const was = old.get(field) ?? null
    const is = now.get(field) ?? null
    return was === is ? [] : [{ field, before: parsed(was), after: parsed(is) }]
  })
}

function comparedFields({ results, token }: ScanReport): Map<string, string> {
  const fields = new Map<string, string>()
  collect(fields, '', results.advanced)
  collect(fields, '', {
    score: results.simple.score,
    message: results.simple.message,
    name: token.name,
    symbol: token.symbol,
    total_supply: token.total_supply,
  })
  return fields
}

/** Values as JSON text, so that lists compare whole. */
function collect(fields: Map<string, string>, path: string, value: unknown): void {
  if (QUIET.has(path)) return
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) collect(fields, path === '' ? key : `${path}.${key}`, member)
  } else fields.set(path, JSON.stringify(value))
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
