import { RULE_SETTINGS } from './settings.ts'
import { ruleSet, ruleValue, type ActiveRules, type RuleSet } from './rule-set.ts'

/** Settings by dotted name: `{ 'cluster.accept': 0.7 }`. */
export type RuleChanges = Readonly<Record<string, number>>

/** Why a change does not fit the rule set. */
export interface RuleProblem {
  readonly key: string
  readonly why: string
}

/** Problems in a set of changes: unknown names, and values out of range. */
export function ruleProblems(changes: RuleChanges): RuleProblem[] {
  const known = new Map(RULE_SETTINGS.map((setting) => [setting.key, setting.unit]))
  return Object.entries(changes).flatMap(([key, value]) => {
    const unit = known.get(key)
    if (unit === undefined) return [{ key, why: 'No rule setting has this name.' }]
    if (value < unit.min || value > unit.max) return [{ key, why: `The value must lie between ${unit.min} and ${unit.max} (${unit.name}).` }]
    return unit.step === 1 && !Number.isInteger(value) ? [{ key, why: `The value must be a whole number (${unit.name}).` }] : []
  })
}

/**
 * Applies changed settings to a shipped rule set.
 *
 * @throws Error naming the setting if it does not exist or its value does not fit
 */
export function withChanges(shipped: RuleSet, changes: RuleChanges): ActiveRules {
  const [problem] = ruleProblems(changes)
  if (problem !== undefined) throw new Error(`${problem.key}: ${problem.why}`)
  const draft = structuredClone(shipped)
  for (const [key, value] of Object.entries(changes)) {
    const parts = key.split('.')
    const last = parts.pop() ?? ''
    let node: unknown = draft
    for (const part of parts) node = (node as Record<string, unknown>)[part]
    ;(node as Record<string, number>)[last] = value
  }
  const changed = Object.keys(changes).filter((key) => ruleValue(shipped, key) !== changes[key])
  return { rules: ruleSet.parse(draft), changed: changed.sort() }
}
