import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { FundingQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'

export interface FirstBlockSearch {
  readonly queries: readonly FundingQuery[]
  /** The last block of the search. */
  readonly at: number
  /** The wallets that have coins or have sent a transaction at the end of a block. */
  existing(wallets: readonly Address[], block: number): Promise<ReadonlySet<Address>>
  /** Called once for each wallet, in groups with the same first block; `block` is null if the wallets do not exist at `at`. */
  found(wallets: readonly Address[], block: number | null): Promise<void>
}

/** Wallets whose first block is within a closed range. */
interface Range {
  readonly low: number
  readonly high: number
  readonly wallets: readonly Address[]
}

const CONCURRENCY = 8
/** Ranges per concurrent search. They are searched one after the other, so that first blocks are found early and not all at the end. */
const RANGES_PER_SEARCH = 4

/**
 * Finds the first block after which each wallet has coins or has sent a transaction.
 *
 * The condition is monotonic: before the first outgoing transaction a balance can only rise, and a nonce never falls
 * (docs/detection.md#first-funder). So a binary search is enough, and searches that read the same block share that read: wallets first paid within
 * the same hours need few separate reads.
 */
export async function findFirstBlocks(search: FirstBlockSearch): Promise<void> {
  const { queries, at, existing, found } = search
  const wallets = queries.map(({ wallet }) => wallet)
  const present = await existing(wallets, at)
  const absent = wallets.filter((wallet) => !present.has(wallet))
  if (absent.length > 0) await found(absent, null)
  const groups = Map.groupBy(
    queries.filter(({ wallet }) => present.has(wallet)),
    ({ guess }) => (guess === null || guess > at ? null : guess),
  )
  const narrowed = await mapLimited(groups, CONCURRENCY, ([guess, group]) => narrow(search, group, guess))
  let open = narrowed.flat()
  while (open.length > 0 && open.length < CONCURRENCY * RANGES_PER_SEARCH)
    open = (await mapLimited(open, CONCURRENCY, (range) => split(search, range))).flat()
  await mapLimited(open, CONCURRENCY, (range) => descend(search, range))
}

/** The ranges that remain after the guess and the block before it are checked. */
async function narrow(search: FirstBlockSearch, group: readonly FundingQuery[], guess: number | null): Promise<Range[]> {
  const { at } = search
  const wallets = group.map(({ wallet }) => wallet)
  if (guess === null) return [{ low: 0, high: at, wallets }]
  const [earlier, later] = await divide(search, wallets, guess)
  const [before, first] = guess === 0 ? [[], earlier] : await divide(search, earlier, guess - 1)
  if (first.length > 0) await search.found(first, guess)
  return [
    { low: 0, high: guess - 1, wallets: before },
    { low: guess + 1, high: at, wallets: later },
  ].filter((range) => range.wallets.length > 0)
}

/** Both halves of a range, without empty ones. A range of one block is reported as found. */
async function split(search: FirstBlockSearch, { low, high, wallets }: Range): Promise<Range[]> {
  if (low === high) {
    await search.found(wallets, low)
    return []
  }
  const middle = Math.floor((low + high) / 2)
  const [earlier, later] = await divide(search, wallets, middle)
  return [
    { low, high: middle, wallets: earlier },
    { low: middle + 1, high, wallets: later },
  ].filter((range) => range.wallets.length > 0)
}

async function descend(search: FirstBlockSearch, range: Range): Promise<void> {
  for (const half of await split(search, range)) await descend(search, half)
}

/** The wallets that exist at a block, and the others. */
async function divide({ existing }: FirstBlockSearch, wallets: readonly Address[], block: number): Promise<[Address[], Address[]]> {
  const there = wallets.length === 0 ? new Set<Address>() : await existing(wallets, block)
  return [wallets.filter((wallet) => there.has(wallet)), wallets.filter((wallet) => !there.has(wallet))]
}
