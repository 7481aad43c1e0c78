import { setImmediate as nextTurn } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { partsOf } from '../../../../lib/parts-of.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readAccounts, readProgramSlices, type AccountMatch, type ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { MAX_LIST_BYTES } from './positions.ts'

/** Accounts of Meteora DLMM. Layouts and discriminators: https://github.com/MeteoraAg/dlmm-sdk/blob/main/idls/dlmm.json */

export const DLMM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'

const POSITION = base58.encode(Uint8Array.of(117, 176, 212, 199, 245, 180, 133, 182))
const BIN_ARRAY = base58.encode(Uint8Array.of(92, 142, 92, 220, 5, 148, 70, 181))

/** Offsets in `PositionV2`: its pool; its owner and its shares of the first bins; and its first and last bin. */
const POOL_AT = 8
const BINS = 70
const SHARE_BYTES = 16
const OWNED = { offset: 40, length: 32 + BINS * SHARE_BYTES }
const RANGE = { offset: 7_912, length: 88 }
/** Offset of `lock_release_point` in this slice. */
const LOCKED_UNTIL_AT = 80
/** A position with more bins has a `PositionBinData` behind it for each further one, which starts with the share. */
const FURTHER_AT = 8_120
const FURTHER_BYTES = 112
/** The program allows no more: `MAX_BINS_PER_POSITION` in https://github.com/MeteoraAg/dlmm-sdk/blob/main/ts-client/src/dlmm/constants/index.ts. */
const MAX_BINS = 1_400
/** Limit on the positions whose further bins are read. Their accounts have up to 150 kilobytes. */
const MAX_LONG_POSITIONS = 50
/** Each has 70 numbers or more, and other work must not wait for thousands of them. */
export const POSITIONS_PER_TURN = 200

/** Offsets in `BinArray`: its index, its pool and its bins. */
const INDEX_AT = 8
const ARRAY_POOL_AT = 24
const BINS_AT = 56
const BIN_BYTES = 144
/** The supply of shares in `Bin`, behind both amounts and the price. */
const SUPPLY_AT = 8 + 8 + 16
const ARRAY = { offset: 0, length: BINS_AT + BINS * BIN_BYTES }

export interface DlmmPosition {
  readonly owner: string
  /** Unix seconds or slot. */
  readonly lockedUntil: bigint
  /** Shares by bin, without those of zero. */
  readonly shares: readonly (readonly [number, bigint])[]
}

interface Bin {
  readonly supply: bigint
  /** Raw units of the second token. */
  readonly value: number
}

/** Undefined if the pool has too many positions. */
export async function listDlmmPositions(node: SolanaNode, pool: string, signal: AbortSignal): Promise<DlmmPosition[] | undefined> {
  const match: AccountMatch = { offset: POOL_AT, address: pool, size: null, head: POSITION }
  const ranges = await readProgramSlices(node, DLMM, match, { slice: RANGE, maxBytes: MAX_LIST_BYTES }, signal)
  // The shorter list shows whether the other one would be too long.
  const isLong = ranges === null || ranges.length * OWNED.length > MAX_LIST_BYTES
  const owned = isLong ? null : await readProgramSlices(node, DLMM, match, { slice: OWNED, maxBytes: MAX_LIST_BYTES }, signal)
  if (ranges === null || owned === null) return undefined
  const rangeOf = new Map(ranges.map(({ address, data }) => [address, data]))
  const positions: NonNullable<ReturnType<typeof readPosition>>[] = []
  for (const part of partsOf(owned, POSITIONS_PER_TURN)) {
    await nextTurn()
    positions.push(...part.flatMap((account) => readPosition(account, rangeOf.get(account.address)) ?? []))
  }
  const long = positions.filter(({ further }) => further > 0).slice(0, MAX_LONG_POSITIONS)
  for (const { address, lower, further, shares } of long) {
    const [account] = await readAccounts(node, [address], signal, { offset: FURTHER_AT, length: further * FURTHER_BYTES })
    if (account != null) shares.push(...readShares(account.data, { from: 0, count: further, stride: FURTHER_BYTES, first: lower + BINS }))
  }
  return positions
}

function readPosition({ address, data }: ChainAccount, range: Uint8Array | undefined) {
  if (range === undefined) return null
  const reader = new ByteReader(range)
  const [lower, upper] = [reader.i32(), reader.i32()]
  const lockedUntil = new ByteReader(range, LOCKED_UNTIL_AT).u64()
  const owner = new ByteReader(data).pubkey()
  if (lower === null || upper === null || lockedUntil === null || owner === null) return null
  const count = Math.min(MAX_BINS, upper - lower + 1)
  const shares = readShares(data, { from: 32, count: Math.min(BINS, count), stride: SHARE_BYTES, first: lower })
  return { address, owner, lockedUntil, shares, lower, further: Math.max(0, count - BINS) }
}

function readShares(
  data: Uint8Array,
  { from, count, stride, first }: { readonly from: number; readonly count: number; readonly stride: number; readonly first: number },
): [number, bigint][] {
  return Array.from({ length: Math.max(0, count) }, (_, i): [number, bigint] => [
    first + i,
    new ByteReader(data, from + i * stride).u128() ?? 0n,
  ]).filter(([, share]) => share > 0n)
}

/**
 * The bins of a pool that have something in them. Undefined if there are too many.
 *
 * @param price raw units of the second token for one of the first
 */
export async function readBins(node: SolanaNode, pool: string, price: number, signal: AbortSignal): Promise<ReadonlyMap<number, Bin> | undefined> {
  const match: AccountMatch = { offset: ARRAY_POOL_AT, address: pool, size: null, head: BIN_ARRAY }
  const arrays = await readProgramSlices(node, DLMM, match, { slice: ARRAY, maxBytes: MAX_LIST_BYTES }, signal)
  if (arrays === null) return undefined
  const bins = new Map<number, Bin>()
  for (const { data } of arrays) {
    const first = Number(BigInt.asIntN(64, new ByteReader(data, INDEX_AT).u64() ?? 0n)) * BINS
    for (let i = 0; i < BINS; i++) {
      const amounts = new ByteReader(data, BINS_AT + i * BIN_BYTES)
      const [x, y] = [amounts.u64() ?? 0n, amounts.u64() ?? 0n]
      const supply = new ByteReader(data, BINS_AT + i * BIN_BYTES + SUPPLY_AT).u128() ?? 0n
      if (x > 0n || y > 0n) bins.set(first + i, { supply, value: Number(x) * price + Number(y) })
    }
  }
  return bins
}
