import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { BUNDLE_REASONS } from '../../../src-shared/contract/records/metrics.ts'
import { countOf, formatCount, formatPercent } from '../../format/number.ts'
import { formatDuration, formatMoment } from '../../format/time.ts'
import type { Tone } from '../../ui/Tag.tsx'

/** The early wallets in words: what each list is, why a wallet is on it, and what the window was. */

export type EarlyKind = 'snipers' | 'bundlers' | 'insiders'
export type BundleReason = (typeof BUNDLE_REASONS)[number]
export type SniperStatus = EarlyRecord['snipers'][number]['status'][number]

interface KindWords {
  readonly one: string
  readonly means: string
  readonly none: string
  /** Whether the window after the launch decides who is on the list. */
  readonly inWindow: boolean
}

export const KIND_WORDS: Readonly<Record<EarlyKind, KindWords>> = {
  snipers: {
    one: 'sniper',
    means: 'Wallets that bought within the first blocks after trading began.',
    none: 'No wallet bought inside the window, except pools, services or the creator.',
    inWindow: true,
  },
  bundlers: {
    one: 'bundler',
    means: 'Wallets that bought together: in one transaction, in one block, or funded by the same wallet.',
    none: 'No group of wallets bought together near the launch.',
    inWindow: true,
  },
  insiders: {
    one: 'insider',
    means: 'Wallets linked to the creator: funded by it, sent tokens by it, or one step away.',
    none: 'No stored data links a wallet to the creator.',
    inWindow: false,
  },
}

export const REASON_WORDS: Readonly<Record<BundleReason, { readonly word: string; readonly means: string }>> = {
  same_tx: { word: 'Same transaction', means: 'Several wallets bought in one transaction' },
  same_slot_group: { word: 'Same block', means: 'A group of wallets bought in one block' },
  same_slot_as_pool: { word: 'Pool block', means: 'Bought in the same block that opened the pool' },
  same_funder: { word: 'Same funder', means: 'Funded by the same wallet before buying' },
  same_amount: { word: 'Same amount', means: 'Bought nearly identical amounts' },
  shared_tip: { word: 'Shared tip', means: 'One tip to the block builder covers the whole group' },
}

export const STATUS_WORDS: Readonly<Record<SniperStatus, { readonly word: string; readonly tone: Tone }>> = {
  held: { word: 'Holds', tone: 'neutral' },
  sold_partially: { word: 'Sold some', tone: 'warning' },
  sold_fully: { word: 'Sold out', tone: 'critical' },
  bought_more: { word: 'Bought more', tone: 'notice' },
}

/** "Block 100 to 111, 40 s from 7 Apr 2025, 00:37 UTC." and how it was counted; a sentence when the launch is not known. */
export function windowWords(window: EarlyRecord['window']): string {
  if (window === null) return 'The launch is unknown: no stored trade shows when trading began.'
  const { first_block, last_block, first_time, last_time, how } = window
  const span = first_time === null || last_time === null || last_time === first_time ? '' : `, ${formatDuration(last_time - first_time)}`
  const start = first_time === null ? '' : ` from ${formatMoment(first_time)}`
  return `Window: block ${formatCount(first_block)} to ${formatCount(last_block)}${span}${start}. ${how}`
}

interface Holding {
  readonly percentage: number | null
}

/** Share of supply of a whole list, at least where some holdings are not known. A wallet is on a list once, so the shares add up. */
export function shareWords(rows: readonly Holding[]): string {
  const sum = rows.reduce((all, { percentage }) => all + (percentage ?? 0), 0)
  return `${rows.some(({ percentage }) => percentage === null) ? 'at least ' : ''}${formatPercent(sum)}`
}

/** Who holds a share: "3 snipers", where some hold nothing "2 of 3 snipers", where all do "the 3 snipers". */
export function holdersWords(rows: readonly Holding[], one: string): string {
  const holding = rows.filter(({ percentage }) => percentage === null || percentage > 0).length
  const all = countOf(rows.length, one)
  if (holding === 0) return `the ${all}`
  return holding === rows.length ? all : `${formatCount(holding)} of ${all}`
}
