import type { Label } from '../../../src-shared/domain/labels.ts'
import { seeded } from '../accuracy/script.ts'
import { simulate } from '../accuracy/simulate.ts'
import { createOldToken, createScriptBuilder, type ScriptBuilder } from '../accuracy/script-builder.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { deepFreeze } from './deep-freeze.ts'
import { shippedRules } from './story.ts'

/** Simulates a script on an existing token and returns its findings. */
export function simulateFindings(build: (write: ScriptBuilder) => void): { readonly findings: Findings; tagged(label: Label): string[] } {
  const write = createScriptBuilder(seeded(1))
  const names = new Set<string>()
  createOldToken(write)
  build(write)
  const script = write.finish({})
  for (const action of script.actions) for (const value of Object.values(action)) if (typeof value === 'string') names.add(value)
  const { facts, at } = simulate(script, 'sol')
  const findings = detectAll(deepFreeze(facts), { rules: shippedRules, changed: [] })
  return {
    findings,
    tagged: (label) => [...names].filter((name) => findings.labels.tags(at(name)).includes(label) && !write.exchanges.includes(name)),
  }
}
