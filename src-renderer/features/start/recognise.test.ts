import { describe, expect, it } from 'vitest'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { tokenSummary } from '../../testing/token-summary.ts'
import { recognise } from './recognise.ts'

const BOME = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const UNI = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'

const token = (over: Partial<TokenSummary>): TokenSummary => tokenSummary({ address: BOME, name: 'BOOK OF MEME', symbol: 'BOME', ...over })

describe('what the search box understands', () => {
  it('lists what is stored when nothing is typed', () => {
    expect(recognise('  ', [token({})]).targets).toMatchObject([{ network: 'sol', address: BOME }])
  })

  it('knows a Solana address at once', () => {
    expect(recognise(` ${BOME} `, [])).toEqual({ targets: [{ network: 'sol', address: BOME, stored: null }], ambiguous: false, fault: null })
  })

  it('asks which network an EVM address is on', () => {
    const found = recognise(UNI, [])
    expect(found.ambiguous).toBe(true)
    expect(found.targets.map((target) => target.network)).toEqual(['eth', 'base', 'bsc'])
    expect(found.targets[0]?.address).toBe(UNI.toLowerCase())
  })

  it('does not ask when the address is stored on one of them', () => {
    const found = recognise(UNI, [token({ network: 'base', address: UNI.toLowerCase(), symbol: 'UNI' })])
    expect(found.ambiguous).toBe(false)
    expect(found.targets[0]).toMatchObject({ network: 'base', stored: { symbol: 'UNI' } })
  })

  it('knows a Sui coin type in its short form', () => {
    expect(recognise('0x2::sui::SUI', []).targets).toMatchObject([{ network: 'sui', address: `0x${'2'.padStart(64, '0')}::sui::SUI` }])
  })

  it('finds stored tokens by symbol, name, and part of the address', () => {
    for (const text of ['bom', 'book of', 'ukhh6']) expect(recognise(text, [token({})]).targets).toHaveLength(1)
    expect(recognise('doge', [token({})]).targets).toEqual([])
  })

  it.each([
    ['0x1f9840a85d5aF5bf1D1762F925BDADdC4201f984', /checksum/],
    ['0x1f9840a85d5a', /40 hex digits/],
    ['ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J8', /32 bytes/],
    ['0x2::sui', /coin type/],
  ])('says what is wrong with %s', (text, reason) => {
    expect(recognise(text, []).fault).toMatch(reason)
  })
})
