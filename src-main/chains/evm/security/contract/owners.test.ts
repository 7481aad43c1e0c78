import { describe, expect, it } from 'vitest'
import { addressesIn } from './owners.ts'

/** Addresses in storage words, packed as Solidity does: https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html. */

const ADDRESS = 'e0e7198500622592cdeee529daa8232e915a4862'
const word = (digits: string): string => `0x${digits.padStart(64, '0')}`

describe('addresses in a storage word', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['a counter', '0f4240', []],
    ['an address', ADDRESS, [ADDRESS]],
    ['an address before a flag', `01${ADDRESS}`, [ADDRESS]],
    ['an address before two bytes', `ff01${ADDRESS}`, [ADDRESS]],
    ['an address before a long number', `ffffff${ADDRESS}`, []],
    ['an address after decimals', `${ADDRESS}09`, [ADDRESS]],
    ['an address after decimals and three flags', `${ADDRESS}01000112`, [ADDRESS]],
    ['an address after a long number', `${ADDRESS}655f1e80`, []],
    ['a short text', `${'53435020466f756e646174696f6e'.padEnd(62, '0')}1c`, []],
    ['a hash', 'ad'.repeat(32), []],
  ])('%s', (_name, digits, found) => expect(addressesIn(word(digits))).toEqual(found.map((one) => `0x${one}`)))
})
