import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { Percent } from '../../ui/Value.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './TopBars.module.css'

const LARGEST = [10, 50, 100] as const

/** Shares of the largest 10, 50 and 100, for wallets and for merged clusters, as percent of total supply. */
export function TopBars({ record: { top, merged } }: { record: LocalDistribution }) {
  return (
    <Section id="largest" title="Largest holders">
      <dl className="stack small">
        {LARGEST.map((count) => (
          <div key={count} className={styles.group}>
            <dt>Top {count}</dt>
            <Bar of="wallets" value={top[count]} />
            <Bar of="merged" value={merged?.top[count] ?? null} />
          </div>
        ))}
      </dl>
      <p className="block-foot quiet">Percent of total supply, excluding pools and burns. Merged: each cluster counts as one holder.</p>
    </Section>
  )
}

function Bar({ of, value }: { of: 'wallets' | 'merged'; value: number | null }) {
  return (
    <dd className={styles.bar} data-of={of}>
      <span className="quiet">{of}</span>
      <span className="bar-track" aria-hidden="true">
        {value === null ? null : <span style={{ width: `${Math.min(100, value)}%` }} />}
      </span>
      {value === null ? <span className="quiet">unknown</span> : <Percent value={value} />}
    </dd>
  )
}
