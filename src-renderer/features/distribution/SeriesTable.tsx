import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { formatCount, formatIndex } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { PercentCell, PlainTable } from '../../ui/PlainTable.tsx'
import { Section } from '../../ui/Section.tsx'

/** Measures of all snapshots, newest first; hidden for a single snapshot. */
export function SeriesTable({ series }: { series: LocalDistribution['series'] }) {
  if (series.length < 2) return null
  return (
    <Section id="series" title="Over time">
      <PlainTable dense columns={['Snapshot', { end: 'Gini' }, { end: 'HHI' }, { end: 'Nakamoto' }, { end: 'Top 10' }]}>
        {series.toReversed().map((row) => (
          <tr key={row.timestamp}>
            <th scope="row" className="num">
              {formatMoment(row.timestamp)}
            </th>
            <td className="end num">{formatIndex(row.gini)}</td>
            <td className="end num">{formatIndex(row.hhi)}</td>
            <td className="end num">{formatCount(row.nakamoto)}</td>
            <PercentCell value={row.top_10_holder_concentration} />
          </tr>
        ))}
      </PlainTable>
    </Section>
  )
}
