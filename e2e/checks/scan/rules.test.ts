import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RULE_TABLE } from '../../../src-main/scan/rule-table.ts'
import { RULES, RULES_BY_FAMILY } from '../../../src-main/scan/rules.ts'
import { hideFacts, cleanInput, weights } from './inputs.ts'
import { TAMPERED_INPUTS } from './tampered-inputs.ts'

const ids = RULES.map(({ id }) => id).toSorted()

it('every rule is a table row or a listed file, and every published weight has a rule', () => {
  const files = readdirSync(new URL('../../../src-main/scan/rules/', import.meta.url)).map((name) => name.replace(/\.ts$/, ''))
  const rows = Object.values(RULE_TABLE)
    .flat()
    .map(({ id }) => id)
  expect([...files, ...rows].toSorted()).toEqual(ids)
  expect(weights.findings.map(({ id }) => id).toSorted()).toEqual(ids)
  expect(Object.keys(TAMPERED_INPUTS).toSorted()).toEqual(ids)
})

it('every rule is in the family whose cap applies to it', () => {
  const listed = [...RULES_BY_FAMILY].flatMap(([family, rules]) => rules.map(({ id }) => [id, family]))
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(weights.findings.map(({ id, group }) => [id, group])))
})

describe.each(RULES)('$id', ({ id, needs, clears, decide }) => {
  const network = weights.findings.find((one) => one.id === id)?.networks[0] ?? 'eth'
  const clean = cleanInput(network)
  const tampered = TAMPERED_INPUTS[id]?.(clean) ?? clean

  it('is unknown without the facts that it needs', () => {
    expect(decide(hideFacts(clean, (need) => needs.includes(need))).state).toBe('unknown')
  })

  it('does not depend on facts that it does not need', () => {
    const only = (input: typeof clean) => hideFacts(input, (need) => !needs.includes(need))
    expect(decide(only(clean))).toEqual(decide(clean))
    expect(decide(only(tampered))).toEqual(decide(tampered))
    expect(decide(tampered).state).toBe('applies')
  })

  it('states what would clear it', () => {
    expect(clears).toMatch(/^\p{Lu}.+\.$/u)
  })
})
