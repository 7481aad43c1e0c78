import { formatCount } from '../../format/number.ts'
import styles from './Wallet.module.css'

/** A bar for each hour of the day in UTC. */
export function TradingHours({ hours }: { hours: readonly number[] }) {
  const most = Math.max(...hours, 1)
  return (
    <ol className={styles['hours']}>
      {hours.map((count, hour) => (
        <li key={hour} className={styles['hour']} title={`${String(hour).padStart(2, '0')}:00: ${formatCount(count)}`}>
          <span className={styles['bar']} style={{ height: `${(count / most) * 100}%` }} />
          <span className="tiny quiet">{hour % 6 === 0 ? String(hour).padStart(2, '0') : ''}</span>
        </li>
      ))}
    </ol>
  )
}
