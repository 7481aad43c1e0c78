import type { Statement } from 'better-sqlite3'
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import type { SqlValue } from './sql.ts'

/** Maps ids to addresses and back for readers. Addresses are never changed or deleted, so cached ones stay valid. */
export interface AddressCache {
  /** @throws Error for an id that is not stored, which means a damaged file */
  text(id: number): Address
  textOrNull(id: number | null): Address | null
  /** null for an address that is not stored. */
  id(network: NetworkId, address: Address): number | null
}

/** About 20 MB of addresses. A full cache is cleared: in this hot path, that costs less than the recency order of an LRU cache. */
const CACHED_ADDRESSES = 200_000

export function createAddressCache(prepare: (text: string) => Statement<SqlValue[]>): AddressCache {
  const texts = new Map<number, Address>()

  function text(id: number): Address {
    const known = texts.get(id)
    if (known !== undefined) return known
    const row = prepare('SELECT text FROM address WHERE id = ?').get(id) as { text: string } | undefined
    if (row === undefined) throw new Error(`address ${id} is referenced by a row but not stored`)
    if (texts.size >= CACHED_ADDRESSES) texts.clear()
    const address = trustedAddress(row.text)
    texts.set(id, address)
    return address
  }

  return {
    text,
    textOrNull: (id) => (id === null ? null : text(id)),
    id(network, address) {
      const row = prepare('SELECT id FROM address WHERE text = ? AND network = ?').get(address, NETWORK_CODE[network])
      return row === undefined ? null : (row as { id: number }).id
    },
  }
}
