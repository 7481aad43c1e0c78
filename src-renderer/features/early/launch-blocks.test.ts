import { expect, it } from 'vitest'
import { builderText, rolesOf, spentText } from './launch-blocks.ts'

const nobody = { creator: null, bundlers: [], insiders: [] }

it('names who bought, who sent it, and a first transaction', () => {
  expect(rolesOf(nobody, { address: 'a', signer: 'a', nonce: null })).toEqual([])
  expect(rolesOf(nobody, { address: 'a', signer: 'a', nonce: 0 })).toEqual(['first transaction'])
  expect(rolesOf(nobody, { address: 'a', signer: 'another wallet', nonce: 3 })).toEqual([expect.stringMatching(/^sent by /)])
  const creator = { address: 'a', percentage: 1, total_percentage: 1, contracts: [], locked: [], source: 'event', candidates: [] }
  expect(rolesOf({ ...nobody, creator }, { address: 'a', signer: null, nonce: null })).toEqual(['creator'])
})

it('tells tips, and fees far above those of the block, with their amounts', () => {
  const none = { tip: 0, tipped: false, priority_fee: 0.0001, times_usual_fee: 1.2 }
  expect(builderText(none, 'ETH')).toBe('')
  expect(builderText({ ...none, tip: 0.05, tipped: true, times_usual_fee: 40 }, 'ETH')).toBe('tip 0.05 ETH, fee 0.0001 ETH, 40× the block’s')
  expect(builderText({ ...none, tip: null, tipped: true, priority_fee: null, times_usual_fee: 7 }, 'ETH')).toBe('tipped, fee 7× the block’s')
  expect(builderText({ tip: null, tipped: null, priority_fee: null, times_usual_fee: null }, 'ETH')).toBeNull()
})

it('shows unknown coin as a dash', () => {
  expect(spentText(null, 'ETH')).toBe('–')
  expect(spentText(0.5, 'ETH')).toBe('0.5 ETH')
})
