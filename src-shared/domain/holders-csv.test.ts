import { expect, it } from 'vitest'
import { holdersCsv, type CsvHolder } from './holders-csv.ts'

const holder: CsvHolder = {
  rank: 1,
  address: 'a',
  label: 'Pool, old',
  tags: ['liquidity_pool', 'smart_contract'],
  cluster: 0,
  balance: 123456789012345.67,
  balance_raw: '123456789012345678901',
  percentage: 12.5,
}

it('has names, exact decimal balances and raw balances', () => {
  expect(holdersCsv([holder, { ...holder, rank: null, label: null, cluster: null, balance: 2.5, balance_raw: null }], 6)).toBe(
    [
      'rank,address,name,type,cluster,balance,balance_raw,percentage',
      '1,a,"Pool, old",liquidity_pool smart_contract,1,123456789012345.678901,123456789012345678901,12.5',
      ',a,,liquidity_pool smart_contract,,2.5,,12.5',
      '',
    ].join('\r\n'),
  )
})
