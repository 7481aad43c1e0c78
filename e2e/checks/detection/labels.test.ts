import { describe, expect, it } from 'vitest'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { labelBook } from '../../../src-main/detectors/labels.ts'
import { tell } from './story.ts'

describe('labels of a token whose accounts become known', () => {
  const facts = tell({ holds: { holder: 1_000 } })
  const withKind = (address: string): TokenFacts => ({ ...facts, accounts: new Map([...facts.accounts, [address, 'contract']]) })

  it('go on where nobody asked about the account, and tell of it what is known now', () => {
    const before = labelBook(facts)
    before.tags('holder')
    const now = labelBook(withKind('newcomer'), before)
    expect(now).toBe(before)
    expect(now.tags('newcomer')).toEqual(['smart_contract'])
  })

  it('begin anew where somebody was told that it is not known', () => {
    const before = labelBook(facts)
    expect(before.tags('newcomer')).toEqual(['wallet'])
    expect(labelBook(withKind('newcomer'), before).tags('newcomer')).toEqual(['smart_contract'])
  })
})
