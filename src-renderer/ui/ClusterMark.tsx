/** The graph repeats its colours after this many clusters and adds a ring. */
const STEPS = 12

/** Number and graph colour of a cluster. */
export function ClusterMark({ index, full = false }: { index: number; full?: boolean }) {
  const ringed = index >= STEPS
  return (
    <span className="cluster-mark" title={`Cluster ${index + 1}`}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r={ringed ? 3.2 : 4.5} style={{ fill: `var(--cluster-${(index % STEPS) + 1})` }} />
        {ringed ? <circle cx="5" cy="5" r="4.4" fill="none" stroke="currentColor" strokeWidth="1" /> : null}
      </svg>
      <span className="num">{full ? `Cluster ${index + 1}` : index + 1}</span>
    </span>
  )
}
