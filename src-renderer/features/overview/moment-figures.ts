import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { unknownBecause, type EarlyList } from '../../../src-shared/domain/unknown-lists.ts'
import { heldThen, shareThen, type ShareThen } from '../../api/held-then.ts'
import { countOf } from '../../format/number.ts'
import { isComputed, LISTS, meaningOf, notComputedWords, ORDER, type Figure } from './figures.ts'

/** The shares at the moment of a snapshot: what it lists, added up, with who is on which list by what is stored now. Pure. */
export function figuresOfSnapshot(snapshot: SnapshotRecord, token: TokenSummary, early: EarlyRecord): Figure[] {
  const holders = snapshot.nodes.filter((node) => node.is_holder)
  const sum = (nodes: readonly { percentage: number }[]): number => nodes.reduce((total, node) => total + node.percentage, 0)
  const free = holders.filter((node) => !node.tags.includes('liquidity_pool') && !node.tags.includes('burn'))
  const largest = free.map((node) => node.percentage).sort((a, b) => b - a)
  const told: Partial<Record<Figure['id'], number>> = {
    top10_pct: largest.slice(0, 10).reduce((total, share) => total + share, 0),
    cluster_pct: sum(holders.filter((node) => node.cluster !== null)),
  }
  const held = heldThen(snapshot)
  return ORDER.map((id) => {
    const computedHere = isComputed(id, snapshot.network)
    const list = LISTS[id]
    const wallets = list === undefined || list === 'clusters' ? null : walletsOf(list, early)
    const share = wallets === null ? { pct: told[id] ?? 0, unlisted: 0 } : shareThen(wallets, held)
    const isEmpty = wallets === null ? share.pct === 0 : wallets.length === 0
    const unknown = list !== undefined && isEmpty ? unknownBecause(list, token, early.creator !== null) : null
    const why = computedHere ? (unknown ?? unlistedWords(share, holders.length)) : notComputedWords(snapshot.network)
    const isKnown = computedHere && unknown === null && (share.unlisted === 0 || share.pct > 0)
    return { id, ...meaningOf(id), value: isKnown ? share.pct : null, why, atLeast: isKnown && share.unlisted > 0, computedHere }
  })
}

function walletsOf(list: EarlyList, early: EarlyRecord): string[] {
  if (list !== 'dev') return early[list].map(({ address }) => address)
  return early.creator === null ? [] : [early.creator.address]
}

function unlistedWords({ unlisted }: ShareThen, listed: number): string | null {
  if (unlisted === 0) return null
  return `${countOf(unlisted, 'wallet')} on this list ${unlisted === 1 ? 'is' : 'are'} not among the ${countOf(listed, 'holder')} in the snapshot.`
}
