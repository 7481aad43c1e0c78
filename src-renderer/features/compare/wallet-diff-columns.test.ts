import { expect, it } from 'vitest'
import type { WalletDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { toCsv } from '../../../src-shared/domain/csv.ts'
import { rowText } from '../../ui/table/cell-text.ts'
import { walletDiffColumns } from './wallet-diff-columns.tsx'

const LEFT: WalletDiff = {
  ...{ address: 'ann', label: null, change: 'left', before: 2.5, after: 0, points: -2.5, amount: -50 },
  ...{ clusterBefore: 3, clusterAfter: null },
}
const COLUMNS = walletDiffColumns('PEP')

it('the CSV has the cluster of a wallet before and after, also of one that left', () => {
  const head = COLUMNS.map(({ header, csvHeader }) => csvHeader ?? header.toLowerCase())
  const lines = [LEFT, { ...LEFT, clusterAfter: 0 }].map((row) => COLUMNS.map(({ csv }) => csv?.(row) ?? null))
  expect(toCsv(head, lines)).toBe(
    ['change,wallet,before,after,points,amount,cluster before,cluster', 'left,ann,2.5,0,-2.5,-50,4,', 'left,ann,2.5,0,-2.5,-50,4,1', ''].join('\r\n'),
  )
})

it('a copied row has the same values', () => {
  expect(rowText(COLUMNS, LEFT)).toBe('left\tann\t2.5\t0\t-2.5\t-50\t4\t')
})
