import type { RuleList } from '../contract/records/evidence.ts'

/** The complete set of changes: saved changes overlaid by those on trial, without values equal to the default. */
export function mergeTrial(list: RuleList, tried: Readonly<Record<string, number>>): Record<string, number> {
  const entries = list.rules.map((rule) => [rule, tried[rule.key] ?? rule.value] as const)
  return Object.fromEntries(entries.flatMap(([rule, value]) => (value === rule.default ? [] : [[rule.key, value]])))
}
