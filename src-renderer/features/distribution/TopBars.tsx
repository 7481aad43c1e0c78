import type { LocalDistribution } from '../../../src-shared/contract/records/local.ts'
import { Percent } from '../../ui/Value.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './TopBars.module.css'

const LARGEST = [10, 50, 100] as const

/** Shares of the largest 10, 50 and 100, for wallets and for merged clusters, as percent of total supply. */
/** `unknown`: fields that the API reports as unknown. */
export function TopBars({ record: { top, merged }, unknown }: { record: LocalDistribution; unknown: readonly string[] }) {
  // Until all large holders are seen, every share is a lower bound, except a top 10 that no unseen holder can change.
  const isBound = (count: number): boolean => unknown.includes(count === 10 ? 'top_10_holder_concentration' : 'gini')
  return (
    <Section id="largest" title="Largest holders">
      <dl className="stack small">
        {LARGEST.map((count) => (
          <div key={count} className={styles.group}>
            <dt>Top {count}</dt>
            <Bar of="wallets" value={top[count]} isBound={isBound(count)} />
            <Bar of="merged" value={merged?.top[count] ?? null} isBound={isBound(count)} />
          </div>
        ))}
      </dl>
      <p className="block-foot quiet">Percent of total supply, excluding pools and burns. Merged: each cluster counts as one holder.</p>
    </Section>
  )
}

function Bar({ of, value, isBound }: { of: 'wallets' | 'merged'; value: number | null; isBound: boolean }) {
  return (
    <dd className={styles.bar} data-of={of}>
      <span className="quiet">{of}</span>
      <span className="bar-track" aria-hidden="true">
        {value === null ? null : <span style={{ width: `${Math.min(100, value)}%` }} />}
      </span>
      {value === null ? <span className="quiet">unknown</span> : <Percent value={value} isLeast={isBound && value > 0} />}
    </dd>
  )
}
