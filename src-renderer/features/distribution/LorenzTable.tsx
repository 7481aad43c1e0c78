import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { formatPercent } from '../../format/number.ts'
import { lorenzRows } from './distribution-rows.ts'
import { PlainHead } from '../../ui/PlainHead.tsx'

/** Lorenz curves as figures: for wallets, and with each cluster as one owner. */
export function LorenzTable({ record }: { record: LocalDistribution }) {
  return (
    <table className="plain-table plain-table-dense">
      <PlainHead columns={['Smallest holders', { end: 'Wallets hold' }, { end: 'Clusters merged' }]} />
      <tbody>
        {lorenzRows(record).map(({ holders, wallets, owners }) => (
          <tr key={holders}>
            <th scope="row" className="num">
              {Math.round(holders * 100)} %
            </th>
            <td className="end num">{formatPercent(wallets * 100)}</td>
            <td className="end num">{owners === null ? 'unknown' : formatPercent(owners * 100)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
