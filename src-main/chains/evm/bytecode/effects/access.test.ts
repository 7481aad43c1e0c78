import { expect, it } from 'vitest'
import compiled from '../../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { analyzeAccess } from '../analyze.ts'
import { readCodeText } from '../code/code-text.ts'

/** What functions may write and whom they obey, read from compiled test tokens, which are creation code. */
function access(name: keyof typeof compiled.contracts, selector: string) {
  const input = readCodeText(compiled.contracts[name].bytecode)
  if ('error' in input) throw new Error(input.error)
  const found = analyzeAccess(input.bytes).functions.find((one) => one.selector === selector)
  return found === undefined
    ? null
    : { isUnlisted: found.isUnlisted || found.asks.length > 0, does: [...found.does].sort(), allows: [...found.allows].sort() }
}

/** refresh(address,uint256) */
const MINT = '0x7644d70c'
const mint = { does: ['mint'], allows: ['mint'] }

it.each([
  ['WardToken', true],
  ['AuthorityToken', true],
  ['HashedKeeperToken', true],
  ['LaterMintToken', false],
  ['HashSlotToken', false],
  ['BitRolesToken', false],
  ['OldAuthorityToken', true],
] as const)('the mint of %s: its callers are in no list: %s', (name, isUnlisted) => {
  expect(access(name, MINT)).toEqual({ isUnlisted, ...mint })
})

it('tells a ban, a loss and a change of owner from a mint', () => {
  expect(access('BlacklistToken', '0xf9f92be4')).toEqual({ isUnlisted: false, does: ['moves'], allows: ['moves'] })
  expect(access('BurnOthersToken', '0x9dc29fac')).toMatchObject({ does: expect.arrayContaining(['take']) as unknown })
  expect(access('MintableToken', '0xf2fde38b')).toEqual({ isUnlisted: false, does: [], allows: ['mint'] })
})

it('holders who approve or sell are in no list of callers', () => {
  for (const selector of ['0x095ea7b3', '0xa9059cbb', '0x23b872dd']) expect(access('MintableToken', selector)?.isUnlisted).toBe(false)
})
