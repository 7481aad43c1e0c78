import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { curveShare, lorenzRows } from './distribution-rows.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'

/** Lorenz curves as figures: for wallets, and with each cluster as one owner. */
export function LorenzTable({ record }: { record: LocalDistribution }) {
  return (
    <PlainTable dense columns={['Smallest holders', { end: 'Wallets hold' }, { end: 'Clusters merged' }]}>
      {lorenzRows(record).map(({ holders, wallets, owners }) => (
        <tr key={holders}>
          <th scope="row" className="num">
            {Math.round(holders * 100)} %
          </th>
          <td className="end num">{curveShare(wallets)}</td>
          <td className="end num">{owners === null ? 'unknown' : curveShare(owners)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
