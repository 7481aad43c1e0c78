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

/** Values set at startup take precedence over the settings file, so a change in the page would not last. Null for all other values. */
export function startupNote(setBy: string | null, flag: string): string | null {
  if (setBy === 'flag') return `Set with ${flag} at startup.`
  return setBy === 'variable' ? 'Set by an environment variable at startup.' : null
}

export function StartupNote({ text }: { text: string | null }) {
  return text === null ? null : <p className="tiny quiet">{text}</p>
}
