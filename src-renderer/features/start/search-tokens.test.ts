import { describe, expect, it } from 'vitest'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { tokenSummary } from '../../testing/token-summary.ts'
import { searchTokens } from './search-tokens.ts'

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
