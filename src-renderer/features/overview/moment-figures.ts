import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { meaningOf, ORDER, type Figure } from './figures.ts'

/** The shares as a snapshot tells them: what it lists, added up. The rest it does not keep. Pure. */
export function figuresOfSnapshot(snapshot: SnapshotRecord): Figure[] {
  const holders = snapshot.nodes.filter((node) => node.is_holder)
  const sum = (nodes: readonly { percentage: number }[]): number => nodes.reduce((total, node) => total + node.percentage, 0)
  const free = holders.filter((node) => !node.tags.includes('liquidity_pool') && !node.tags.includes('burn'))
  const largest = free.map((node) => node.percentage).sort((a, b) => b - a)
  const { creator } = snapshot.token_metadata
  const known: Partial<Record<Figure['id'], number>> = {
    top10_pct: largest.slice(0, 10).reduce((total, share) => total + share, 0),
    cluster_pct: sum(holders.filter((node) => node.cluster !== null)),
    ...(creator === null ? {} : { dev_pct: sum(holders.filter((node) => node.address === creator)) }),
  }
  return ORDER.map((id) => {
    const value = known[id] ?? null
    const why = id === 'dev_pct' ? 'The creator is not known from this snapshot.' : 'A snapshot does not keep this share.'
    return { id, ...meaningOf(id), value, why: value === null ? why : null, computedHere: true }
  })
}
