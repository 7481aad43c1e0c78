import type { RuleList } from '../../src-shared/contract/records/evidence.ts'
import { RULE_SETTINGS } from '../detectors/rules/settings.ts'
import { ruleValue, type ActiveRules, type RuleSet } from '../detectors/rules/rule-set.ts'

/** Every threshold with its current and its shipped value. */
export function ruleListRecord(shipped: RuleSet, { rules, changed }: ActiveRules): RuleList {
  return {
    version: rules.version,
    changed: [...changed],
    rules: RULE_SETTINGS.map(({ key, group, title, unit: { name, min, max, step } }) => ({
      key,
      group,
      title,
      value: ruleValue(rules, key),
      default: ruleValue(shipped, key),
      min,
      max,
      step,
      unit: name,
    })),
  }
}
