import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { countsInCluster, NOT_IN_POPULATION } from '../../../src-shared/domain/labels.ts'
import { LOWER_BOUND } from '../../../src-shared/domain/share-figures.ts'
import { SHARE_LISTS, unknownBecause, type EarlyList } from '../../../src-shared/domain/unknown-lists.ts'
import { creatorWallets, holdingsAt, shareAt, type SnapshotShare } from '../../api/snapshot-holdings.ts'
import { countOf } from '../../format/number.ts'
import { named, ORDER, type Figure } from './figures.ts'

/**
 * The six shares at a snapshot: listed balances summed over the current lists. Pure.
 *
 * @param open fields of the current overview that are unknown, so that their lists may lack wallets
 */
export function snapshotFigures(snapshot: SnapshotRecord, token: TokenSummary, early: EarlyRecord, open: readonly string[] = []): Figure[] {
  const holders = snapshot.nodes.filter((node) => node.is_holder)
  const free = holders.filter((node) => !node.tags.some((tag) => NOT_IN_POPULATION.has(tag)))
  const largest = free.map((node) => node.percentage).sort((a, b) => b - a)
  const shares: Partial<Record<Figure['id'], number>> = {
    top10_pct: sumPercent(largest.slice(0, 10)),
    cluster_pct: sumPercent(snapshot.nodes.flatMap((node) => (node.cluster !== null && countsInCluster(node) ? [node.percentage] : []))),
  }
  const held = holdingsAt(snapshot)
  return ORDER.map((id) => {
    const list = SHARE_LISTS[id]
    const wallets = list === undefined || list === 'clusters' ? null : listWallets(list, early)
    const share = wallets === null ? { pct: shares[id] ?? 0, unlisted: 0 } : shareAt(wallets, held)
    const isEmpty = wallets === null ? share.pct === 0 : wallets.length === 0
    // A snapshot has its own clusters.
    const mayGrow = wallets !== null && open.includes(id)
    const unknown = list !== undefined && isEmpty ? unknownBecause(list, token, early.creator !== null, mayGrow ? open : []) : null
    const why = unknown ?? unlistedText(share, holders.length) ?? (mayGrow ? LOWER_BOUND : null)
    const isPartial = mayGrow || share.unlisted > 0
    const isKnown = unknown === null && (!isPartial || share.pct > 0)
    return named({ id, value: isKnown ? share.pct : null, why, atLeast: isKnown && isPartial })
  })
}

function listWallets(list: EarlyList, early: EarlyRecord): string[] {
  if (list !== 'dev') return early[list].map(({ address }) => address)
  return creatorWallets(early)
}

function unlistedText({ unlisted }: SnapshotShare, listed: number): string | null {
  if (unlisted === 0) return null
  return `${countOf(unlisted, 'wallet')} on this list ${unlisted === 1 ? 'is' : 'are'} not among the ${countOf(listed, 'holder')} in the snapshot.`
}
