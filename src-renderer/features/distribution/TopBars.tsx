import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { Percent } from '../../ui/Value.tsx'

/** What the largest 10, 50 and 100 hold, and the largest 10 after merging clusters, on one scale of the whole supply. */
export function TopBars({ record: { top, merged } }: { record: LocalDistribution }) {
  const rows = [
    ['Top 10', top[10]],
    ['Top 50', top[50]],
    ['Top 100', top[100]],
    ['Top 10 owners', merged.top_10_holder_concentration],
  ] as const
  return (
    <section className="block" aria-labelledby="largest">
      <h2 id="largest">Largest holders</h2>
      <dl className="bars">
        {rows.map(([name, value]) => (
          <div key={name} className="bar-row">
            <dt>{name}</dt>
            <dd className="bar">
              <span className="bar-track" aria-hidden="true">
                <span style={{ width: `${Math.min(100, value)}%` }} />
              </span>
              <Percent value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="block-foot quiet">Percent of total supply, without pools and burns. For owners, each cluster counts as one.</p>
    </section>
  )
}
