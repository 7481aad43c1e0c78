import { describe, expect, it } from 'vitest'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { tokenSummary } from '../../testing/token-summary.ts'
import { otherNetworkText, searchTokens, withKinds, type AddressKind } from './search-tokens.ts'

const BOME = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const UNI = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'

const token = (over: Partial<TokenSummary>): TokenSummary => tokenSummary({ address: BOME, name: 'BOOK OF MEME', symbol: 'BOME', ...over })

describe('token search', () => {
  it('lists stored tokens for an empty text', () => {
    expect(searchTokens('  ', [token({})]).targets).toMatchObject([{ network: 'sol', address: BOME }])
  })

  it('resolves a Solana address', () => {
    expect(searchTokens(` ${BOME} `, [])).toEqual({ targets: [{ network: 'sol', address: BOME, stored: null }], ambiguous: false, error: null })
  })

  it('is ambiguous for an EVM address', () => {
    const found = searchTokens(UNI, [])
    expect(found.ambiguous).toBe(true)
    expect(found.targets.map((target) => target.network)).toEqual(['eth', 'base', 'bsc'])
    expect(found.targets[0]?.address).toBe(UNI.toLowerCase())
  })

  it('is not ambiguous if the address is stored on one network', () => {
    const found = searchTokens(UNI, [token({ network: 'base', address: UNI.toLowerCase(), symbol: 'UNI' })])
    expect(found.ambiguous).toBe(false)
    expect(found.targets[0]).toMatchObject({ network: 'base', stored: { symbol: 'UNI' } })
  })

  it('resolves a short Sui coin type', () => {
    expect(searchTokens('0x2::sui::SUI', []).targets).toMatchObject([{ network: 'sui', address: `0x${'2'.padStart(64, '0')}::sui::SUI` }])
  })

  it('finds stored tokens by symbol, name and part of the address', () => {
    for (const text of ['bom', 'book of', 'ukhh6']) expect(searchTokens(text, [token({})]).targets).toHaveLength(1)
    expect(searchTokens('doge', [token({})]).targets).toEqual([])
  })

  it.each([
    ['0x1f9840a85d5aF5bf1D1762F925BDADdC4201f984', /checksum/],
    ['0x1f9840a85d5a', /40 hex digits/],
    ['ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J8', /32 bytes/],
    ['0x2::sui', /coin type/],
  ])('explains what is wrong with %s', (text, reason) => {
    expect(searchTokens(text, []).error).toMatch(reason)
  })
})

describe('what the endpoints say of an address', () => {
  const kinds = (eth: AddressKind['kind'], base: AddressKind['kind'], bsc: AddressKind['kind']): AddressKind[] => [
    { network: 'eth', kind: eth, is_stored: false },
    { network: 'base', kind: base, is_stored: false },
    { network: 'bsc', kind: bsc, is_stored: false },
  ]

  it.each<[AddressKind[], string[], boolean]>([
    [kinds('wallet', 'contract', 'wallet'), ['base', 'eth', 'bsc'], false],
    [kinds('unknown', 'contract', 'wallet'), ['base', 'eth', 'bsc'], true],
    [kinds('unknown', 'unknown', 'unknown'), ['eth', 'base', 'bsc'], true],
  ])('puts contracts first, and asks only while a network may have another', (known, order, ambiguous) => {
    const found = withKinds(searchTokens(UNI, []), known)
    expect(found.targets.map(({ network }) => network)).toEqual(order)
    expect(found.ambiguous).toBe(ambiguous)
  })

  it('names the network that has the contract', () => {
    expect(otherNetworkText('eth', kinds('wallet', 'contract', 'wallet'))).toBe(
      'There is no contract at this address on Ethereum. There is one on Base.',
    )
    expect(otherNetworkText('eth', kinds('wallet', 'wallet', 'wallet'))).toMatch(/It is the address of a wallet\.$/)
    expect(otherNetworkText('eth', kinds('wallet', 'wallet', 'unknown'))).toMatch(/on Ethereum\.$/)
    expect(otherNetworkText('eth', kinds('unknown', 'contract', 'wallet'))).toBeNull()
    expect(otherNetworkText('base', kinds('wallet', 'contract', 'wallet'))).toBeNull()
  })
})
