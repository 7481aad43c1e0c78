import { NETWORKS } from '../../../src-shared/networks.ts'
import { shortAddress } from '../../format/address.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { SearchTarget } from './search-tokens.ts'

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
      {stored === null ? <Tag>not stored</Tag> : <Tag>{NETWORKS[target.network].name}</Tag>}
    </>
  )
}
