import { MAX_CLUSTER_ID } from '../../../src-shared/domain/cluster-id.ts'
import type { BalanceIndex } from '../balances.ts'
import type { ClustersBefore } from '../facts.ts'

type Balances = Pick<BalanceIndex, 'get'>

/**
 * Cluster ids that are stable from one snapshot to the next (docs/detection.md#edge-cases). A cluster takes the id of the
 * earlier cluster with which it shares most of its current balance. If several clusters claim one id, the one that shares most
 * takes it: a merged cluster keeps the id of its largest part, and the largest part of a split cluster keeps its id. All other
 * clusters take ids that no snapshot of the token used.
 *
 * @param clusters each wallet in at most one cluster @returns an id each; ties go to the smaller id and the earlier cluster
 */
export function identify(clusters: readonly { readonly members: readonly string[] }[], before: ClustersBefore, balances: Balances): number[] {
  const idOf = new Map<string, number>()
  for (const { id, members } of before.clusters) if (id <= MAX_CLUSTER_ID) for (const address of members) idOf.set(address, id)
  const claims = clusters.map(({ members }) => strongestClaim(members, idOf, balances))
  const heirs = new Map<number, number>()
  claims.forEach((claim, i) => {
    if (claim === null) return
    const other = claims[heirs.get(claim.id) ?? -1]
    if (other === undefined || other === null || claim.raw > other.raw) heirs.set(claim.id, i)
  })
  let next = before.nextId
  return claims.map((claim, i) => (claim !== null && heirs.get(claim.id) === i ? claim.id : next++))
}

interface Claim {
  readonly id: number
  /** Balance shared with the cluster of that id. */
  readonly raw: bigint
}

function strongestClaim(members: readonly string[], idOf: ReadonlyMap<string, number>, balances: Balances): Claim | null {
  const shared = new Map<number, bigint>()
  for (const address of members) {
    const id = idOf.get(address)
    if (id !== undefined) shared.set(id, (shared.get(id) ?? 0n) + (balances.get(address) ?? 0n))
  }
  let strongest: Claim | null = null
  for (const [id, raw] of shared) {
    if (raw > 0n && (strongest === null || raw > strongest.raw || (raw === strongest.raw && id < strongest.id))) strongest = { id, raw }
  }
  return strongest
}
