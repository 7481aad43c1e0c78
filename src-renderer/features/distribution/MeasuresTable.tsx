import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { exactPercent, formatCount, formatIndex, formatPercent, leastPercent } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { measureRows, mergedText, type MeasureRow, type SeriesPoint } from './distribution-rows.ts'
import { Section } from '../../ui/Section.tsx'

/** Measures for wallets and for merged clusters, side by side. */
export function MeasuresTable({ record, then, unknown }: { record: LocalDistribution; then: SeriesPoint | null; unknown: readonly string[] }) {
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
        {measureRows(record, then, unknown).map((row) => (
          <tr key={row.id}>
            <th scope="row" title={row.description}>
              {row.name}
              <span className="measure-means quiet">{row.description}</span>
            </th>
            <MeasureCell row={row} value={row.wallets} why={null} />
            <MeasureCell row={row} value={row.owners} why={record.merged_unknown} />
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

const UNSEEN = 'Larger holders may not have been seen yet.'
const NO_MAJORITY = 'Holders that are not stored may be part of the majority.'

/** @param why the value is unknown; null if it is known */
function MeasureCell({ row, value, why }: { row: MeasureRow; value: number | null; why: string | null }) {
  const isBound = row.isOpen && row.kind === 'percent' && value !== null && value > 0
  const unknown = why ?? (row.isOpen && !isBound ? (row.kind === 'count' ? NO_MAJORITY : UNSEEN) : null)
  return (
    <td className="end num" title={unknown ?? (isBound ? `At least ${formatExact(row, value)}. ${UNSEEN}` : formatExact(row, value))}>
      {unknown === null ? isBound ? leastPercent(value) : formatShort(row, value) : <span className="quiet">unknown</span>}
    </td>
  )
}

function formatShort({ kind }: MeasureRow, value: number | null): string {
  return kind === 'percent' ? formatPercent(value) : kind === 'count' ? formatCount(value) : formatIndex(value)
}

function formatExact({ kind }: MeasureRow, value: number | null): string {
  if (value === null) return 'No holders to measure'
  return kind === 'percent' ? exactPercent(value) : String(value)
}
