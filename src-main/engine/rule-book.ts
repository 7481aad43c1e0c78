import { ruleProblems, withChanges, type RuleChanges } from '../detectors/rule-changes.ts'
import { ruleSet, type ActiveRules, type RuleSet } from '../detectors/rules.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Logger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'

/** The rule set in force: what is shipped, what the settings of this run say, and what the owner changed, in this order. */
export interface RuleBook {
  readonly shipped: RuleSet
  readonly active: ActiveRules
  /** The rules with other changes in place of the owner's. Throws Error for changes that do not fit. */
  tried(changes: RuleChanges): ActiveRules
  /** Keeps the owner's changes. Throws Error for changes that do not fit. */
  change(changes: RuleChanges): Promise<void>
}

/** The rule set that this version computes with. */
const RULE_SET_FILE = join('rules', '1.json')
const SETTING = 'rule_changes'
const stored = z.record(z.string(), z.number())

/**
 * @param ofRun changes that the settings of this run make
 * @throws Error naming what does not fit
 */
export async function openRuleBook(store: Store, resourcesDir: string, ofRun: RuleChanges, logger: Logger): Promise<RuleBook> {
  const shipped = ruleSet.parse(JSON.parse(readFileSync(join(resourcesDir, RULE_SET_FILE), 'utf8')))
  const tried = (changes: RuleChanges): ActiveRules => withChanges(shipped, { ...ofRun, ...changes })
  let active = tried(fitting(await store.read.setting(SETTING), logger))
  return {
    shipped,
    get active() {
      return active
    },
    tried,
    async change(changes) {
      const next = tried(changes)
      await store.write.saveSetting({ name: SETTING, value: JSON.stringify(changes) })
      active = next
    },
  }
}

/** Stored changes that this version still knows; an older one may have had other settings. */
function fitting(text: string | null, logger: Logger): RuleChanges {
  if (text === null) return {}
  const changes = stored.parse(JSON.parse(text))
  const wrong = new Set(ruleProblems(changes).map(({ key }) => key))
  if (wrong.size > 0) logger.warn({ rules: [...wrong] }, 'stored rule settings that this version does not know were left out')
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !wrong.has(key)))
}
