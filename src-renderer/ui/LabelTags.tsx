import type { Label } from '../../src-shared/domain/labels.ts'
import { LABEL_WORDS } from '../format/label-words.ts'
import { Tag, type Tone } from './Tag.tsx'

const TONES: Partial<Record<Label, Tone>> = {
  liquidity_pool: 'pool',
  exchange: 'exchange',
  team: 'notice',
  funding_address: 'notice',
  volume_bot: 'warning',
}

/** What an address or a cluster is. A plain wallet needs no word. */
export function LabelTags({ tags, showWallet = false }: { tags: readonly Label[]; showWallet?: boolean }) {
  const shown = tags.filter((tag) => showWallet || tag !== 'wallet')
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.map((tag) => (
        <Tag key={tag} tone={TONES[tag] ?? 'neutral'} title={LABEL_WORDS[tag].means}>
          {LABEL_WORDS[tag].word}
        </Tag>
      ))}
    </span>
  )
}
