import { describe, expect, it } from 'vitest'
import { nameWords } from '../../format/token-name.ts'
import { tokenNames } from './token-names.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const OTHER = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'

describe('the name of another token', () => {
  const nameOf = tokenNames('eth', new Map([[OTHER, 'USDC']]))

  it.each([
    ['native', 'ETH', 'listed'],
    [USDC, 'USDC', 'listed'],
    [OTHER, 'USDC', 'told'],
    ['0x0000000000000000000000000000000000000abc', '0x000…abc', 'address'],
  ])('%s is %s, %s', (address, name, by) => {
    expect(nameOf(address)).toEqual({ name, by })
  })

  it('is quoted where the token gave it to itself, and a list goes before what a contract says', () => {
    expect(nameWords(nameOf(OTHER))).toBe('“USDC”')
    expect(nameWords(tokenNames('eth', new Map([[USDC, 'SCAM']]))(USDC))).toBe('USDC')
  })

  it('of the coin of Sui is its symbol under the type that pools name', () => {
    expect(tokenNames('sui', new Map())(`0x${'2'.padStart(64, '0')}::sui::SUI`)).toEqual({ name: 'SUI', by: 'listed' })
  })

  it('holds on its own network only', () => {
    expect(tokenNames('base', new Map())(USDC).by).toBe('address')
  })
})
