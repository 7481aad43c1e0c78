import type { Statement } from 'better-sqlite3'
import type { Address } from '../../src-shared/domain/address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { NETWORK_CODE } from './codes.ts'
import { fingerprint } from './fingerprint.ts'
import type { SqlValue } from './sql.ts'

/**
 * Gives addresses, transactions and venues their integer ids, making rows for new ones. Big tables then hold small
 * integers, which is most of what makes storing fast. Only the one writer may have it.
 */
export interface Interner {
  address(network: NetworkId, text: Address): number
  transaction(network: NetworkId, text: string): number
  venue(dex: string, version: string): number
  /** Drops what is remembered, after a rollback took rows back. */
  forget(): void
}

/** About 40 MB of addresses; when full the cache starts again. */
const KEPT_ADDRESSES = 300_000

export function createInterner(prepare: (text: string) => Statement<SqlValue[]>): Interner {
  const addresses = new Map<NetworkId, Map<Address, number>>()
  const venues = new Map<string, number>()
  let remembered = 0
  let lastTransaction = { network: '', text: '', id: 0 }

  function findOrAdd(find: string, add: string, values: readonly SqlValue[]): number {
    const found = prepare(find).get(...values) as { id: number } | undefined
    return found === undefined ? Number(prepare(add).run(...values).lastInsertRowid) : found.id
  }

  function forget(): void {
    addresses.clear()
    venues.clear()
    remembered = 0
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
      if (remembered >= KEPT_ADDRESSES) {
        addresses.clear()
        remembered = 0
      }
      const made = findOrAdd('SELECT id FROM address WHERE text = ? AND network = ?', 'INSERT INTO address (text, network) VALUES (?, ?)', [
        text,
        NETWORK_CODE[network],
      ])
      ofNetwork(network).set(text, made)
      remembered++
      return made
    },
    transaction(network, text) {
      // Legs and transfers of one transaction come one after the other.
      if (lastTransaction.text === text && lastTransaction.network === network) return lastTransaction.id
      const id = findOrAdd(
        'SELECT id FROM tx WHERE fingerprint = ? AND text = ? AND network = ?',
        'INSERT INTO tx (fingerprint, text, network) VALUES (?, ?, ?)',
        [fingerprint(text), text, NETWORK_CODE[network]],
      )
      lastTransaction = { network, text, id }
      return id
    },
    venue(dex, version) {
      const key = JSON.stringify([dex, version])
      const known = venues.get(key)
      if (known !== undefined) return known
      const id = findOrAdd('SELECT id FROM venue WHERE dex = ? AND version = ?', 'INSERT INTO venue (dex, version) VALUES (?, ?)', [dex, version])
      venues.set(key, id)
      return id
    },
    forget,
  }
}
