import type { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import { AVAILABLE_RANGE, BALANCES, OBJECT_CONTENTS, OBJECTS_OF_TYPE } from '../rpc/graphql-queries.ts'
import { readCheckpoint, type SuiNode } from '../rpc/node.ts'
import { OWNER_KIND, readObjects } from '../rpc/objects.ts'
import { readReserve } from '../venues/pool-objects.ts'

/** Coins and accumulator entries that are read of one token. */
const MAX_OBJECTS = 2_000_000
/** Where the endpoint does not publish its limits. */
const FALLBACK_PAGE = 50
const FALLBACK_KEYS = 50
/** The largest holders, compared with the ledger's own sum of coins and address balance. */
const VERIFIED_HOLDERS = 1_000
const BALANCE_CONCURRENCY = 8
/** Coins inside objects inside objects: owners are followed this far. */
const MAX_OWNER_DEPTH = 4

/** A live object of a list: its owner and its BCS. */
interface ListedObject {
  readonly id: Address
  readonly owner: { readonly kind: 'account' | 'object' | 'itself'; readonly address: Address }
  readonly bytes: Uint8Array
}

/**
 * All holders at one checkpoint: every coin object, and every entry of the ledger's accumulator (address balances). Coins inside shared
 * or wrapped objects belong to that object. Pools hold balances, not coins, so their reserves are read from the pool objects.
 */
export async function listHolders(node: SuiNode, coin: Address, at: BlockRef, pools: readonly Pool[], signal: AbortSignal): Promise<ListedHolders> {
  if (!node.graphql.present) {
    return {
      holdings: [],
      complete: false,
      at,
      notes: ['Holders are not listed, because only a GraphQL endpoint can list them. Add one beside the gRPC endpoint.'],
    }
  }
  const { sequence, pageSize, keys } = await chooseCheckpoint(node, at, signal)
  const read: ListContext = { node, at: sequence, pageSize, keys, signal }
  const coins = await listObjects(read, `0x2::coin::Coin<${coin}>`)
  const entries = await listObjects(read, accumulatorType(coin))
  const sums = new Map<Address, bigint>()
  const add = (holder: Address, raw: bigint): void => {
    sums.set(holder, (sums.get(holder) ?? 0n) + raw)
  }
  const roots = await findRootOwners(node, coins.objects, signal)
  for (const object of coins.objects) add(roots.get(object.id) ?? object.owner.address, readCoinValue(object, node))
  for (const object of entries.objects) {
    const entry = readAccumulatorEntry(object, node)
    add(entry.holder, entry.raw)
  }
  const reserves = await readPoolReserves(read, coin, pools)
  for (const [pool, raw] of reserves.known) add(pool, raw)
  const different = await correctLargest(read, coin, sums, new Set(reserves.known.keys()))
  return {
    holdings: [...sums].filter(([, raw]) => raw > 0n).map(([address, raw]): Holding => ({ address, raw, verified: true })),
    complete: !coins.cut && !entries.cut,
    at: sequence === at.number ? at : await readCheckpoint(node, sequence, signal),
    notes: describeGaps({ cut: coins.cut || entries.cut, different, unread: reserves.unread }),
  }
}

function describeGaps({ cut, different, unread }: { cut: boolean; different: number; unread: number }): string[] {
  return [
    cut ? `Only the first ${MAX_OBJECTS} objects of the coin were read; it has more.` : null,
    different === 0 ? null : `${different} of the largest balances differ from the sum of coins and entries; the ledger's own sum is shown.`,
    unread === 0 ? null : `The reserves of ${unread} of the pools could not be read.`,
  ].filter((note) => note !== null)
}

interface ListContext {
  readonly node: SuiNode
  /** The checkpoint that all pages describe. */
  readonly at: number
  readonly pageSize: number
  readonly keys: number
  readonly signal: AbortSignal
}

/** The requested checkpoint where the endpoint still serves it, else the nearest one that it serves. */
async function chooseCheckpoint(
  { graphql }: SuiNode,
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ sequence: number; pageSize: number; keys: number }> {
  const { serviceConfig } = await graphql.query(AVAILABLE_RANGE, { field: 'objects' }, signal)
  const { first, last } = serviceConfig.availableRange
  if (last === null) throw contradiction(graphql.hosts, 'it names no checkpoint for which it lists objects')
  return {
    sequence: Math.max(first?.sequenceNumber ?? 0, Math.min(at.number, last.sequenceNumber)),
    pageSize: serviceConfig.maxPageSize ?? FALLBACK_PAGE,
    keys: serviceConfig.maxMultiGetSize ?? FALLBACK_KEYS,
  }
}

async function listObjects(
  { node: { graphql }, at, pageSize, signal }: ListContext,
  type: string,
): Promise<{ objects: ListedObject[]; cut: boolean }> {
  const found: ListedObject[] = []
  let after: string | null = null
  for (;;) {
    const answer: ObjectsPage = await graphql.query(OBJECTS_OF_TYPE, { at, type, first: pageSize, after }, signal)
    const page = answer.checkpoint?.query?.objects
    if (page === null || page === undefined)
      throw contradiction(graphql.hosts, `it lists no objects at checkpoint ${at}, which is in the range that it serves`)
    for (const { address, owner, asMoveObject } of page.nodes) {
      const bytes = asMoveObject?.contents?.bcs
      if (bytes === null || bytes === undefined) throw contradiction(graphql.hosts, `object ${address} has no contents`)
      found.push({ id: address, owner: toOwner(address, owner), bytes })
    }
    if (!page.pageInfo.hasNextPage) return { objects: found, cut: false }
    if (found.length >= MAX_OBJECTS) return { objects: found, cut: true }
    if (page.pageInfo.endCursor === null || page.pageInfo.endCursor === after)
      throw contradiction(graphql.hosts, 'a page names a next one but has no cursor to it')
    after = page.pageInfo.endCursor
  }
}

type ObjectsPage = z.output<typeof OBJECTS_OF_TYPE.answer>
type ListedOwner = { readonly __typename: string; readonly address?: { readonly address: Address } } | null

function toOwner(id: Address, owner: ListedOwner): ListedObject['owner'] {
  if (owner?.address === undefined) return { kind: 'itself', address: id }
  return { kind: owner.__typename === 'ObjectOwner' ? 'object' : 'account', address: owner.address.address }
}

/** For coins inside other objects: the outermost object, which is the one that an explorer shows. By coin id. */
async function findRootOwners(node: SuiNode, coins: readonly ListedObject[], signal: AbortSignal): Promise<Map<Address, Address>> {
  const inside = coins.filter(({ owner }) => owner.kind === 'object')
  const roots = new Map(inside.map(({ id, owner }) => [id, owner.address]))
  for (let depth = 0; depth < MAX_OWNER_DEPTH; depth++) {
    const parents = await readObjects(node, [...roots.values()], signal)
    let climbed = false
    for (const [id, root] of roots) {
      const owner = parents.get(root)?.owner
      if (owner?.kind !== OWNER_KIND.object || owner.address === null) continue
      roots.set(id, owner.address as Address)
      climbed = true
    }
    if (!climbed) break
  }
  return roots
}

/*
 * A token has up to two million of these objects, so their fixed layouts are read without a BCS struct: 0.8 µs a coin against 12 µs with
 * `bcs.struct` of @mysten/bcs 2.1, which writes every id as text.
 */

/** `Coin { id, balance: u64 }`. */
function readCoinValue({ id, bytes }: ListedObject, node: SuiNode): bigint {
  if (bytes.length !== 40) throw contradiction(node.graphql.hosts, `coin ${id} has ${bytes.length} bytes`)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readBigUInt64LE(32)
}

const accumulatorType = (coin: string): string =>
  `0x2::dynamic_field::Field<0x2::accumulator::Key<0x2::balance::Balance<${coin}>>,0x2::accumulator::U128>`

/** `Field { id, name: Key { address }, value: U128 { value } }`. */
function readAccumulatorEntry({ id, bytes }: ListedObject, node: SuiNode): { holder: Address; raw: bigint } {
  if (bytes.length !== 80) throw contradiction(node.graphql.hosts, `accumulator entry ${id} has ${bytes.length} bytes`)
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return { holder: `0x${view.toString('hex', 32, 64)}` as Address, raw: view.readBigUInt64LE(64) | (view.readBigUInt64LE(72) << 64n) }
}

/** The coin's reserves in pools, from the fields in which their venues keep them. */
async function readPoolReserves(
  { node: { graphql }, at, keys, signal }: ListContext,
  coin: Address,
  pools: readonly Pool[],
): Promise<{ known: Map<Address, bigint>; unread: number }> {
  const known = new Map<Address, bigint>()
  for (let i = 0; i < pools.length; i += keys) {
    const requested = pools.slice(i, i + keys).map(({ address }) => ({ address }))
    const { checkpoint: answer } = await graphql.query(OBJECT_CONTENTS, { at, keys: requested }, signal)
    for (const object of answer?.query?.multiGetObjects ?? []) {
      const contents = object?.asMoveObject?.contents
      if (object === null || contents === null || contents === undefined) continue
      const raw = readReserve(contents.type.repr, contents.json, coin)
      if (raw !== null) known.set(object.address, raw)
    }
  }
  return { known, unread: pools.length - known.size }
}

/** Replaces our sums of the largest accounts by the ledger's own. Returns how many differed. */
async function correctLargest(
  { node: { graphql }, at, keys, signal }: ListContext,
  coin: Address,
  sums: Map<Address, bigint>,
  pools: ReadonlySet<Address>,
): Promise<number> {
  const largest = [...sums]
    .filter(([address]) => !pools.has(address))
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
    .slice(0, VERIFIED_HOLDERS)
    .map(([address]) => address)
  const parts = Array.from({ length: Math.ceil(largest.length / keys) }, (_, i) => largest.slice(i * keys, (i + 1) * keys))
  let different = 0
  await mapLimited(parts, BALANCE_CONCURRENCY, async (part) => {
    const requested = part.map((address) => ({ address, coinType: coin }))
    const { checkpoint: answer } = await graphql.query(BALANCES, { at, keys: requested }, signal)
    part.forEach((address, i) => {
      const total = answer?.query?.multiGetBalances?.[i]?.totalBalance
      // The ledger keeps no balances of objects that own coins.
      if (total === null || total === undefined || total === 0n || total === sums.get(address)) return
      sums.set(address, total)
      different += 1
    })
  })
  return different
}
