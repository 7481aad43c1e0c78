import type { LocalScan } from '../../../src-shared/contract/records/scan.ts'
import { ledgerLines, formatPoints } from './scan-labels.ts'
import { Section } from '../../ui/Section.tsx'
import styles from './ScanView.module.css'

/** How the score was computed from 100: each line changes it, and the bar shows the remaining points. */
export function Ledger({ ledger }: { ledger: LocalScan['ledger'] }) {
  return (
    <Section id="ledger" title="Score breakdown">
      <table className="plain-table plain-table-dense">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col" className="end">
              Points
            </th>
            <th scope="col" className="end">
              Left
            </th>
            <th scope="col" className={styles.barCell}>
              <span className="visually-hidden">Points left</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ledgerLines(ledger).map((line, at) => (
            <tr key={`${line.label}${at}`}>
              <th scope="row">{line.label}</th>
              <td className="end num">{at === 0 ? line.points : formatPoints(line.points)}</td>
              <td className="end num">{line.remaining}</td>
              <td className={styles.barCell}>
                <span className={styles.left} aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, line.remaining))}%` }} />
                  {at === 0 || line.points >= 0 ? null : <i style={{ width: `${Math.min(100 - Math.max(0, line.remaining), -line.points)}%` }} />}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
