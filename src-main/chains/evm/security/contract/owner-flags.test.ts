import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { readFlag, unknownFlag, type Flag } from '../../../security/facts.ts'
import { unknownPowers, type Powers } from '../powers/powers.ts'
import type { Scan } from '../scan.ts'
import { ownerFlags } from './owner-flags.ts'
import type { Owners } from './owners.ts'
import type { ProxyFacts } from './proxy.ts'

/** What a token without a reported owner still has (docs/scan.md#powers). */

type Args = Parameters<typeof ownerFlags>[1]
const scan = { at: { number: 7 } } as unknown as Scan
const [YES, NO, UNKNOWN] = [readFlag(true, 'Seen.', 7), readFlag(false, 'Not seen.', 7), unknownFlag('Not tested.')]
const owners = (change: Partial<Owners> = {}): Owners => ({
  ...{ owner: null, hasOwner: true, candidates: [], former: [], read: 'all', notes: [] },
  ...change,
})
const proxy = (change: Partial<ProxyFacts>): ProxyFacts =>
  ({ kind: 'eip1967', upgradeable: true, implementation: null, admin: null, ...change }) as ProxyFacts
const powers = (mintable: Flag): Powers => {
  const none = unknownPowers('')
  return { ...none, flags: { ...none.flags, mintable } }
}
const clean: Args = {
  ...{ proxy: proxy({ kind: 'none', upgradeable: false }), owners: owners(), powers: powers(NO) },
  ...{ hidden: NO, regained: null, upgrader: null },
}
const of = async (change: Partial<Args>) => {
  const { renounced, take_back_ownership: takeBack, proxy: upgradable } = await ownerFlags(scan, { ...clean, ...change })
  return [renounced?.value, takeBack?.value, upgradable?.value]
}
const held = readFlag(true, 'Minted.', 7, { holder: { address: trustedAddress('minter'), kind: 'wallet' } })

describe('renounced, taken back and replaceable', () => {
  it.each<[string, Partial<Args>, readonly (boolean | null)[]]>([
    ['nothing is left', {}, [true, false, false]],
    ['the code reports no owner at all', { owners: owners({ hasOwner: false }) }, [true, false, false]],
    ['a hidden owner is left', { hidden: YES }, [false, false, false]],
    ['a hidden owner may be left', { hidden: UNKNOWN }, [null, false, false]],
    ['a role is left', { powers: powers(held) }, [false, false, false]],
    ['a function that anybody may call is left', { powers: powers(YES) }, [true, false, false]],
    ['ownership was taken back', { regained: { name: 'claim()', by: trustedAddress('former') } }, [false, true, false]],
    ['taking it back was not simulated', { regained: undefined }, [null, null, false]],
    ['former owners are unknown', { owners: owners({ read: 'nothing' }) }, [null, null, false]],
    ['former owners are unknown, and a role is left', { owners: owners({ read: 'nothing' }), powers: powers(held) }, [false, null, false]],
    ['anybody can replace the code', { proxy: proxy({}), upgrader: 'anybody' }, [false, false, true]],
    ['nobody could replace the code', { proxy: proxy({}) }, [true, false, false]],
    ['nobody could, but the code reports no owner', { proxy: proxy({}), owners: owners({ hasOwner: false }) }, [null, false, null]],
    ['nobody could, but former owners are unknown', { proxy: proxy({}), owners: owners({ read: 'nothing' }) }, [null, null, null]],
    ['replacing was not simulated', { proxy: proxy({}), upgrader: undefined }, [null, false, null]],
    ['whether the code can be replaced is unknown', { proxy: proxy({ upgradeable: null }) }, [null, false, null]],
    ['the admin contract was given up', { proxy: proxy({ upgradeable: false }) }, [true, false, false]],
  ])('%s', async (_name, change, flags) => expect(await of(change)).toEqual(flags))

  it('names the implementation, and the kind of a proxy', async () => {
    const implementation = trustedAddress('logic')
    const { proxy: open } = await ownerFlags(scan, { ...clean, proxy: proxy({ implementation }), upgrader: 'anybody' })
    expect(open).toMatchObject({ evidence: ['logic', 'anybody'], how: 'The token is an EIP-1967 proxy; anybody can replace its code.' })
    const { proxy: minimal } = await ownerFlags(scan, { ...clean, proxy: proxy({ kind: 'minimal', upgradeable: false, implementation }) })
    expect(minimal).toMatchObject({ value: false, evidence: ['logic'], how: 'The token is a minimal proxy, whose logic cannot change.' })
  })
})
