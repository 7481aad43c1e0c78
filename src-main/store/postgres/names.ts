import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { AddressCache } from '../connection/address-cache.ts'
import type { Interner } from '../connection/interner.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import { fingerprint } from '../values/fingerprint.ts'
import { retried } from './faults.ts'
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

/** How names of one kind are found and added, and the parameters besides the names. */
interface Kind {
  readonly find: string
  readonly add: string
  more(network: NetworkId | null, names: readonly string[]): readonly SqlParam[]
}

const codeOf = (network: NetworkId | null): readonly number[] => (network === null ? [] : [NETWORK_CODE[network]])

const KINDS: Readonly<Record<'address' | 'tx' | 'venue', Kind>> = {
  address: {
    find: `SELECT t, a.id FROM unnest($1::text[]) AS t JOIN address a ON a.text = t AND a.network = $2`,
    add: `INSERT INTO address (text, network) SELECT t, $2 FROM unnest($1::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n
      ON CONFLICT DO NOTHING RETURNING text, id`,
    more: codeOf,
  },
  tx: {
    find: `SELECT t, x.id FROM unnest($1::text[], $3::bigint[]) AS u(t, f) JOIN tx x ON x.fingerprint = f AND x.text = t AND x.network = $2`,
    add: `INSERT INTO tx (text, network, fingerprint) SELECT t, $2, f FROM unnest($1::text[], $3::bigint[]) WITH ORDINALITY AS u(t, f, n) ORDER BY n
      ON CONFLICT DO NOTHING RETURNING text, id`,
    more: (network, names) => [...codeOf(network), names.map(fingerprint)],
  },
  venue: {
    find: `SELECT dex || ' ' || version, id FROM venue WHERE dex || ' ' || version = ANY ($1::text[])`,
    add: `INSERT INTO venue (dex, version) SELECT split_part(t, ' ', 1), substr(t, strpos(t, ' ') + 1) FROM unnest($1::text[]) AS t
      ON CONFLICT DO NOTHING RETURNING dex || ' ' || version, id`,
    more: () => [],
  },
}

type KindName = keyof typeof KINDS
/** Names of each kind, by network; a venue has none. */
type Names = Readonly<Record<KindName, Map<NetworkId | null, Set<string>>>>

const keyOf = (network: NetworkId | null, name: string): string => (network === null ? name : `${network} ${name}`)

/**
 * Names are created on a separate connection and stay if the write that needed them fails. A name alone states nothing, and two writers with the same
 * new name then do not wait for each other's transaction.
 */
export function createInterner(session: () => Session): Interner {
  const known: Readonly<Record<KindName, Map<string, number>>> = { address: new Map(), tx: new Map(), venue: new Map() }
  let wanted: Names | null = null

  function resolve(kind: KindName, network: NetworkId | null, names: readonly string[]): void {
    const ids = known[kind]
    if (ids.size + names.length > CACHED) ids.clear()
    const { find, add, more } = KINDS[kind]
    for (const text of [find, add, find]) {
      const missing = names.filter((name) => !ids.has(keyOf(network, name)))
      if (missing.length === 0) return
      // Writers that add the same names in different orders can deadlock. The server then ends one of the statements.
      const [result] = retried(() => session().run([{ text, rows: [[missing, ...more(network, missing)]] }]))
      for (const [name, id] of result?.rows ?? []) ids.set(keyOf(network, String(name)), Number(id))
    }
  }

  function idOf(kind: KindName, network: NetworkId | null, name: string): number {
    const key = keyOf(network, name)
    const id = known[kind].get(key)
    if (id !== undefined) return id
    if (wanted !== null) {
      const names = wanted[kind].get(network) ?? new Set<string>()
      wanted[kind].set(network, names.add(name))
      return 0
    }
    resolve(kind, network, [name])
    return known[kind].get(key) ?? missingName(key)
  }

  return {
    address: (network, text) => idOf('address', network, text),
    transaction: (network, text) => idOf('tx', network, text),
    venue: (dex, version) => idOf('venue', null, `${dex} ${version}`),
    ahead(work) {
      const found: Names = { address: new Map(), tx: new Map(), venue: new Map() }
      wanted = found
      try {
        work()
      } finally {
        wanted = null
      }
      for (const kind of Object.keys(KINDS) as KindName[]) for (const [network, names] of found[kind]) resolve(kind, network, [...names])
    },
    forget() {
      for (const ids of Object.values(known)) ids.clear()
    },
  }
}

function missingName(key: string): never {
  throw new Error(`the name ${key} could not be stored`)
}
