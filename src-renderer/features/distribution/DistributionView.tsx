import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { useClient } from '../../api/service.tsx'
import { distributionQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { QueryFailure } from '../../ui/Failure.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton, Loading } from '../../ui/Skeleton.tsx'
import { EmptyState, Notice } from '../../ui/States.tsx'
import { curvePair, lorenzText } from './distribution-rows.ts'
import { LorenzChart } from './LorenzChart.tsx'
import { LorenzTable } from './LorenzTable.tsx'
import { MeasuresTable } from './MeasuresTable.tsx'
import { SeriesTable } from './SeriesTable.tsx'
import { TopBars } from './TopBars.tsx'

/** `snapshot`: the selected timestamp. Only the measures are known for it. Everything else shows the latest state. */
export function DistributionView({ token, snapshot }: { token: TokenRef; snapshot: number | null }) {
  const query = useQuery(distributionQuery(useClient(), token))
  if (query.data !== undefined) {
    if (query.data.value.population === 0) {
      return (
        <EmptyState icon="distribution" title="No holders to measure">
          <p>No stored holder outside pools and burn addresses has a balance.</p>
        </EmptyState>
      )
    }
    return <Distribution record={query.data.value} unknown={query.data.unknown} snapshot={snapshot} />
  }
  if (query.isError) return <QueryFailure title="Could not compute the distribution" query={query} />
  return <DistributionSkeleton />
}

type Shape = 'chart' | 'table'
const SHAPES: readonly { id: Shape; label: string }[] = [
  { id: 'chart', label: 'Chart' },
  { id: 'table', label: 'Table' },
]

function Distribution({ record, unknown, snapshot }: { record: LocalDistribution; unknown: readonly string[]; snapshot: number | null }) {
  const [shape, setShape] = useState<Shape>('chart')
  // The chart is rebuilt only when its curves change.
  const curves = useMemo(() => curvePair(record), [record])
  const then = record.series.find(({ timestamp }) => timestamp === snapshot) ?? null
  return (
    <div className="view-scroll distribution">
      {snapshot === null ? null : (
        <Notice>
          These figures describe the latest state, not the snapshot of {formatMoment(snapshot)}.{' '}
          {then === null ? null : 'The measures of that snapshot are in a column of their own.'}
        </Notice>
      )}
      {record.basis.partial ? <Notice tone="warning">{partialText(record)}</Notice> : null}
      <div className="distribution-grid">
        <section className="block" aria-labelledby="lorenz">
          <header className="block-head">
            <h2 id="lorenz">Lorenz curve</h2>
            <Segmented label="View as" value={shape} options={SHAPES} onChange={setShape} />
          </header>
          <p id="lorenz-text" className="block-text">
            {lorenzText(record)}
          </p>
          {shape === 'chart' ? <LorenzChart curves={curves} describedBy="lorenz-text" /> : <LorenzTable record={record} />}
        </section>
        <div className="distribution-side">
          <TopBars record={record} unknown={unknown} />
          <MeasuresTable record={record} then={then} unknown={unknown} />
        </div>
      </div>
      <SeriesTable series={record.series} />
      <p className="block-foot quiet">{basisText(record)}</p>
    </div>
  )
}

function partialText({ basis }: LocalDistribution): string {
  if (basis.holders_seen)
    return `Only ${countOf(basis.holders_observed, 'holder')} with ${formatPercent(basis.supply_observed_pct)} of supply were seen so far, and larger ones may follow. The real distribution differs from the curve.`
  const of = basis.holders_total === null ? '' : ` of ${basis.holders_total.toLocaleString('en')}`
  return `Only the largest ${countOf(basis.holders_observed, 'holder')}${of} are stored, with ${formatPercent(basis.supply_observed_pct)} of supply. The real distribution is less even than the curve shows.`
}

function basisText({ basis }: LocalDistribution): string {
  const excluded =
    basis.excluded.length === 0
      ? 'No addresses were excluded.'
      : `Excluded: ${countOf(basis.excluded.length, 'pool or burn address', 'pool and burn addresses')} with ${formatPercent(basis.excluded.reduce((sum, row) => sum + row.percentage, 0))} of supply.`
  return `${countOf(basis.holders_observed, 'holder')} stored. ${excluded}`
}

function DistributionSkeleton() {
  return (
    <div className="view-scroll distribution">
      <div className="distribution-grid">
        <section className="block">
          <h2>Lorenz curve</h2>
          <Skeleton height={300} />
        </section>
        <div className="distribution-side">
          <section className="block">
            <h2>Largest holders</h2>
            <Skeleton height={84} />
          </section>
          <section className="block">
            <h2>Measures</h2>
            <Skeleton height={140} />
          </section>
        </div>
      </div>
      <Loading what="the distribution" />
    </div>
  )
}
