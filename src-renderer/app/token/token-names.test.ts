import { describe, expect, it } from 'vitest'
import { displayName } from '../../format/token-name.ts'
import { createTokenNamer } from './token-names.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'

describe('token names', () => {
  const nameOf = createTokenNamer('eth', new Map([[OTHER, 'USDC']]))

  it.each([
    ['native', 'ETH', 'listed'],
    [USDC, 'USDC', 'listed'],
    [OTHER, 'USDC', 'onchain'],
    ['0x0000000000000000000000000000000000000abc', '0x000…abc', 'address'],
  ])('%s is %s, %s', (address, name, by) => {
    expect(nameOf(address)).toEqual({ name, by })
  })

  it('is quoted if self-declared, and the list takes precedence over the contract', () => {
    expect(displayName(nameOf(OTHER))).toBe('“USDC”')
    expect(displayName(createTokenNamer('eth', new Map([[USDC, 'SCAM']]))(USDC))).toBe('USDC')
  })

  it('resolves the long coin type of SUI', () => {
    expect(createTokenNamer('sui', new Map())(`0x${'2'.padStart(64, '0')}::sui::SUI`)).toEqual({ name: 'SUI', by: 'listed' })
  })

  it('applies to its own network only', () => {
    expect(createTokenNamer('base', new Map())(USDC).by).toBe('address')
  })
})
