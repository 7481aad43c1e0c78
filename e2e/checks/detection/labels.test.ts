import { describe, expect, it } from 'vitest'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { createLabelIndex } from '../../../src-main/detectors/labels/label-index.ts'
import { buildFacts } from './story.ts'

describe('label index of a token whose accounts become known', () => {
  const facts = buildFacts({ holds: { holder: 1_000 } })
  const withKind = (address: string): TokenFacts => ({ ...facts, accounts: new Map([...facts.accounts, [address, 'contract']]) })

  it('continues where the account was not read before, and returns what is known now', () => {
    const index = createLabelIndex(facts)
    index.tags('holder')
    expect(index.update(withKind('newcomer').accounts)).toBe(true)
    expect(index.tags('newcomer')).toEqual(['smart_contract'])
  })

  it('does not continue where the account was read as unknown', () => {
    const index = createLabelIndex(facts)
    expect(index.tags('newcomer')).toEqual(['wallet'])
    expect(index.update(withKind('newcomer').accounts)).toBe(false)
    expect(createLabelIndex(withKind('newcomer')).tags('newcomer')).toEqual(['smart_contract'])
  })
})
