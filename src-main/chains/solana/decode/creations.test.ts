import { expect, it } from 'vitest'
import { key } from '../programs/testing/anchor-events.ts'
import { accountsAt, eventsOf, MINT, OTHER, POOL, STRANGER, TRADER } from './testing/exchange.ts'

/** Openings and launches without a recorded transaction in the tree, with accounts in the order of the IDLs that the venues' files cite. */

const called = (program: string, data: string, accounts: readonly string[]) =>
  eventsOf({ signers: [STRANGER], program, accounts, data, held: [], payments: [] })

const DAMM_V1 = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
const DBC = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'
const CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

it.each<[what: string, program: string, data: string, accounts: readonly string[]]>([
  ['Meteora DAMM v1, with a config', DAMM_V1, '07a68aabceabecf4', accountsAt(26, { 0: POOL, 3: MINT, 4: OTHER })],
  ['Meteora DAMM v1, with a config and a time', DAMM_V1, '3095dc823d0b09b2', accountsAt(26, { 0: POOL, 3: MINT, 4: OTHER })],
  [
    'Meteora DAMM v2, with a dynamic config',
    'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    '955248c5fdfc440f',
    accountsAt(21, { 7: POOL, 9: MINT, 10: OTHER }),
  ],
  ['Meteora’s curve, with a transfer hook', DBC, 'b60de9b12a918702', accountsAt(15, { 2: TRADER, 3: MINT, 4: OTHER, 5: POOL })],
  ['Raydium CLMM, with a choice of fees', CLMM, '2b44d4a7592fa401', accountsAt(13, { 2: POOL, 3: MINT, 4: OTHER })],
  ['Raydium CLMM, with a permission', CLMM, '24f3b3232aef35e5', accountsAt(15, { 4: POOL, 5: MINT, 6: OTHER })],
  [
    'Raydium CPMM, with a permission',
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    '3f37fe4131b25979',
    accountsAt(21, { 4: POOL, 5: MINT, 6: OTHER }),
  ],
])('a pool is opened on %s', (_venue, program, data, accounts) => {
  const pools = called(program, data, accounts).filter((event) => event.kind === 'pool')
  expect(pools).toMatchObject([{ address: POOL, token0: MINT, token1: OTHER, createdBlock: 300_000_000 }])
})

it('the creator of a token with a transfer hook on Meteora’s curve is the one that its program names', () => {
  const created = called(DBC, 'b60de9b12a918702', accountsAt(15, { 2: TRADER, 3: MINT, 4: OTHER, 5: POOL }))
  expect(created).toContainEqual(expect.objectContaining({ kind: 'token_created', token: MINT, creator: TRADER }))
})

it.each([
  ['is its argument', '', TRADER],
  ['is its argument where a flag says that its holders get no fees', `0000${'00'.repeat(8)}00`, TRADER],
  ['is who calls the program where it ignores the argument, because the fees go to the holders', `0000${'00'.repeat(8)}01`, STRANGER],
])('the creator of a token on pump.fun %s', (_rule, flags, creator) => {
  const text = '0100000041'
  const data = `d6904cec5f8b31b4${text.repeat(3)}${'03'.repeat(32)}${flags}`
  const created = called('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', data, accountsAt(16, { 0: MINT, 5: STRANGER }))
  expect(created).toMatchObject([{ kind: 'token_created', token: MINT, creator }])
})

it('the creator of a token on Boop is its argument, not who pays for it', () => {
  const data = `b459c74ca8ecd98a${'03'.repeat(32)}${'00'.repeat(8)}`
  expect(TRADER).toBe(key(3))
  const created = called('boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4', data, accountsAt(16, { 0: MINT, 6: STRANGER }))
  expect(created).toMatchObject([{ kind: 'token_created', token: MINT, creator: TRADER }])
})
