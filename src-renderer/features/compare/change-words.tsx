import { formatPercent } from '../../format/number.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { ClusterChange, WalletChange } from './diff-snapshots.ts'

/** Changes as words; the colour repeats what the word says. */
const WORDS: Readonly<Record<WalletChange | ClusterChange, { readonly word: string; readonly tone?: 'notice' | 'warning' }>> = {
  entered: { word: 'In', tone: 'notice' },
  left: { word: 'Out', tone: 'warning' },
  grew: { word: 'Grew' },
  shrank: { word: 'Shrank' },
  merged: { word: 'Merged', tone: 'notice' },
  split: { word: 'Split', tone: 'warning' },
  new: { word: 'New', tone: 'notice' },
  gone: { word: 'Gone', tone: 'warning' },
  changed: { word: 'Changed' },
}

export const wordOf = (change: WalletChange | ClusterChange): string => WORDS[change].word

export function ChangeTag({ change }: { readonly change: WalletChange | ClusterChange }) {
  const { word, tone } = WORDS[change]
  return tone === undefined ? <Tag>{word}</Tag> : <Tag tone={tone}>{word}</Tag>
}

/** "+1.20" percentage points, with its sign. */
export function pointsText(points: number): string {
  if (points === 0) return '0'
  return `${points > 0 ? '+' : '−'}${formatPercent(Math.abs(points)).replace(' %', '')}`
}
