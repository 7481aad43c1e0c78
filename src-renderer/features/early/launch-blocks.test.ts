import { expect, it } from 'vitest'
import { rolesOf, spentText } from './launch-blocks.ts'

const nobody = { creator: null, bundlers: [], insiders: [] }

it('names who bought and who paid, and leaves unknown tips out', () => {
  expect(rolesOf(nobody, { address: 'a', signer: 'a', tipped: null })).toEqual([])
  expect(rolesOf(nobody, { address: 'a', signer: 'somebody else', tipped: true })).toEqual(['tipped', expect.stringMatching(/^paid by /)])
  const creator = { address: 'a', percentage: 1, source: 'event', candidates: [] }
  expect(rolesOf({ ...nobody, creator }, { address: 'a', signer: null, tipped: false })).toEqual(['creator'])
})

it('shows unknown coin as a dash', () => {
  expect(spentText(null, 'ETH')).toBe('–')
  expect(spentText(0.5, 'ETH')).toBe('0.5 ETH')
})
