import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleSet, withChanges, type ActiveRules, type RuleChanges } from '../detectors/rules.ts'

/** The rule set that this version computes with. */
const RULE_SET_FILE = join('rules', '1.json')

/**
 * Reads the shipped rule set and lays the owner's changes over it.
 *
 * @throws Error naming what does not fit
 */
export function readRules(resourcesDir: string, changes: RuleChanges = {}): ActiveRules {
  return withChanges(ruleSet.parse(JSON.parse(readFileSync(join(resourcesDir, RULE_SET_FILE), 'utf8'))), changes)
}
