import { describe, expect, it } from 'vitest'
import { cellText, rowText } from '../../ui/table/cell-text.ts'
import { holderColumns } from './holder-columns.tsx'
import type { HolderRow } from './holder-rows.ts'

const ROW: HolderRow = {
  address: '0x00000000000000000000000000000000000000aa',
  rank: 3,
  label: 'Binance 18',
  tags: ['exchange', 'smart_contract'],
  balance: 1234.5,
  balance_raw: '1234500000000000000001',
  percentage: 27.024356275967804,
  cluster: 2,
}
const COLUMNS = holderColumns({ network: 'eth', decimals: 18, share: ({ percentage }) => percentage, largest: 30, shareMeans: '' })

describe('a copied holder', () => {
  it('has the address, every digit, and the number of the cluster that the page shows', () => {
    expect(rowText(COLUMNS, ROW)).toBe(`3\t${ROW.address}\texchange smart_contract\t3\t1234.500000000000000001\t27.024356275967804`)
    expect(COLUMNS.filter(({ id }) => id === 'cluster').map((column) => cellText(column, ROW))).toEqual(['3'])
  })

  it('of a snapshot has the balance that the snapshot states', () => {
    expect(rowText(COLUMNS, { ...ROW, balance_raw: null, cluster: null, rank: null })).toContain('smart_contract\t\t1234.5\t')
  })
})
