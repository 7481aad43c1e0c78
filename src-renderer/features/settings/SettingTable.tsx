import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import styles from './Sources.module.css'

/** Settings as rows with actions. Columns have fixed widths. */
export function SettingTable({ columns: [name, state, value], children }: { columns: readonly [string, string, string]; children: ReactNode }) {
  return (
    <table className={cx('plain-table', styles.table)}>
      <thead>
        <tr>
          <th scope="col" className={styles.network}>
            {name}
          </th>
          <th scope="col" className={styles.state}>
            {state}
          </th>
          <th scope="col">{value}</th>
          <th scope="col" className={cx('end', styles.actions)}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
