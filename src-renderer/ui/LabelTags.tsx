import type { Label } from '../../src-shared/domain/labels.ts'
import { LABEL_TEXT } from '../format/label-text.ts'
import { Tag, type Tone } from './Tag.tsx'

const TONES: Partial<Record<Label, Tone>> = {
  liquidity_pool: 'pool',
  exchange: 'exchange',
  team: 'notice',
  funding_address: 'notice',
  volume_bot: 'warning',
}

/** Type tags of an address or a cluster. A plain wallet has none. */
export function LabelTags({ tags, showWallet = false }: { tags: readonly Label[]; showWallet?: boolean }) {
  const shown = tags.filter((tag) => showWallet || tag !== 'wallet')
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.map((tag) => (
        <Tag key={tag} tone={TONES[tag] ?? 'neutral'} title={LABEL_TEXT[tag].description} text={LABEL_TEXT[tag].label} />
      ))}
    </span>
  )
}
