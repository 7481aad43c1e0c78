import { describe, expect, it } from 'vitest'
import type { NetworkId } from '../networks.ts'
import { checksumAddress, networksFor, parseAddress, parsePool, parseTokenAddress } from './parse-address.ts'

const PEPE = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
const BOME = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const at = (digit: number): string => `0x${'0'.repeat(63)}${digit}`
const SUI = at(2)

describe('addresses in their one normal form', () => {
  it.each<[string, NetworkId, string, string | null]>([
    ['EIP-55', 'eth', PEPE, PEPE.toLowerCase()],
    ['lower case', 'base', PEPE.toLowerCase(), PEPE.toLowerCase()],
    ['upper case', 'bsc', `0x${PEPE.slice(2).toUpperCase()}`, PEPE.toLowerCase()],
    ['a wrong checksum', 'eth', PEPE.replace('Ce', 'ce'), null],
    ['too short', 'eth', '0x1234', null],
    ['base58 of 32 bytes', 'sol', BOME, BOME],
    ['base58 of other length', 'sol', BOME.slice(0, 40), null],
    ['a letter outside base58', 'sol', `0${BOME.slice(1)}`, null],
    ['a short Sui address', 'sui', '0x2', SUI],
  ])('%s', (_name, network, text, expected) => {
    const parsed = parseAddress(network, text)
    expect(parsed.ok ? parsed.address : null).toBe(expected)
    if (!parsed.ok) expect(parsed.reason).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['a short coin type', '0x2::sui::SUI', `${SUI}::sui::SUI`],
    ['one with a type parameter', '0x2::coin::LP<0x2::sui::SUI>', `${SUI}::coin::LP<${SUI}::sui::SUI>`],
    [
      'one with two',
      '0x2::coin::LP<0x2::sui::SUI, 0x3::a::A<0x4::b::B,0x5::c::C>>',
      `${SUI}::coin::LP<${SUI}::sui::SUI,${at(3)}::a::A<${at(4)}::b::B,${at(5)}::c::C>>`,
    ],
    ['an address without a type', '0x2', null],
    ['a missing type parameter', '0x2::a::B<0x2::sui::SUI,>', null],
    ['two types without brackets', '0x2::a::B,0x2::a::C', null],
    ['a name that Move does not take', '0x2::sui::1', null],
    ['an open bracket', '0x2::a::B<0x2::sui::SUI', null],
    ['a type parameter that is no type', '0x2::a::B<0x2>', null],
  ])('Sui tokens: %s', (_name, text, expected) => {
    const parsed = parseTokenAddress('sui', text)
    expect(parsed.ok ? parsed.address : null).toBe(expected)
  })

  it.each([
    ['eth', `0x${'Ab'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
    ['eth', PEPE, PEPE.toLowerCase()],
    ['eth', `0x${'ab'.repeat(31)}`, null],
    ['sol', `0x${'ab'.repeat(32)}`, null],
  ] as const)('a pool on %s: %s', (network, text, expected) => {
    const parsed = parsePool(network, text)
    expect(parsed.ok ? parsed.address : null).toBe(expected)
  })

  it('spells a checksum as EIP-55 does', () => {
    // The first four are those of https://eips.ethereum.org/EIPS/eip-55#test-cases.
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      PEPE,
    ])
      expect(checksumAddress(address.toLowerCase())).toBe(address)
  })
})

it.each([
  [PEPE, ['eth', 'base', 'bsc']],
  [BOME, ['sol']],
  ['0x2::sui::SUI', ['sui']],
  ['pepe', []],
])('%s may be a token of %j', (text, networks) => {
  expect(networksFor(text)).toEqual(networks)
})
