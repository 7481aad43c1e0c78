import type { Address } from '../../../../../src-shared/domain/address.ts'
import { compareBig, compareText } from '../../../../../src-shared/domain/compare.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../../adapter.ts'
import { inTurns } from '../../../../lib/in-turns.ts'
import { largest } from '../../../../lib/largest.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import { BALANCES } from '../../rpc/graphql-queries.ts'
import { NestedCoins } from './nested-coins.ts'
import { MAX_OBJECTS, readAccumulatorEntry, readCoinValue, type CoinLists, type ListContext } from './object-lists.ts'
import { readPoolReserves } from './reserves.ts'

/** The largest holders, compared with the ledger's own sum of coins and address balance. */
const VERIFIED_HOLDERS = 1_000
/**
 * Pages of a sample. At ten calls a second, one page after the other, a longer list would leave no time for pools and launch within half a minute.
 */
const SAMPLE_PAGES = { coins: 60, entries: 40 }
/** The largest holders of a sample whose balances are read. */
const SAMPLED_HOLDERS = 500
const BALANCE_CONCURRENCY = 8

/**
 * All holders at one checkpoint: every coin object, and every entry of the ledger's accumulator (address balances). Coins inside shared
 * or wrapped objects belong to that object. Pools hold balances, not coins, so their reserves are read from the pool objects.
 */
export async function listHolders(
  lists: CoinLists,
  at: BlockRef,
  pools: readonly Pool[],
  signal: AbortSignal,
): Promise<{ readonly list: ListedHolders; readonly nested: NestedCoins }> {
  const { node, coins, entries } = lists
  await Promise.all([coins.read(Number.POSITIVE_INFINITY, signal), entries.read(Number.POSITIVE_INFINITY, signal)])
  const { sums, nested } = await sumObjects(lists, signal)
  const reserves = await readPoolReserves(lists, pools, signal)
  for (const [pool, raw] of reserves.known) sums.set(pool, (sums.get(pool) ?? 0n) + raw)
  const listed = largestOf(sums, new Set([...reserves.known.keys(), ...nested.sums.keys()]), VERIFIED_HOLDERS)
  let different = 0
  for (const [address, total] of await readTotals(lists, listed, signal)) {
    if (total === sums.get(address)) continue
    sums.set(address, total)
    different += 1
  }
  const complete = coins.isWhole && entries.isWhole
  const holdings: Holding[] = []
  await inTurns(sums, ([address, raw]) => {
    if (raw > 0n) holdings.push({ address, raw, verified: true })
  })
  const list = {
    holdings,
    complete,
    at: lists.at === at.number ? at : await node.checkpoints.get(lists.at, signal),
    notes: describeGaps({ cut: !complete, different, unread: reserves.unread }),
  }
  return { list, nested }
}

/**
 * The pools, and the largest holders in the first pages of the lists with their whole balances; null if these are all pages. The lists keep the pages
 * that were read.
 */
export async function sampleHolders(lists: CoinLists, pools: readonly Pool[], signal: AbortSignal): Promise<Holding[] | null> {
  const { coins, entries } = lists
  await Promise.all([coins.read(SAMPLE_PAGES.coins, signal), entries.read(SAMPLE_PAGES.entries, signal)])
  if (coins.isWhole && entries.isWhole) return null
  const { known } = await readPoolReserves(lists, pools, signal)
  const { sums, nested } = await sumObjects(lists, signal)
  const sampled = largestOf(sums, new Set([...known.keys(), ...nested.sums.keys()]), SAMPLED_HOLDERS)
  const totals = await readTotals(lists, sampled, signal)
  return [...known, ...totals].filter(([, raw]) => raw > 0n).map(([address, raw]) => ({ address, raw, verified: true }))
}

/** Sums of the listed objects by outermost owner. The ledger's own sums leave out the nested coins. */
async function sumObjects(
  { node, coins, entries, at }: CoinLists,
  signal: AbortSignal,
): Promise<{ readonly sums: Map<Address, bigint>; readonly nested: NestedCoins }> {
  const sums = new Map<Address, bigint>()
  const nested = new NestedCoins(node, at)
  const add = (holder: Address, raw: bigint): void => {
    sums.set(holder, (sums.get(holder) ?? 0n) + raw)
  }
  const inside = coins.objects.filter(({ owner }) => owner.kind === 'object')
  await nested.findRoots(
    inside.map(({ owner }) => owner.address),
    signal,
  )
  await inTurns(coins.objects, (object) => {
    const raw = readCoinValue(object, node)
    add(object.owner.kind === 'object' ? nested.add(object.owner.address, raw) : object.owner.address, raw)
  })
  await inTurns(entries.objects, (object) => {
    const entry = readAccumulatorEntry(object, node)
    add(entry.holder, entry.raw)
  })
  return { sums, nested }
}

function describeGaps({ cut, different, unread }: { cut: boolean; different: number; unread: number }): string[] {
  return [
    cut ? `Only the first ${MAX_OBJECTS} objects of the coin were read; it has more.` : null,
    different === 0 ? null : `${different} of the largest balances differ from the sum of coins and entries; the ledger's own sum is shown.`,
    unread === 0 ? null : `The reserves of ${unread} of the pools could not be read.`,
  ].filter((note) => note !== null)
}

const largestOf = (sums: ReadonlyMap<Address, bigint>, without: ReadonlySet<Address>, most: number): Address[] =>
  largest(
    [...sums].filter(([address]) => !without.has(address)),
    most,
    ([a, x], [b, y]) => compareBig(y, x) || compareText(a, b),
  ).map(([address]) => address)

/** The ledger's own sums of the coins and the address balance of an address. */
async function readTotals(
  { node: { graphql }, coin, at, keys }: ListContext,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<Map<Address, bigint>> {
  const read = await mapLimited(partsOf(addresses, keys), BALANCE_CONCURRENCY, async (part) => {
    const requested = part.map((address) => ({ address, coinType: coin }))
    const { checkpoint: answer } = await graphql.query(BALANCES, { at, keys: requested }, signal)
    return part.flatMap((address, i) => {
      const total = answer?.query?.multiGetBalances?.[i]?.totalBalance ?? 0n
      return total === 0n ? [] : [[address, total] as const]
    })
  })
  return new Map(read.flat())
}
