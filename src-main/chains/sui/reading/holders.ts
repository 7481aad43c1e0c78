import type { z } from 'zod'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../adapter.ts'
import { inParallel } from '../../ask.ts'
import { contradiction } from '../../node-fault.ts'
import { parseStructType } from '../encoding/move-type.ts'
import { readCheckpoint, OWNER_KIND, readObjects, type SuiNode } from '../rpc/node.ts'
import { AVAILABLE_RANGE, BALANCES, OBJECT_CONTENTS, OBJECTS_OF_TYPE } from '../rpc/graphql-queries.ts'
import { parsePoolCoins } from '../decode/swaps.ts'
import { POOL_OBJECTS } from '../venues/registry.ts'

/** Coins and accumulator entries read of one token; a token with more says so. */
const MAX_OBJECTS = 2_000_000
const FALLBACK_PAGE = 50
const FALLBACK_KEYS = 50
/** The largest holders are held against the ledger's own sum, coins and address balance together. */
const VERIFIED_HOLDERS = 1_000
const BALANCE_CONCURRENCY = 8
/** An object inside an object inside an object: owners are followed this far. */
const MAX_OWNER_DEPTH = 4

/** Live objects as a list tells them: whose they are, and their bytes. */
interface ListedObject {
  readonly id: Address
  readonly owner: { readonly kind: 'account' | 'object' | 'itself'; readonly address: Address }
  readonly bytes: Uint8Array
}

/**
 * All holders at one checkpoint: every coin object, and every entry of the ledger's accumulator (address balances). Coins
 * inside shared or wrapped objects belong to that object; what pools hold is no coin and is read from the pool.
 */
export async function listHolders(node: SuiNode, coin: Address, at: BlockRef, pools: readonly Pool[], signal: AbortSignal): Promise<ListedHolders> {
  if (!node.graphql.present) {
    return {
      holdings: [],
      complete: false,
      at,
      notes: ['Holders are not listed: only a GraphQL endpoint can list them; add one beside the gRPC endpoint.'],
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
    cut ? `The coin has more than ${MAX_OBJECTS} objects; only so many were read.` : null,
    different === 0 ? null : `${different} of the largest balances differ from the sum of coins and entries; the ledger's own sum is shown.`,
    unread === 0 ? null : `What ${unread} of the pools hold could not be read.`,
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

/** The checkpoint asked for where the endpoint still tells it, else the nearest that it does tell. */
async function chooseCheckpoint(
  { graphql }: SuiNode,
  at: BlockRef,
  signal: AbortSignal,
): Promise<{ sequence: number; pageSize: number; keys: number }> {
  const { serviceConfig } = await graphql.ask(AVAILABLE_RANGE.name, AVAILABLE_RANGE.text, { field: 'objects' }, AVAILABLE_RANGE.answer, signal)
  const { first, last } = serviceConfig.availableRange
  if (last === null) throw contradiction(graphql.hosts, 'it tells no checkpoint for which it lists objects')
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
    const answer: ObjectsPage = await graphql.ask(
      OBJECTS_OF_TYPE.name,
      OBJECTS_OF_TYPE.text,
      { at, type, first: pageSize, after },
      OBJECTS_OF_TYPE.answer,
      signal,
    )
    const page = answer.checkpoint?.query?.objects
    if (page === null || page === undefined) throw contradiction(graphql.hosts, `it lists no objects at checkpoint ${at}, which it says to know`)
    for (const { address, owner, asMoveObject } of page.nodes) {
      const bytes = asMoveObject?.contents?.bcs
      if (bytes === null || bytes === undefined) throw contradiction(graphql.hosts, `object ${address} has no contents`)
      found.push({ id: address, owner: toOwner(address, owner), bytes })
    }
    if (!page.pageInfo.hasNextPage) return { objects: found, cut: false }
    if (found.length >= MAX_OBJECTS) return { objects: found, cut: true }
    if (page.pageInfo.endCursor === null || page.pageInfo.endCursor === after)
      throw contradiction(graphql.hosts, 'a page has a next one but no cursor to it')
    after = page.pageInfo.endCursor
  }
}

type ObjectsPage = z.output<typeof OBJECTS_OF_TYPE.answer>
type ListedOwner = { readonly __typename: string; readonly address?: { readonly address: Address } } | null

function toOwner(id: Address, owner: ListedOwner): ListedObject['owner'] {
  if (owner?.address === undefined) return { kind: 'itself', address: id }
  return { kind: owner.__typename === 'ObjectOwner' ? 'object' : 'account', address: owner.address.address }
}

/** For coins inside other objects: the outermost object, which is what a person would look up. */
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

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** `Coin { id, balance: u64 }`. */
function readCoinValue({ id, bytes }: ListedObject, node: SuiNode): bigint {
  if (bytes.length !== 40) throw contradiction(node.graphql.hosts, `coin ${id} has ${bytes.length} bytes`)
  return littleEndian(bytes.subarray(32))
}

const accumulatorType = (coin: string): string =>
  `0x2::dynamic_field::Field<0x2::accumulator::Key<0x2::balance::Balance<${coin}>>,0x2::accumulator::U128>`

/** `Field { id, name: Key { address }, value: U128 { value } }`. */
function readAccumulatorEntry({ id, bytes }: ListedObject, node: SuiNode): { holder: Address; raw: bigint } {
  if (bytes.length !== 80) throw contradiction(node.graphql.hosts, `accumulator entry ${id} has ${bytes.length} bytes`)
  return { holder: `0x${Buffer.from(bytes.subarray(32, 64)).toString('hex')}` as Address, raw: littleEndian(bytes.subarray(64)) }
}

/** What pools hold of the coin, from the fields that their venue keeps it in. */
async function readPoolReserves(
  { node: { graphql }, at, keys, signal }: ListContext,
  coin: Address,
  pools: readonly Pool[],
): Promise<{ known: Map<Address, bigint>; unread: number }> {
  const known = new Map<Address, bigint>()
  for (let i = 0; i < pools.length; i += keys) {
    const asked = pools.slice(i, i + keys).map(({ address }) => ({ address }))
    const { checkpoint: told } = await graphql.ask(OBJECT_CONTENTS.name, OBJECT_CONTENTS.text, { at, keys: asked }, OBJECT_CONTENTS.answer, signal)
    for (const object of told?.query?.multiGetObjects ?? []) {
      const contents = object?.asMoveObject?.contents
      if (object === null || contents === null || contents === undefined) continue
      const raw = readReserve(contents.type.repr, contents.json, coin)
      if (raw !== null) known.set(object.address, raw)
    }
  }
  return { known, unread: pools.length - known.size }
}

/** What a pool object holds of a coin, raw; null for other objects. A `Balance` stands in JSON as its number, or as an object with its value. */
export function readReserve(type: string, json: unknown, coin: Address): bigint | null {
  const venue = POOL_OBJECTS.get(parseStructType(type)?.name ?? '')
  const coins = parsePoolCoins(type)
  const side = coins?.indexOf(coin) ?? -1
  const field = side < 0 ? undefined : venue?.reserves?.[side]
  if (field === undefined || typeof json !== 'object' || json === null) return null
  const value = (json as Readonly<Record<string, unknown>>)[field]
  const text = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

/** Puts the ledger's own sum in place of ours for the largest accounts; answers how many differed. */
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
  await inParallel(parts, BALANCE_CONCURRENCY, async (part) => {
    const asked = part.map((address) => ({ address, coinType: coin }))
    const { checkpoint: told } = await graphql.ask(BALANCES.name, BALANCES.text, { at, keys: asked }, BALANCES.answer, signal)
    part.forEach((address, i) => {
      const total = told?.query?.multiGetBalances?.[i]?.totalBalance
      // Objects that own coins have no balance of their own to the ledger.
      if (total === null || total === undefined || total === 0n || total === sums.get(address)) return
      sums.set(address, total)
      different += 1
    })
  })
  return different
}
