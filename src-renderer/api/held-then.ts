import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import type { OverlapRecord } from '../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { overlapGroups } from '../../src-shared/domain/overlap.ts'

/**
 * The lists of early wallets at the moment of a snapshot. Who is on a list is told by the launch and by everything stored since;
 * what each held then, and who was in a cluster, is told by the snapshot. Pure.
 */

interface Held {
  /** Token units. */
  readonly balance: number
  /** Percent of total supply. */
  readonly percentage: number
}

/** What a wallet held then; null where the snapshot lists only the largest holders and the wallet is none of them. */
export type HeldThen = (address: string) => Held | null

const NOTHING: Held = { balance: 0, percentage: 0 }

/** Whether every holder of the moment is in the snapshot: who is not held nothing. */
export function listsAll({ nodes, token_metadata: { holder_count } }: SnapshotRecord): boolean {
  return holder_count !== null && nodes.filter((node) => node.is_holder).length >= holder_count
}

export function heldThen(snapshot: SnapshotRecord): HeldThen {
  const known = new Map(snapshot.nodes.map((node) => [node.address, node]))
  const otherwise = listsAll(snapshot) ? NOTHING : null
  return (address) => known.get(address) ?? otherwise
}

export interface ShareThen {
  /** Percent of total supply: the least it was where some wallets are not listed. */
  readonly pct: number
  /** Wallets whose holdings the snapshot does not tell. */
  readonly unlisted: number
}

export function shareThen(addresses: readonly string[], held: HeldThen): ShareThen {
  const found = addresses.map(held)
  return {
    pct: found.reduce((sum, each) => sum + (each?.percentage ?? 0), 0),
    unlisted: found.filter((each) => each === null).length,
  }
}

/** Every intersection of the lists as it was then; `unlisted` wallets are counted and add no share. */
export function overlapThen(early: EarlyRecord, snapshot: SnapshotRecord): OverlapRecord & { readonly unlisted: number } {
  const { all, groups } = overlapGroups({
    clusters: new Set(snapshot.nodes.filter((node) => node.is_holder && node.cluster !== null).map(({ address }) => address)),
    snipers: new Set(early.snipers.map(({ address }) => address)),
    bundlers: new Set(early.bundlers.map(({ address }) => address)),
    insiders: new Set(early.insiders.map(({ address }) => address)),
    dev: new Set(early.supported.insiders && early.creator !== null ? [early.creator.address] : []),
  })
  const held = heldThen(snapshot)
  const { pct, unlisted } = shareThen(all, held)
  return {
    groups: groups.map(({ sets, addresses }) => ({ sets, wallets: addresses.length, pct: shareThen(addresses, held).pct, addresses })),
    union_pct: pct,
    unlisted,
  }
}
