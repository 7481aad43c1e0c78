import { formatPercent } from '../../format/number.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { ClusterChange, WalletChange } from '../../../src-shared/domain/snapshot-diff.ts'

/** Labels of changes. The colour only repeats the label. */
const LABELS: Readonly<Record<WalletChange | ClusterChange, { readonly label: string; readonly tone?: 'notice' | 'warning' }>> = {
  entered: { label: 'In', tone: 'notice' },
  left: { label: 'Out', tone: 'warning' },
  grew: { label: 'Grew' },
  shrank: { label: 'Shrank' },
  merged: { label: 'Merged', tone: 'notice' },
  split: { label: 'Split', tone: 'warning' },
  new: { label: 'New', tone: 'notice' },
  gone: { label: 'Gone', tone: 'warning' },
  changed: { label: 'Changed' },
}

export const changeLabel = (change: WalletChange | ClusterChange): string => LABELS[change].label

export function ChangeTag({ change }: { readonly change: WalletChange | ClusterChange }) {
  const { label, tone } = LABELS[change]
  return tone === undefined ? <Tag>{label}</Tag> : <Tag tone={tone}>{label}</Tag>
}

/** Signed percentage points: "+1.20". */
export function formatPoints(points: number): string {
  if (points === 0) return '0'
  return `${points > 0 ? '+' : '−'}${formatPercent(Math.abs(points)).replace(' %', '')}`
}
