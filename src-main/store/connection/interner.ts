import type { Statement } from 'better-sqlite3'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import { fingerprint } from '../values/fingerprint.ts'
import type { SqlValue } from './sql.ts'

/**
 * Maps addresses, transactions and venues to integer ids and inserts rows for new ones. Small integers in the large tables are the main reason
 * that writes are fast. Only the writer uses it.
 */
export interface Interner {
  address(network: NetworkId, text: Address): number
  transaction(network: NetworkId, text: string): number
  venue(dex: string, version: string): number
  /** Runs work that interns names and does nothing else. If each name takes a round trip to a server, all names share one. */
  ahead(work: () => void): void
  /** Clears the caches after a rollback. */
  forget(): void
}

const ADD_ADDRESS = 'INSERT INTO address (text, network) VALUES (?, ?) ON CONFLICT (text, network) DO NOTHING'
const FIND_ADDRESS = 'SELECT id FROM address WHERE text = ? AND network = ?'
const FIND_TRANSACTION = 'SELECT id FROM tx WHERE fingerprint = ? AND text = ? AND network = ?'
const ADD_TRANSACTION = 'INSERT INTO tx (fingerprint, text, network) VALUES (?, ?, ?)'
const ADD_VENUE = 'INSERT INTO venue (dex, version) VALUES (?, ?) ON CONFLICT (dex, version) DO NOTHING'
const FIND_VENUE = 'SELECT id FROM venue WHERE dex = ? AND version = ?'

/** About 40 MB of addresses. A full cache is cleared. */
const CACHED_ADDRESSES = 300_000

export function createInterner(prepare: (text: string) => Statement<SqlValue[]>): Interner {
  const addresses = new Map<NetworkId, Map<Address, number>>()
  const venues = new Map<string, Map<string, number>>()
  let cached = 0
  let lastTransaction = { network: '', text: '', id: 0 }

  /** `add` ignores existing rows. Most rows are new and take one statement only. */
  function addOrFind(add: string, find: string, values: readonly SqlValue[]): number {
    const { changes, lastInsertRowid } = prepare(add).run(...values)
    return changes > 0 ? Number(lastInsertRowid) : (prepare(find).get(...values) as { id: number }).id
  }

  function forget(): void {
    addresses.clear()
    venues.clear()
    cached = 0
    lastTransaction = { network: '', text: '', id: 0 }
  }

  function ofNetwork(network: NetworkId): Map<Address, number> {
    let known = addresses.get(network)
    if (known === undefined) {
      known = new Map()
      addresses.set(network, known)
    }
    return known
  }

  return {
    address(network, text) {
      const known = ofNetwork(network)
      const id = known.get(text)
      if (id !== undefined) return id
      if (cached >= CACHED_ADDRESSES) {
        addresses.clear()
        cached = 0
      }
      const made = addOrFind(ADD_ADDRESS, FIND_ADDRESS, [text, NETWORK_CODE[network]])
      ofNetwork(network).set(text, made)
      cached++
      return made
    },
    transaction(network, text) {
      // Legs and transfers of one transaction are consecutive.
      if (lastTransaction.text === text && lastTransaction.network === network) return lastTransaction.id
      const [mark, code] = [fingerprint(text), NETWORK_CODE[network]]
      // Fingerprints can collide, so no unique index rejects duplicates. Search first.
      const found = prepare(FIND_TRANSACTION).get(mark, text, code) as { id: number } | undefined
      const id = found?.id ?? Number(prepare(ADD_TRANSACTION).run(mark, text, code).lastInsertRowid)
      lastTransaction = { network, text, id }
      return id
    },
    venue(dex, version) {
      const versions = venues.get(dex) ?? new Map<string, number>()
      const known = versions.get(version)
      if (known !== undefined) return known
      const id = addOrFind(ADD_VENUE, FIND_VENUE, [dex, version])
      venues.set(dex, versions.set(version, id))
      return id
    },
    // Names take no round trip here, so there is nothing to save.
    ahead: () => undefined,
    forget,
  }
}
