import { NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { SearchTarget } from './search-tokens.ts'

const KIND_TEXT = {
  contract: 'contract, not stored',
  wallet: 'wallet, no contract',
  smart_account: 'wallet, no contract',
  unknown: 'not stored',
} as const

/** A search result, on the start page and in the palette. */
export function SearchResultRow({ target }: { target: SearchTarget }) {
  const { stored } = target
  return (
    <>
      <Avatar address={target.address} size={16} />
      <span className="target-name truncate">
        {stored === null ? `Open on ${NETWORKS[target.network].name}` : (stored.symbol ?? shortAddress(target.address))}
        {stored?.name === null || stored === null ? null : <span className="quiet"> {stored.name}</span>}
      </span>
      <span className="mono quiet">{shortAddress(target.address)}</span>
      {stored === null ? <Tag text={KIND_TEXT[target.kind ?? 'unknown']} /> : <Tag text={NETWORKS[target.network].name} />}
    </>
  )
}
