import type { DeletedCase } from '../../../src-shared/contract/records/cases.ts'
import { caseName, useRestoreCase } from '../../api/use-case.ts'
import { Button } from '../../ui/Button.tsx'
import { Age } from '../../ui/Value.tsx'
import styles from './Cases.module.css'

/** Cases that can be restored. */
export function DeletedCases({ cases }: { readonly cases: readonly DeletedCase[] }) {
  const restore = useRestoreCase()
  if (cases.length === 0) return null
  return (
    <section className={styles['trash']} aria-labelledby="deleted-cases">
      <h2 id="deleted-cases">Deleted cases</h2>
      <p className="quiet">They can be restored until the database is compacted under Settings.</p>
      <ul>
        {cases.map((row) => (
          <li key={row.id} className={styles['deleted']}>
            <span className="truncate">{caseName(row)}</span>
            <span className="quiet">
              deleted <Age at={row.deleted_at} />
            </span>
            <Button
              kind="quiet"
              disabled={restore.isPending}
              text="Restore"
              onClick={() => restore.mutate(row.id)}
              aria-label={`Restore ${caseName(row)}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
