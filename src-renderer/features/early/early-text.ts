import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { LOCAL_BUNDLE_REASONS } from '../../../src-shared/contract/records/metrics.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { atLeastText } from '../../../src-shared/domain/shown.ts'
import { countOf, formatAmount, formatCount, formatPercent, leastPercent } from '../../format/number.ts'
import { formatDuration, formatMoment } from '../../format/time.ts'
import type { Tone } from '../../ui/Tag.tsx'

/** Texts of the early lists: descriptions, reasons and the launch window. */

export type EarlyKind = 'snipers' | 'bundlers' | 'insiders'
export type BundleReason = (typeof LOCAL_BUNDLE_REASONS)[number]
export type SniperStatus = EarlyRecord['snipers'][number]['status'][number]

interface KindText {
  readonly one: string
  readonly description: string
  readonly none: string
  /** Whether the launch window decides membership. */
  readonly inWindow: boolean
}

export const KIND_TEXT: Readonly<Record<EarlyKind, KindText>> = {
  snipers: {
    one: 'sniper',
    description: 'Wallets that bought within the first blocks after trading began.',
    none: 'No wallet bought inside the window, except pools, services or the creator.',
    inWindow: true,
  },
  bundlers: {
    one: 'bundler',
    description: 'Wallets that bought together: in one transaction, in one block, or funded by the same wallet.',
    none: 'No group of wallets bought together near the launch.',
    inWindow: true,
  },
  insiders: {
    one: 'insider',
    description: 'Wallets linked to the creator: funded by it, sent tokens by it, or one step away.',
    none: 'No stored data links a wallet to the creator.',
    inWindow: false,
  },
}

export const REASON_TEXT: Readonly<Record<BundleReason, { readonly label: string; readonly description: string }>> = {
  same_tx: { label: 'Same transaction', description: 'Several wallets bought in one transaction' },
  same_slot_group: { label: 'Same block', description: 'A group of wallets bought in one block' },
  same_slot_as_pool: { label: 'Pool block', description: 'Bought in the same block that opened the pool' },
  same_funder: { label: 'Same funder', description: 'Funded by the same wallet before buying' },
  same_amount: { label: 'Same amount', description: 'Bought nearly identical amounts' },
  shared_tip: { label: 'Shared tip', description: 'One tip to the block builder covers the whole group' },
  same_gas: { label: 'Same gas settings', description: 'Sent with the same gas settings and nonce, which no other buyer has' },
  same_controller: { label: 'One owner of contracts', description: 'Contracts that one wallet owns or deployed bought at the launch' },
  next_nonces: { label: 'One sender', description: 'One wallet sent and paid for the buys of several, one right after the other' },
}

export const STATUS_TEXT: Readonly<Record<SniperStatus, { readonly label: string; readonly tone: Tone }>> = {
  held: { label: 'Holds', tone: 'neutral' },
  sold_partially: { label: 'Sold some', tone: 'warning' },
  sold_fully: { label: 'Sold out', tone: 'critical' },
  bought_more: { label: 'Bought more', tone: 'notice' },
}

/** "Window: block 100 to 111, 40 s from 7 Apr 2025, 00:37 UTC. …", or a sentence if the launch is unknown. */
export function windowText(window: EarlyRecord['window']): string {
  if (window === null) return 'The launch is unknown: no stored trade shows when trading began.'
  const { first_block, last_block, first_time, last_time, how } = window
  const span = first_time === null || last_time === null || last_time === first_time ? '' : `, ${formatDuration(last_time - first_time)}`
  const start = first_time === null ? '' : ` from ${formatMoment(first_time)}`
  return `Window: block ${formatCount(first_block)} to ${formatCount(last_block)}${span}${start}. ${how}`
}

interface Holding {
  readonly percentage: number | null
}

/**
 * Total share of a list; "at least" if some holdings are unknown. Each wallet appears once, so shares add up.
 *
 * @param mayGrow wallets may be missing from the list
 */
export function shareText(rows: readonly Holding[], mayGrow = false): string {
  const sum = sumPercent(rows.map(({ percentage }) => percentage ?? 0))
  return mayGrow || rows.some(({ percentage }) => percentage === null) ? atLeastText(sum) : formatPercent(sum)
}

/** "3 snipers" if all hold, "2 of 3 snipers" if some do, "at least 2 of 3 snipers" if a holding is unknown, "the 3 snipers" if none is known to hold. */
export function holdersText(rows: readonly Holding[], one: string): string {
  const holding = rows.filter(({ percentage }) => percentage !== null && percentage > 0).length
  const all = countOf(rows.length, one)
  if (holding === 0) return `the ${all}`
  if (holding === rows.length) return all
  const bound = rows.some(({ percentage }) => percentage === null) ? 'at least ' : ''
  return `${bound}${formatCount(holding)} of ${all}`
}

type BundleFigures = Pick<EarlyRecord['groups'][number], 'bought_pct' | 'spent' | 'held_pct'>

/**
 * "bought 4.10 % for 12.3 SOL, 2.00 % still held", or "for an unknown amount".
 *
 * @param mayGrow buys or balances may be missing
 */
export function bundleText({ bought_pct, spent, held_pct }: BundleFigures, coin: string, mayGrow = false): string {
  const price = spent === null ? 'for an unknown amount' : `for ${formatAmount(spent)} ${coin}`
  return `bought ${formatPercent(bought_pct)} ${price}, ${mayGrow ? atLeastText(held_pct) : formatPercent(held_pct)} still held`
}

/**
 * What the creator holds in all, and itself.
 *
 * @param mayHold a creator without a stored balance may hold some
 */
export function creatorShares(
  { percentage, total_percentage: total }: Pick<NonNullable<EarlyRecord['creator']>, 'percentage' | 'total_percentage'>,
  mayHold: boolean,
): { readonly total: string; readonly own: string } {
  if (!mayHold || percentage > 0) return { total: formatPercent(total), own: formatPercent(percentage) }
  return { total: total === 0 ? UNREAD : leastPercent(total), own: UNREAD }
}

const UNREAD = 'an unknown share'

/** The source of a wallet's first coin, and whether the creator had paid the same mixer or bridge about as much shortly before. */
export function originText({ kind, label, address, amount, seconds_after_creator: after }: Origin, coin: string): string {
  const who = `${kind === 'wallet' ? 'Wallet' : `${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`} ${label ?? address}`
  const paid = `${who} paid its first coin${amount === null ? '' : `, ${formatAmount(amount)} ${coin}`}.`
  if (after === null) return paid
  return `${paid} ${formatDuration(after)} before, the creator had paid the same ${kind} about as much. Others do so too, so this is a hint and counts for nothing.`
}

type Origin = NonNullable<EarlyRecord['insiders'][number]['origin']>
