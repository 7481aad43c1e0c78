import { compareText } from '../../../../src-shared/domain/compare.ts'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { isServiceLabel } from '../../../../src-shared/domain/labels.ts'
import type { WalletRole } from '../../../../src-shared/contract/records/wallets.ts'
import type { RoleFigures } from '../../../../src-shared/domain/token-roles.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressId, type ReadDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'
import type { CountedToken, SerialRow, SharedAddress, WalletInToken } from '../../shared-wallets.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import { decodeAmount } from '../../values/amounts.ts'
import { labels } from './labels.ts'
import { ROLE_BIT, rolesOfBits } from './token-roles.ts'
import type { Read } from '../calls.ts'

/** What stored tokens have in common. Sets are compared by the ids of addresses. */

const EARLY_BITS = ROLE_BIT.sniper | ROLE_BIT.bundler | ROLE_BIT.insider
const ROLE_BITS = EARLY_BITS | ROLE_BIT.creator

/** Each requested token has one bit. */
const bitOf = (token: number): number => 1 << token

export const countedTokens: Read<'countedTokens'> = (db, { network }) => {
  type Row = Omit<CountedToken, 'counted'> & { asOf: number | null; rules: string; unknown: string }
  return db
    .all<Row>(
      sql`
      SELECT address.text AS address, token.name, token.symbol, role_state.as_of AS "asOf", rules, unknown
      FROM token JOIN address ON address.id = token.id LEFT JOIN role_state ON role_state.token = token.id
      WHERE token.network = ${NETWORK_CODE[network]} ORDER BY token.as_of DESC, address.text`,
    )
    .map(({ asOf, rules, unknown, ...row }) => ({
      ...row,
      counted: asOf === null ? null : { asOf, rules, unknown: JSON.parse(unknown) as WalletRole[] },
    }))
}

export const inCommon: Read<'inCommon'> = (db, { network, tokens }) => {
  const ids = tokens.map((address) => addressId(db, { network, address }) ?? -1)
  const roles = ids.map((id) => readRoles(db, id))
  // Equal balances have the same rank.
  const holdersOf = ids.map((id) =>
    db.arrays<[wallet: number, place: number]>(
      sql`SELECT wallet, rank() OVER (ORDER BY raw DESC) AS place FROM balance INDEXED BY balance_by_size WHERE token = ${id}`,
    ),
  )
  const ofRoles = new Set(roles.flatMap((rows) => [...rows].flatMap(([wallet, bits]) => (bits & ROLE_BIT.service ? [wallet] : []))))
  // Roles say which holders of a counted token are services. Those of the other tokens must not depend on what they are compared with.
  const notCounted = holdersOf.flatMap((holders, at) => (roles[at]?.size === 0 ? holders.map(([wallet]) => wallet) : []))
  const services = new Set([...ofRoles, ...findServices(db, network, [...new Set(notCounted)], ofRoles)])
  const seen = new Map<number, { mask: number; rank: number }>()
  const sizes = ids.map((_, at) => {
    let size = 0
    const add = (wallet: number, rank: number): void => {
      const before = seen.get(wallet)
      if (before !== undefined && (before.mask & bitOf(at)) !== 0) return
      if (!services.has(wallet)) size += 1
      if (before === undefined) seen.set(wallet, { mask: bitOf(at), rank })
      else {
        before.mask |= bitOf(at)
        before.rank = Math.min(before.rank, rank)
      }
    }
    const holders = holdersOf[at] ?? []
    for (const [wallet, place] of holders) add(wallet, place - 1)
    for (const wallet of roles[at]?.keys() ?? []) add(wallet, holders.length)
    return size
  })
  const shared = [...seen].flatMap(([wallet, { mask, rank }]) => (isSeveral(mask) ? [{ wallet, mask, rank }] : []))
  const isService = findServices(
    db,
    network,
    shared.map(({ wallet }) => wallet),
    services,
  )
  for (const { wallet, mask } of shared)
    if (isService.has(wallet) && !services.has(wallet)) for (const at of indexesOf(mask)) sizes[at] = (sizes[at] ?? 1) - 1
  const rolesAt = (wallet: number): number => roles.reduce((count, rows) => count + ((rows.get(wallet) ?? 0) & ROLE_BITS ? 1 : 0), 0)
  const found = shared
    .map(({ wallet, mask, rank }) => ({
      address: db.addresses.text(wallet),
      tokens: indexesOf(mask),
      early: indexesOf(roles.reduce((bits, rows, at) => ((rows.get(wallet) ?? 0) & EARLY_BITS ? bits | bitOf(at) : bits), 0)),
      isService: isService.has(wallet),
      roles: rolesAt(wallet),
      rank,
    }))
    .sort((a, b) => b.tokens.length - a.tokens.length || b.roles - a.roles || a.rank - b.rank || compareText(a.address, b.address))
  const funders = readFunders(db, ids, services)
  return {
    tokens: ids.map((_, at) => ({
      wallets: sizes[at] ?? 0,
      early: [...(roles[at] ?? [])].filter(([wallet, bits]) => bits & EARLY_BITS && !services.has(wallet) && !isService.has(wallet)).length,
      funded: funders.funded[at] ?? 0,
    })),
    population: countPopulation(db, network, [...seen.keys()], [...services, ...isService]),
    wallets: found.map(({ address, tokens, early, isService: service }) => ({ address, tokens, early, isService: service })),
    funders: shareAddresses(db, network, funders.rows),
    deposits: shareAddresses(db, network, readDeposits(db, ids)),
  }
}

function readRoles(db: ReadDb, token: number): Map<number, number> {
  return new Map(db.arrays<[wallet: number, roles: number]>(sql`SELECT wallet, roles FROM wallet_role WHERE token = ${token}`))
}

const isSeveral = (mask: number): boolean => (mask & (mask - 1)) !== 0

function indexesOf(mask: number): number[] {
  const indexes: number[] = []
  for (let at = 0; mask >> at !== 0; at++) if ((mask >> at) & 1) indexes.push(at)
  return indexes
}

/** The addresses that are services: by counted roles, by a label, as a pool or as a contract. */
function findServices(db: ReadDb, network: NetworkId, ids: readonly number[], known: ReadonlySet<number>): Set<number> {
  const byText = new Map(ids.map((id) => [db.addresses.text(id) as string, id]))
  const found = new Set(ids.filter((id) => known.has(id)))
  for (const label of labels(db, { network, addresses: [...byText.keys()] as Address[] })) {
    const id = byText.get(label.address)
    if (id !== undefined && isServiceLabel(label)) found.add(id)
  }
  const rows = db.arrays<[id: number]>(sql`
    SELECT id FROM (SELECT CAST(value AS INTEGER) AS id FROM json_each(${JSON.stringify(ids)})) AS asked
    WHERE EXISTS (SELECT 1 FROM pool WHERE pool.address = asked.id)
      OR EXISTS (SELECT 1 FROM account WHERE account.id = asked.id AND kind = 'contract')`)
  for (const [id] of rows) found.add(id)
  return found
}

interface Contact {
  readonly wallets: Set<number>
  first: number | null
  last: number | null
}
type Contacts = Map<number, Map<number, Contact>>

function contactOf(contacts: Contacts, address: number, at: number): Contact {
  const byToken = contacts.get(address) ?? new Map<number, Contact>()
  contacts.set(address, byToken)
  const contact = byToken.get(at) ?? { wallets: new Set<number>(), first: null, last: null }
  byToken.set(at, contact)
  return contact
}

/** The first funders of each token's wallets. Funders of services are ignored, because they link nothing. */
function readFunders(db: ReadDb, ids: readonly number[], services: ReadonlySet<number>): { rows: Contacts; funded: number[] } {
  const rows: Contacts = new Map()
  const funded = ids.map((id, at) => {
    const wallets = new Set<number>()
    const from = (list: Query) =>
      db.arrays<[wallet: number, funder: number, time: number | null]>(sql`
        SELECT funding.wallet, funder, time FROM ${list} AS own CROSS JOIN funding ON funding.wallet = own.wallet
        WHERE own.token = ${id} AND funder IS NOT NULL`)
    for (const [wallet, funder, time] of [...from(sql`balance`), ...from(sql`wallet_role`)]) {
      if (services.has(wallet)) continue
      wallets.add(wallet)
      const contact = contactOf(rows, funder, at)
      contact.wallets.add(wallet)
      if (time === null) continue
      contact.first = Math.min(contact.first ?? time, time)
      contact.last = Math.max(contact.last ?? time, time)
    }
    return wallets.size
  })
  return { rows, funded }
}

function readDeposits(db: ReadDb, ids: readonly number[]): Contacts {
  const rows: Contacts = new Map()
  ids.forEach((id, at) => {
    const paid = db.arrays<[deposit: number, sender: number]>(sql`SELECT deposit, sender FROM deposit_sender WHERE token = ${id}`)
    for (const [deposit, sender] of paid) contactOf(rows, deposit, at).wallets.add(sender)
  })
  return rows
}

/** Addresses of at least two tokens, sorted by number of tokens, then by number of wallets, then by address. Services come last. */
function shareAddresses(db: ReadDb, network: NetworkId, contacts: Contacts): SharedAddress[] {
  const shared = [...contacts].filter(([, byToken]) => byToken.size > 1)
  const services = findServices(
    db,
    network,
    shared.map(([id]) => id),
    new Set(),
  )
  return shared
    .map(([id, byToken]) => ({
      address: db.addresses.text(id),
      isService: services.has(id),
      wallets: new Set([...byToken.values()].flatMap(({ wallets }) => [...wallets])).size,
      in: [...byToken].map(([token, { wallets, first, last }]) => ({ token, wallets: wallets.size, first, last })),
    }))
    .sort(
      (a, b) => Number(a.isService) - Number(b.isService) || b.in.length - a.in.length || b.wallets - a.wallets || compareText(a.address, b.address),
    )
}

/** Wallets in any counted token of the network, or among `own`, without services. */
function countPopulation(db: ReadDb, network: NetworkId, own: readonly number[], services: readonly number[]): { wallets: number; others: number } {
  const highest = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM address`)?.id ?? 0
  const bits = new Uint8Array((highest >> 3) + 1)
  const add = (wallet: number): number => {
    const [byte, bit] = [wallet >> 3, 1 << (wallet & 7)]
    const before = bits[byte] ?? 0
    bits[byte] = before | bit
    return before & bit ? 0 : 1
  }
  for (const service of services) add(service)
  const asked = own.reduce((count, wallet) => count + add(wallet), 0)
  let others = 0
  for (const [members] of db.each<[members: Uint8Array]>(
    sql`SELECT members FROM role_state JOIN token ON token.id = role_state.token WHERE token.network = ${NETWORK_CODE[network]}`,
  )) {
    const wallets = new Uint32Array(members.slice().buffer)
    for (const wallet of wallets) others += add(wallet)
  }
  return { wallets: asked + others, others }
}

export const walletsInTokens: Read<'walletsInTokens'> = (db, { network, tokens, wallets }) => {
  const rows: WalletInToken[] = []
  for (const token of tokens) {
    const tokenId = addressId(db, { network, address: token })
    if (tokenId === null) continue
    for (const wallet of wallets) {
      const id = addressId(db, { network, address: wallet })
      if (id === null) continue
      const held = db.get<{ raw: unknown }>(sql`SELECT raw FROM balance WHERE token = ${tokenId} AND wallet = ${id}`)
      const counted = db.get<{ roles: number; cluster: number | null; first_trade: number | null; last_trade: number | null }>(
        sql`SELECT roles, cluster, first_trade, last_trade FROM wallet_role WHERE token = ${tokenId} AND wallet = ${id}`,
      )
      if (held === undefined && counted === undefined) continue
      const times =
        counted !== undefined && counted.first_trade !== null
          ? { first: counted.first_trade, last: counted.last_trade }
          : db.get<{ first: number | null; last: number | null }>(
              sql`SELECT min(time) AS first, max(time) AS last FROM trade WHERE signer = ${id} AND (token_in = ${tokenId} OR token_out = ${tokenId})`,
            )
      rows.push({
        token,
        wallet,
        raw: held === undefined ? 0n : decodeAmount(held.raw),
        roles: rolesOfBits(counted?.roles ?? 0),
        cluster: counted?.cluster ?? null,
        firstTrade: times?.first ?? null,
        lastTrade: times?.last ?? null,
      })
    }
  }
  return rows
}

export const earlyWallets: Read<'earlyWallets'> = (db, { network }) => {
  type Row = Omit<SerialRow, 'wallet' | 'token' | 'roles' | 'figures'> & Record<'wallet' | 'token' | 'roles', number> & { figures: string | null }
  return db
    .all<Row>(
      sql`
      SELECT wallet, wallet_role.token, roles, first_trade AS "firstTrade", last_trade AS "lastTrade", figures
      FROM wallet_role JOIN token ON token.id = wallet_role.token
      WHERE token.network = ${NETWORK_CODE[network]} AND roles & ${EARLY_BITS} <> 0 AND roles & ${ROLE_BIT.service} = 0
      ORDER BY wallet_role.token, wallet`,
    )
    .map((row) => ({
      ...row,
      wallet: db.addresses.text(row.wallet),
      token: db.addresses.text(row.token),
      roles: rolesOfBits(row.roles),
      figures: row.figures === null ? null : (JSON.parse(row.figures) as RoleFigures),
    }))
}
