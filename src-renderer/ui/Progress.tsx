import { cx } from './cx.ts'

interface Props {
  label: string
  done: number
  /** null if the total is unknown. */
  total: number | null
  tone?: 'running' | 'ok' | 'critical' | 'still'
}

/** A thin progress bar; indeterminate without a total. */
export function Progress({ label, done, total, tone = 'running' }: Props) {
  const share = total === null || total === 0 ? null : Math.min(1, done / total)
  const moving = share === null && tone === 'running'
  return (
    <div
      className={cx('progress', moving && 'progress-moving')}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
    >
      <div className="progress-fill" style={{ transform: `scaleX(${share ?? (moving ? 0.3 : tone === 'running' ? 0 : 1)})` }} />
    </div>
  )
}
