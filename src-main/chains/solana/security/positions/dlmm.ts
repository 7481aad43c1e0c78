import { setImmediate as nextTurn } from 'node:timers/promises'
import { partsOf } from '../../../../lib/parts-of.ts'
import type { BlockRef } from '../../../adapter.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import type { LiquidityLock } from '../../../security/facts.ts'
import { lockEnd } from '../../../security/lock-end.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import type { ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { listDlmmPositions, POSITIONS_PER_TURN, readBins, type DlmmPosition } from './dlmm-accounts.ts'
import { unlisted, type FreePart, type PoolPositions, type PositionVenue } from './positions.ts'

/**
 * Positions of Meteora DLMM, which belong to a wallet each. A pool keeps its tokens in bins with one price each, and a position has shares of bins.
 * Limit orders are not liquidity. Layouts: https://github.com/MeteoraAg/dlmm-sdk/blob/main/idls/dlmm.json
 */

export const dlmm: PositionVenue = { read: readPositions }

/** Offsets in `LbPair`: the active bin, before the step between prices in basis points, and what a point in time is. */
const ACTIVE_AT = 76
const ACTIVATION_TYPE_AT = 86
/** The activation type of pools that count time in Unix seconds instead of slots. */
const BY_TIME = 1
const LOCK = 'Meteora'

async function readPositions(
  node: SolanaNode,
  { address: pool, data }: ChainAccount,
  at: BlockRef,
  signal: AbortSignal,
): Promise<PoolPositions | null> {
  const [list, bins] = await Promise.all([
    answeredOrNull(listDlmmPositions(node, pool, signal), signal),
    answeredOrNull(readBins(node, pool, priceOf(data), signal), signal),
  ])
  if (list == null) return unlisted(pool, list)
  if (bins == null) return unlisted(pool, bins)
  const isByTime = new ByteReader(data, ACTIVATION_TYPE_AT).u8() === BY_TIME
  const now = BigInt(isByTime ? at.time : at.number)
  const whole = [...bins.values()].reduce((sum, { value }) => sum + value, 0)
  if (!(whole > 0 && Number.isFinite(whole))) return null
  const locks: LiquidityLock[] = []
  const free: FreePart[] = []
  const left = new Map([...bins].map(([id, { supply }]) => [id, supply]))
  for (const part of partsOf(list, POSITIONS_PER_TURN)) {
    await nextTurn()
    for (const { owner, lockedUntil, shares } of part) {
      const pct = (takeShares(shares, bins, left) / whole) * 100
      if (lockedUntil <= now) free.push({ owner, pct })
      else if (pct > 0) locks.push({ percentage: pct, type: LOCK, unlockAt: isByTime ? lockEnd(lockedUntil) : null })
    }
  }
  const unexplained = [...bins].reduce((sum, [id, { supply, value }]) => {
    const rest = left.get(id) ?? 0n
    return sum + value * (supply === 0n ? 1 : ratio(rest < 0n ? -rest : rest, supply))
  }, 0)
  return { locks, free, unexplained: (unexplained / whole) * 100 }
}

type Bins = Exclude<Awaited<ReturnType<typeof readBins>>, undefined>

/** What the shares are worth. They are taken from those that are left of each bin. */
function takeShares(shares: DlmmPosition['shares'], bins: Bins, left: Map<number, bigint>): number {
  let worth = 0
  for (const [id, share] of shares) {
    const bin = bins.get(id)
    if (bin === undefined || bin.supply === 0n) continue
    worth += bin.value * ratio(share, bin.supply)
    left.set(id, (left.get(id) ?? 0n) - share)
  }
  return worth
}

const ratio = (part: bigint, whole: bigint): number => Number(part) / Number(whole)

/** Raw units of the second token for one of the first in the active bin. */
function priceOf(data: Uint8Array): number {
  const reader = new ByteReader(data, ACTIVE_AT)
  const [active, low, high] = [reader.i32() ?? 0, reader.u8() ?? 0, reader.u8() ?? 0]
  return (1 + (low + 256 * high) / 10_000) ** active
}
