import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { AddressCache } from '../connection/address-cache.ts'
import type { Interner } from '../connection/interner.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import { fingerprint } from '../values/fingerprint.ts'
import { isTransactionConflict } from './faults.ts'
import type { SqlParam, Step, StepResult } from './session/messages.ts'
import type { Session } from './session/session.ts'

/** Ids of addresses, transactions and venues. They are read and created in batches, because each round trip costs as much as a thousand names. */

/** Cached names, about 40 MB. A full cache is cleared. */
const CACHED = 300_000

export interface ReadNames extends AddressCache {
  has(id: number): boolean
  /** Reads addresses that are not cached. */
  load(ids: readonly number[]): void
}

/** Names never change, so `read` may read them at any moment. */
export function createReadNames(read: (step: Step) => StepResult['rows']): ReadNames {
  const texts = new Map<number, Address>()
  const ids = new Map<string, number>()

  function load(missing: readonly number[]): void {
    if (texts.size + missing.length > CACHED) texts.clear()
    for (const [id, text] of read({ text: 'SELECT id, text FROM address WHERE id = ANY ($1::bigint[])', rows: [[missing]] }))
      texts.set(Number(id), trustedAddress(String(text)))
  }

  function text(id: number): Address {
    if (!texts.has(id)) load([id])
    const found = texts.get(id)
    if (found === undefined) throw new Error(`address ${id} is referenced by a row but not stored`)
    return found
  }

  return {
    has: (id) => texts.has(id),
    load,
    text,
    textOrNull: (id) => (id === null ? null : text(id)),
    id(network, address) {
      const key = `${network} ${address}`
      const known = ids.get(key)
      if (known !== undefined) return known
      const find = { text: 'SELECT id FROM address WHERE text = $1 AND network = $2', rows: [[address, NETWORK_CODE[network]]] }
      const id = read(find)[0]?.[0]
      if (id === undefined) return null
      if (ids.size >= CACHED) ids.clear()
      ids.set(key, Number(id))
      return Number(id)
    },
  }
}

const ADDRESSES = {
  find: `SELECT t, a.id FROM unnest($1::text[]) AS t JOIN address a ON a.text = t AND a.network = $2`,
  add: `INSERT INTO address (text, network) SELECT t, $2 FROM unnest($1::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n
    ON CONFLICT DO NOTHING RETURNING text, id`,
}
const TRANSACTIONS = {
  find: `SELECT t, x.id FROM unnest($1::text[], $3::bigint[]) AS u(t, f) JOIN tx x ON x.fingerprint = f AND x.text = t AND x.network = $2`,
  add: `INSERT INTO tx (text, network, fingerprint) SELECT t, $2, f FROM unnest($1::text[], $3::bigint[]) WITH ORDINALITY AS u(t, f, n) ORDER BY n
    ON CONFLICT DO NOTHING RETURNING text, id`,
}
const VENUES = {
  find: `SELECT dex || ' ' || version, id FROM venue WHERE dex || ' ' || version = ANY ($1::text[])`,
  add: `INSERT INTO venue (dex, version) SELECT split_part(t, ' ', 1), substr(t, strpos(t, ' ') + 1) FROM unnest($1::text[]) AS t
    ON CONFLICT DO NOTHING RETURNING dex || ' ' || version, id`,
}

/**
 * Names are created on a separate connection and stay if the write that needed them fails. A name alone states nothing, and two writers with the same
 * new name then do not wait for each other's transaction.
 */
export function createInterner(session: () => Session): Interner {
  const kinds = { address: new Map<string, number>(), tx: new Map<string, number>(), venue: new Map<string, number>() }
  let wanted: { readonly address: Map<NetworkId, Set<string>>; readonly tx: Map<NetworkId, Set<string>>; readonly venue: Set<string> } | null = null

  function resolve(
    known: Map<string, number>,
    prefix: string,
    { find, add }: { find: string; add: string },
    names: readonly string[],
    more: readonly SqlParam[],
  ): void {
    const store = (rows: StepResult['rows']): void => rows.forEach(([text, id]) => known.set(`${prefix}${String(text)}`, Number(id)))
    const missing = (): number[] => names.flatMap((name, i) => (known.has(`${prefix}${name}`) ? [] : [i]))
    const ask = (text: string, indexes: readonly number[]): void => {
      // A list passed besides the names has one value per name.
      const values = more.map((value) => (Array.isArray(value) ? indexes.map((i) => (value as number[])[i] ?? null) : value))
      const [result] = session().run([{ text, rows: [[indexes.map((i) => names[i] ?? ''), ...values]] }])
      store(result?.rows ?? [])
    }
    if (known.size + names.length > CACHED) known.clear()
    for (const text of [find, add, find]) {
      const indexes = missing()
      if (indexes.length > 0) again(() => ask(text, indexes))
    }
  }

  const addresses = (network: NetworkId, names: readonly string[]): void =>
    resolve(kinds.address, `${network} `, ADDRESSES, names, [NETWORK_CODE[network]])
  const transactions = (network: NetworkId, names: readonly string[]): void =>
    resolve(kinds.tx, `${network} `, TRANSACTIONS, names, [NETWORK_CODE[network], names.map(fingerprint)])
  const venues = (names: readonly string[]): void => resolve(kinds.venue, '', VENUES, names, [])

  function idOf(known: Map<string, number>, key: string, collect: () => void, load: () => void): number {
    const id = known.get(key)
    if (id !== undefined) return id
    if (wanted !== null) {
      collect()
      return 0
    }
    load()
    return known.get(key) ?? missingName(key)
  }

  return {
    address: (network, text) =>
      idOf(
        kinds.address,
        `${network} ${text}`,
        () => add(wanted?.address, network, text),
        () => addresses(network, [text]),
      ),
    transaction: (network, text) =>
      idOf(
        kinds.tx,
        `${network} ${text}`,
        () => add(wanted?.tx, network, text),
        () => transactions(network, [text]),
      ),
    venue: (dex, version) =>
      idOf(
        kinds.venue,
        `${dex} ${version}`,
        () => wanted?.venue.add(`${dex} ${version}`),
        () => venues([`${dex} ${version}`]),
      ),
    ahead(work) {
      const found = { address: new Map<NetworkId, Set<string>>(), tx: new Map<NetworkId, Set<string>>(), venue: new Set<string>() }
      wanted = found
      try {
        work()
      } finally {
        wanted = null
      }
      for (const [network, names] of found.address) addresses(network, [...names])
      for (const [network, names] of found.tx) transactions(network, [...names])
      if (found.venue.size > 0) venues([...found.venue])
    },
    forget() {
      for (const known of Object.values(kinds)) known.clear()
    },
  }
}

function add(sets: Map<NetworkId, Set<string>> | undefined, network: NetworkId, text: string): void {
  const names = sets?.get(network) ?? new Set<string>()
  sets?.set(network, names.add(text))
}

/** Writers that add the same names in different orders can deadlock. The server then ends one of the statements. */
const TRIES = 5

function again(work: () => void): void {
  for (let left = TRIES; ; left--) {
    try {
      return work()
    } catch (error) {
      if (left === 0 || !isTransactionConflict(error)) throw error
    }
  }
}

function missingName(key: string): never {
  throw new Error(`the name ${key} could not be stored`)
}
