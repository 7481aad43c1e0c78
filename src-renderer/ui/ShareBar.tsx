/** A share relative to the largest of its list, in the colour of its cluster. */
export function ShareBar({ share, largest, cluster }: { share: number | null; largest: number; cluster: number | null }) {
  if (share === null || largest <= 0) return null
  const fill = cluster === null ? 'var(--wallet)' : `var(--cluster-${(cluster % 12) + 1})`
  return (
    <span className="share-bar" aria-hidden="true">
      <span style={{ width: `${Math.max(0.5, (share / largest) * 100)}%`, background: fill }} />
    </span>
  )
}
