import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import type { OverlapRecord } from '../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { sumPercent } from '../../src-shared/domain/amount.ts'
import { countsInCluster } from '../../src-shared/domain/labels.ts'
import { overlapGroups } from '../../src-shared/domain/overlap.ts'
import { listsAllHolders, statedBalance } from '../../src-shared/domain/snapshot-diff.ts'

/**
 * Holdings of early wallets at a snapshot. The lists come from the launch and all stored data; balances and clusters come from
 * the snapshot. Pure.
 */

interface Holding {
  /** Token units. */
  readonly balance: number
  /** Percent of total supply. */
  readonly percentage: number
}

/** The holding of a wallet at a snapshot; null if the snapshot lists only the largest holders and not this wallet, or may lack its balance. */
export type ReadHolding = (address: string) => Holding | null

const NO_HOLDING: Holding = { balance: 0, percentage: 0 }

export function holdingsAt(snapshot: SnapshotRecord): ReadHolding {
  const known = new Map(snapshot.nodes.filter((node) => statedBalance(snapshot, node) !== null).map((node) => [node.address, node]))
  const otherwise = listsAllHolders(snapshot) ? NO_HOLDING : null
  return (address) => known.get(address) ?? otherwise
}

export interface SnapshotShare {
  /** Percent of total supply; a lower bound when `unlisted` is above zero. */
  readonly pct: number
  /** Wallets that the snapshot does not list. */
  readonly unlisted: number
}

export function shareAt(addresses: readonly string[], held: ReadHolding): SnapshotShare {
  const found = addresses.map(held)
  return {
    pct: sumPercent(found.map((each) => each?.percentage ?? 0)),
    unlisted: found.filter((each) => each === null).length,
  }
}

/** The wallets whose balances are the creator's: its own, and contracts that it controls. */
export const creatorWallets = ({ creator }: Pick<EarlyRecord, 'creator'>): string[] =>
  creator === null ? [] : [creator.address, ...creator.contracts.map(({ address }) => address)]

/** Every intersection of the lists at the snapshot. Unlisted wallets are counted but add no share. */
export function overlapAt(early: EarlyRecord, snapshot: SnapshotRecord): OverlapRecord & { readonly unlisted: number } {
  const { all, groups } = overlapGroups({
    clusters: new Set(snapshot.nodes.filter((node) => node.cluster !== null && countsInCluster(node)).map(({ address }) => address)),
    snipers: new Set(early.snipers.map(({ address }) => address)),
    bundlers: new Set(early.bundlers.map(({ address }) => address)),
    insiders: new Set(early.insiders.map(({ address }) => address)),
    dev: new Set(creatorWallets(early)),
  })
  const held = holdingsAt(snapshot)
  const { pct, unlisted } = shareAt(all, held)
  return {
    groups: groups.map(({ sets, addresses }) => ({ sets, wallets: addresses.length, pct: shareAt(addresses, held).pct, addresses })),
    union_pct: pct,
    unlisted,
  }
}
