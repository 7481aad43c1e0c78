import { shortAddress } from '../format/address.ts'
import { Avatar } from './Avatar.tsx'
import { CaseTags } from './CaseTags.tsx'
import { CopyButton } from './Copy.tsx'

interface Props {
  address: string
  label?: string | null
  /** The full address instead of the short form. */
  full?: boolean
  copy?: boolean
  inRow?: boolean
}

/** An address with avatar, label and copy button. */
export function AddressText({ address, label = null, full = false, copy = true, inRow = false }: Props) {
  return (
    <span className="address" title={label === null ? address : `${label}\n${address}`}>
      <Avatar address={address} />
      {label === null ? null : <span className="address-label truncate">{label}</span>}
      <CaseTags address={address} />
      <span className={full ? 'address-text address-full mono' : 'address-text mono'}>{full ? address : shortAddress(address)}</span>
      {copy ? <CopyButton text={address} label="Copy address" inRow={inRow} /> : null}
    </span>
  )
}
