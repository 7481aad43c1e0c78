import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ruleValue } from '../detectors/rules/rule-set.ts'
import { silentLogger, type Logger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'
import { openRuleSetStore } from './rule-set-store.ts'

const RESOURCES = fileURLToPath(new URL('../../resources/', import.meta.url))
const DUST = 'sniper.dust_supply_ppm'

async function open(stored: string | null, runChanges: Readonly<Record<string, number>> = {}) {
  const state = { setting: stored, ignored: [] as unknown[] }
  const store = {
    read: { setting: () => Promise.resolve(state.setting) },
    write: { saveSetting: ({ value }: { value: string }) => Promise.resolve(void (state.setting = value)) },
  } as unknown as Store
  const logger = { ...silentLogger, warn: ({ rules }: { rules: unknown }) => void state.ignored.push(rules) } as unknown as Logger
  return { state, rules: await openRuleSetStore(store, RESOURCES, runChanges, logger) }
}

it('the owner’s changes lie over those of this run, and settings that this version does not have or allow are ignored', async () => {
  const text = JSON.stringify({ [DUST]: 77, 'an.older_setting': 1, 'sniper.tolerance': -5 })
  const { state, rules } = await open(text, { [DUST]: 5 })
  expect(ruleValue(rules.active.rules, DUST)).toBe(77)
  expect(rules.active.changed).toEqual([DUST])
  expect(state.ignored).toEqual([['an.older_setting', 'sniper.tolerance']])
})

it('changes that another process stored are in force after a reload', async () => {
  const { state, rules } = await open(null)
  const shipped = ruleValue(rules.shipped, DUST)
  expect([ruleValue(rules.active.rules, DUST), rules.active.changed]).toEqual([shipped, []])
  state.setting = JSON.stringify({ [DUST]: shipped + 1 })
  await rules.reload()
  expect([ruleValue(rules.active.rules, DUST), rules.active.changed]).toEqual([shipped + 1, [DUST]])
})

it('invalid changes are neither stored nor put in force', async () => {
  const { state, rules } = await open(null)
  await expect(rules.save({ [DUST]: -1 })).rejects.toThrow(DUST)
  expect([state.setting, rules.active.changed]).toEqual([null, []])
  await rules.save({ [DUST]: 9 })
  expect([state.setting, rules.active.changed]).toEqual([JSON.stringify({ [DUST]: 9 }), [DUST]])
})
