import { expect, it } from 'vitest'
import { EntityNames } from './entity-names.ts'

it.each([
  ['a spelling learned from a named row', 'kucoin', 'KuCoin'],
  ['a short key, which is an abbreviation', 'okx', 'OKX'],
  ['a word', 'bitvavo', 'Bitvavo'],
  ['a key with an ending of the list', 'bitlo-cex', 'Bitlo'],
  ['a domain', 'gate.io', 'Gate.io'],
])('%s', (_, entity, name) => {
  const names = new EntityNames()
  names.learn('kucoin', 'KuCoin 2')
  names.learn('kucoin', 'Kucoin deposit')
  names.learn('okx', 'some other name')
  expect(names.of(entity)).toBe(name)
})
