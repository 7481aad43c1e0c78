import { useEffect, useState } from 'react'

/** Placeholder block while content loads. */
export function Skeleton({ width, height = 12 }: { width?: number | string; height?: number }) {
  return <span className="skeleton" style={{ width: width ?? '100%', height }} aria-hidden="true" />
}

const LABEL_DELAY_MS = 2_000

/** After two seconds, names what is loading. */
export function Loading({ what }: { what: string }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LABEL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="waiting" role="status">
      {long ? `Loading ${what}…` : <span className="visually-hidden">Loading</span>}
    </p>
  )
}

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '43%', '58%']

/** Placeholder rows of a table that is loading. */
export function SkeletonRows({ rows = 12, what }: { rows?: number; what: string }) {
  return (
    <div className="skeleton-rows">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row">
          <Skeleton width={20} />
          <Skeleton width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
          <Skeleton width={64} />
          <Skeleton width={48} />
        </div>
      ))}
      <Loading what={what} />
    </div>
  )
}
