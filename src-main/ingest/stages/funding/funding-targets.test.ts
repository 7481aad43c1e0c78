import { expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import { fundingTargets, hubsAmong, topFunders } from './funding-targets.ts'

const at = (name: string): Address => trustedAddress(name)
const [token, pool, alice, bob, zero] = [at('0xt'), at('0xp'), at('0xa'), at('0xb'), at('0x0000000000000000000000000000000000000000')]

function funded(wallet: Address, funder: Address | null, block: number | null = 1): Funding {
  return { wallet, funder, raw: null, tx: null, block, time: null, reason: funder === null ? 'unknown' : null }
}

const kinds = new Map([
  [alice, 'wallet'],
  [bob, 'wallet'],
  [pool, 'contract'],
] as const)

test('targets are externally owned accounts that are no hubs and not decided yet', () => {
  expect(fundingTargets({ wallets: [alice, bob, pool, alice], kinds, hubs: new Set(), known: [funded(bob, alice)] })).toEqual([alice])
  expect(fundingTargets({ wallets: [alice, bob], kinds, hubs: new Set([alice]), known: [] })).toEqual([bob])
})

test('a wallet without coins at the last read is a target again', () => {
  const known = [funded(alice, null, null), funded(bob, null, 0)]
  expect(fundingTargets({ wallets: [alice, bob], kinds, hubs: new Set(), known })).toEqual([alice])
})

test('the top funders are those that funded most wallets, each once', () => {
  expect(topFunders([funded(alice, pool), funded(bob, alice), funded(token, pool), funded(zero, null)], 10)).toEqual([pool, alice])
})

test('one label that marks an address as a hub is enough', () => {
  const label = { name: null, tags: ['exchange'], category: null, source: 'x' } as const
  const labels = [
    { ...label, address: alice, linkPolicy: 'own' },
    { ...label, address: alice, linkPolicy: 'hub' },
  ] as const
  expect(hubsAmong(labels)).toEqual(new Set([alice]))
})
