/** A bound in a filter: "> 1 %" on the share, "weight >= 0.8" on the weight. */
interface Bound {
  readonly of: 'share' | 'weight'
  readonly sign: string
  readonly value: number
}

const BOUND = /(?:\b(share|weight)\s*)?([<>]=?)\s*(\d+(?:\.\d+)?)\s*%?/g
const CLUSTER = /\bcluster\s+(\d+)\b/

/** A parsed table filter. Every part must match. */
export interface TableFilter {
  /** In lower case. */
  readonly words: readonly string[]
  readonly bounds: readonly Bound[]
  /** Zero-based; null if no cluster is named. */
  readonly cluster: number | null
}

/** "pool cluster 3 > 1 %" → one word, a cluster and a bound on the share. */
export function parseTableFilter(text: string): TableFilter {
  const bounds: Bound[] = []
  const unbound = text.toLowerCase().replace(BOUND, (_, of: string | undefined, sign: string, value: string) => {
    bounds.push({ of: of === 'weight' ? 'weight' : 'share', sign, value: Number(value) })
    return ' '
  })
  const named = CLUSTER.exec(unbound)?.[1]
  const words = unbound.replace(CLUSTER, ' ').split(/\s+/).filter(Boolean)
  return { words, bounds, cluster: named === undefined ? null : Number(named) - 1 }
}

/** Whether the figures are within every bound. An unknown figure is within none. */
export function isWithin(bounds: readonly Bound[], figures: Readonly<Partial<Record<Bound['of'], number | null>>>): boolean {
  return bounds.every(({ of, sign, value }) => {
    const figure = figures[of] ?? null
    if (figure === null) return false
    if (figure === value) return sign.endsWith('=')
    return sign.startsWith('>') === figure > value
  })
}
