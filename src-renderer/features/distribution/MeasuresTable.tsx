import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { exactPercent, formatCount, formatIndex, formatPercent } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { measureRows, mergedText, type MeasureRow, type SeriesPoint } from './distribution-rows.ts'
import { Section } from '../../ui/Section.tsx'

/** Measures for wallets and for merged clusters, side by side. */
export function MeasuresTable({ record, then }: { record: LocalDistribution; then: SeriesPoint | null }) {
  return (
    <Section id="measures" title="Measures">
      <PlainTable
        columns={[
          'Measure',
          { end: 'Wallets', title: 'Each wallet counted separately' },
          { end: 'Clusters merged', title: 'Each cluster counted as one owner' },
          ...(then === null ? [] : [{ end: 'Snapshot', title: `Each wallet counted separately, on ${formatMoment(then.timestamp)}` }]),
        ]}
      >
        {measureRows(record, then).map((row) => (
          <tr key={row.id}>
            <th scope="row" title={row.description}>
              {row.name}
              <span className="measure-means quiet">{row.description}</span>
            </th>
            <td className="end num" title={formatExact(row, row.wallets)}>
              {formatShort(row, row.wallets)}
            </td>
            <td className="end num" title={record.merged_unknown ?? formatExact(row, row.owners)}>
              {record.merged === null ? <span className="quiet">unknown</span> : formatShort(row, row.owners)}
            </td>
            {then === null ? null : (
              <td className="end num" title={row.atSnapshot === null ? 'Not stored in snapshots' : formatExact(row, row.atSnapshot)}>
                {formatShort(row, row.atSnapshot)}
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
      <p className="block-foot quiet">{mergedText(record)}</p>
    </Section>
  )
}

function formatShort({ kind }: MeasureRow, value: number | null): string {
  return kind === 'percent' ? formatPercent(value) : kind === 'count' ? formatCount(value) : formatIndex(value)
}

function formatExact({ kind }: MeasureRow, value: number | null): string {
  if (value === null) return 'No holders to measure'
  return kind === 'percent' ? exactPercent(value) : String(value)
}
