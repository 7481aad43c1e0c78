import type { WalletRecord } from '../../src-shared/contract/records/evidence.ts'
import { WALLET_CLASS_TEXT } from '../format/wallet-class-text.ts'
import { Tag } from './Tag.tsx'

/** Tags of the classes that apply. A fresh wallet is not also tagged as recent. */
export function WalletClassTags({ classes }: { readonly classes: WalletRecord['classes'] }) {
  const held = classes.filter(({ holds }) => holds === true)
  const isFresh = held.some(({ name }) => name === 'fresh_day')
  return (
    <span className="tags">
      {held
        .filter(({ name }) => !(isFresh && name === 'fresh_month'))
        .map(({ name, sentence }) => (
          <Tag key={name} tone={name === 'tax_recipient' ? 'notice' : 'neutral'} title={sentence} text={WALLET_CLASS_TEXT[name].label} />
        ))}
    </span>
  )
}
