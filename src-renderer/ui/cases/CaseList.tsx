import { Link } from '@tanstack/react-router'
import type { ListedCase } from '../../../src-shared/contract/records/cases.ts'
import { caseName } from '../../api/use-case.ts'
import { countOf } from '../../format/number.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { Tag } from '../Tag.tsx'
import { Age } from '../Value.tsx'
import styles from './CaseList.module.css'

/** Cases as links, each with a summary of its contents. */
export function CaseList({ cases }: { readonly cases: readonly ListedCase[] }) {
  const open = usePreferences((state) => state.openCase)
  return (
    <ul aria-label="Cases">
      {cases.map((row) => (
        <li key={row.id}>
          <Link to="/cases/$id" params={{ id: row.id }} className={styles['case']}>
            <strong className="truncate">{caseName(row)}</strong>
            {row.id === open ? <Tag text="Open" /> : null}
            {row.owner === null || row.access === 'own' ? null : <Tag text={`${row.owner}: ${row.access}`} />}
            <span className={styles['aside']}>
              {countOf(row.items, 'item')} · {countOf(row.notes, 'note')} · {countOf(row.findings, 'finding')} · changed <Age at={row.changed_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
