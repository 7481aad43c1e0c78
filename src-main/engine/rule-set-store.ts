import { ruleProblems, withChanges, type RuleChanges } from '../detectors/rules/changes.ts'
import { ruleSet, type ActiveRules, type RuleSet } from '../detectors/rules/rule-set.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Logger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'

/** The rule set in force: the shipped one, then the settings of this run, then the owner's changes. */
export interface RuleSetStore {
  readonly shipped: RuleSet
  readonly active: ActiveRules
  /** The rules with these changes instead of the owner's. @throws Error for invalid changes */
  preview(changes: RuleChanges): ActiveRules
  /** Stores the owner's changes and puts them in force. @throws Error for invalid changes */
  save(changes: RuleChanges): Promise<void>
  /** Reads the stored changes again, since another process may have saved new ones. */
  reload(): Promise<void>
}

/** The rule set that this version computes with. */
const RULE_SET_FILE = join('rules', '1.json')
const SETTING = 'rule_changes'
const stored = z.record(z.string(), z.number())
const activeRules = z.object({ rules: ruleSet, changed: z.array(z.string()) })

/**
 * @param runChanges changes from the settings of this run
 * @throws Error naming the settings that do not exist or whose value does not fit
 */
export async function openRuleSetStore(store: Store, resourcesDir: string, runChanges: RuleChanges, logger: Logger): Promise<RuleSetStore> {
  const shipped = ruleSet.parse(JSON.parse(readFileSync(join(resourcesDir, RULE_SET_FILE), 'utf8')))
  const preview = (changes: RuleChanges): ActiveRules => withChanges(shipped, { ...runChanges, ...changes })
  let active = preview(supported(await store.read.setting(SETTING), logger))
  return {
    shipped,
    get active() {
      return active
    },
    preview,
    async save(changes) {
      const next = preview(changes)
      await store.write.saveSetting({ name: SETTING, value: JSON.stringify(changes) })
      active = next
    },
    async reload() {
      active = preview(supported(await store.read.setting(SETTING), logger))
    },
  }
}

/** Parses the rules of a case file. @throws ZodError */
export const parseActiveRules = (json: string): ActiveRules => activeRules.parse(JSON.parse(json))

/** Stored changes to settings that this version has. An older version may have had others. */
function supported(text: string | null, logger: Logger): RuleChanges {
  if (text === null) return {}
  const changes = stored.parse(JSON.parse(text))
  const wrong = new Set(ruleProblems(changes).map(({ key }) => key))
  if (wrong.size > 0) logger.warn({ rules: [...wrong] }, 'stored rule settings that this version does not know are ignored')
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !wrong.has(key)))
}
