import { z } from 'zod'
import { ruleSet, SETTING_TEXTS } from './rule-set.ts'
import { UNITS, type Unit } from './units.ts'

export interface RuleSetting {
  /** `group.setting`, or `group.setting.network` if networks differ. */
  readonly key: string
  readonly group: string
  readonly title: string
  readonly unit: Unit
}

/** Every number of a rule set, in the order of the file. */
export const RULE_SETTINGS: readonly RuleSetting[] = Object.entries(ruleSet.shape).flatMap(([group, settings]) =>
  settings instanceof z.ZodObject ? Object.entries(settings.shape).flatMap(([name, schema]) => settingsOf(group, name, schema)) : [],
)

function settingsOf(group: string, name: string, schema: z.ZodType): RuleSetting[] {
  const value = schema instanceof z.ZodDefault ? schema.unwrap() : schema
  const text = SETTING_TEXTS.get(value as z.ZodType)
  if (text === undefined) return []
  const one = { key: `${group}.${name}`, group, title: text.title, unit: UNITS[text.unit] }
  if (!(value instanceof z.ZodObject)) return [one]
  return Object.keys(value.shape).map((network) => ({ ...one, key: `${one.key}.${network}`, title: `${one.title} (${network})` }))
}
