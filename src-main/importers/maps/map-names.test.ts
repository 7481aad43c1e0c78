import { expect, it } from 'vitest'
import { testAddress as address } from '../../cli/testing/write-map.ts'
import { readHolderMap } from './holder-map.ts'

it('names in a holder map have no characters that hide or reorder text, as names from a chain', () => {
  const node = (digit: number, name?: string) => ({ address: address(digit), amount: 400, percentage: 40, is_contract: false, name })
  const { name, symbol, labels } = readHolderMap(
    {
      ...{ version: 5, chain: 'eth', token_address: address(9), dt_update: '2025-04-24T10:00:00', links: [] },
      ...{ full_name: 'USD\u202ECoin', symbol: '\u202ECDSU', nodes: [node(1, 'Bin\u200Bance\n18'), node(2, '\u202E')] },
    },
    null,
  )
  expect({ name, symbol, labels: labels.map((label) => [label.address, label.name]) }).toEqual({
    name: 'USDCoin',
    symbol: 'CDSU',
    labels: [[address(1), 'Binance18']],
  })
})

it.each([1e20, 1e17, -5, '-001000-01-01', '+275760-09-13T00:00:00Z', 'yesterday'])('%s is no date of a map', (dt_update) => {
  const nodes = [{ address: address(1), amount: 400, percentage: 40, is_contract: false }]
  const map = { version: 5, chain: 'eth', token_address: address(9), links: [], full_name: 'Coin', symbol: 'COIN', nodes }
  expect(readHolderMap({ ...map, dt_update }, null).takenAt).toBeNull()
})
