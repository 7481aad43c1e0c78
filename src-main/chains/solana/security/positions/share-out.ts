import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { compareText } from '../../../../../src-shared/domain/compare.ts'
import { shortPercent } from '../../../../../src-shared/domain/shown.ts'
import type { BlockRef } from '../../../adapter.ts'
import { sharesOf, SMALL_PCT } from '../../../security/concentrated.ts'
import { UNKNOWN_OWNERS, type OwnerShares } from '../../../security/facts.ts'
import type { ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { lockerOf } from '../lp-tokens/liquidity.ts'
import { readNftOwners, type SearchBudget } from './nft-owners.ts'
import type { FreePart, PoolPositions, PositionVenue } from './positions.ts'

/** The owners, and why some of them are unknown. */
export interface PositionOwners {
  readonly owned: OwnerShares
  readonly note: string | null
}

interface PoolToRead {
  readonly venue: PositionVenue
  readonly pool: ChainAccount
  readonly quoteRaw: bigint
  readonly at: BlockRef
  readonly budget: SearchBudget
}

/** The smallest positions, as long as they are less than this together, in percent, count for nobody. */
const DUST_PCT = 0.1

/**
 * Who owns the liquidity of a pool with positions.
 *
 * @param quoteRaw what its quote vault holds
 */
export async function readPositionOwners(
  node: SolanaNode,
  { venue, pool, quoteRaw, at, budget }: PoolToRead,
  signal: AbortSignal,
): Promise<PositionOwners> {
  const positions = await venue.read(node, pool, at, signal)
  if (positions === null)
    return { owned: UNKNOWN_OWNERS, note: quoteRaw === 0n ? null : `No position explains the liquidity of the pool ${pool.address}.` }
  const { free, unexplained, unlisted } = positions
  const locks = [...positions.locks]
  if (unlisted !== undefined) return { owned: { ...UNKNOWN_OWNERS, locks }, note: unlisted }
  const wallets = sum(free, (part) => ('owner' in part ? part.owner : null))
  const nfts = largestFirst(sum(free, (part) => ('nft' in part ? part.nft : null)))
  const owners = await readNftOwners(node, withoutDust(nfts), { budget, accountOf: venue.nftAccountOf }, signal)
  let unowned = 0
  for (const [nft, pct] of nfts) {
    const owner = owners.get(nft)
    if (owner === undefined) unowned += pct
    else if (owner === null) locks.push({ percentage: pct, type: 'burn', unlockAt: null })
    else wallets.set(owner, (wallets.get(owner) ?? 0) + pct)
  }
  const shares = new Map<Address, number>()
  for (const [owner, percentage] of wallets) {
    const locker = lockerOf(owner)
    if (locker === null) shares.set(trustedAddress(owner), percentage)
    else locks.push({ percentage, type: locker, unlockAt: null })
  }
  const rest = unexplained + unowned
  const note = rest < DUST_PCT ? null : `The owners of ${shortPercent(rest)} of the liquidity of the pool ${pool.address} are unknown.`
  return { owned: rest > SMALL_PCT ? { ...UNKNOWN_OWNERS, locks } : sharesOf(locks, shares, rest), note }
}

function sum(parts: PoolPositions['free'], keyOf: (part: FreePart) => string | null): Map<string, number> {
  const sums = new Map<string, number>()
  for (const part of parts) {
    const key = keyOf(part)
    if (key !== null && part.pct > 0) sums.set(key, (sums.get(key) ?? 0) + part.pct)
  }
  return sums
}

const largestFirst = (sums: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...sums].sort(([a, x], [b, y]) => y - x || compareText(a, b))

function withoutDust(nfts: readonly (readonly [string, number])[]): string[] {
  let left = nfts.reduce((total, [, pct]) => total + pct, 0)
  return nfts.flatMap(([nft, pct]) => {
    const isDust = left < DUST_PCT
    left -= pct
    return isDust ? [] : [nft]
  })
}
