import { formatPercent } from '../../format/number.ts'
import type { Column } from '../../ui/table/column.ts'
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

export const changeColumn = <Row extends { readonly change: WalletChange | ClusterChange }>(width: number): Column<Row> => ({
  id: 'change',
  header: 'Change',
  width,
  cell: ({ change }) => <Tag tone={LABELS[change].tone ?? 'neutral'} text={changeLabel(change)} />,
  sortBy: ({ change }) => changeLabel(change),
  csv: ({ change }) => change,
})

/** Signed percentage points: "+1.20". */
export function formatPoints(points: number): string {
  if (points === 0) return '0'
  return `${points > 0 ? '+' : '−'}${formatPercent(Math.abs(points)).replace(' %', '')}`
}
