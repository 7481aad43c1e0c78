import { expect, it } from 'vitest'
import { amountNotes } from './shown-amounts.ts'

const PLAIN = { multiplier: null, interest: null, isConfidential: false, hidesSupply: false }

it('a multiplier that changes is the one at the time of the read', () => {
  const shown = { ...PLAIN, multiplier: { now: 1, later: 10, from: 500 } }
  expect(amountNotes(shown, 499)).toEqual([])
  expect(amountNotes(shown, 500)).toEqual(['Wallets show amounts multiplied by 10. Amounts here are not multiplied.'])
})

it('an ordinary mint, and one without interest, have no note', () => {
  expect(amountNotes(PLAIN, 1)).toEqual([])
  expect(amountNotes({ ...PLAIN, interest: 0 }, 1)).toEqual([])
  expect(amountNotes({ ...PLAIN, interest: -25 }, 1)).toHaveLength(1)
})
