import { base58 } from '@scure/base'
import { percentOf } from '../../../../../src-shared/domain/amount.ts'
import type { BlockRef } from '../../../adapter.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import type { LiquidityLock } from '../../../security/facts.ts'
import { lockEnd } from '../../../security/lock-end.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { programAddress } from '../../encoding/program-address.ts'
import { readProgramAccounts, readProgramSlices, type ChainAccount } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { MAX_LIST_BYTES, unlisted, type FreePart, type PoolPositions, type PositionVenue } from './positions.ts'

/**
 * Positions of Meteora DAMM v2. All positions of a pool have its price range, so their shares of its liquidity are their shares of its value. Layouts:
 * https://github.com/MeteoraAg/damm-v2/tree/main/programs/cp-amm/src/state
 */

export const DAMM_V2 = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'

export const dammV2: PositionVenue = {
  read: readPositions,
  nftAccountOf: (nft) => programAddress(['position_nft_account', base58.decode(nft)], DAMM_V2),
}

/** Offsets in `Pool`. */
const LIQUIDITY_AT = 360
const ACTIVATION_TYPE_AT = 480
const PERMANENT_AT = 552
/** The activation type of pools that count time in Unix seconds instead of slots. */
const BY_TIME = 1

/** Size and offsets of `Position`, and of the schedule inside it. */
const POSITION_SIZE = 408
const WHOLE_POSITION = { offset: 0, length: POSITION_SIZE }
const POOL_AT = 8
const NFT_AT = 40
const AMOUNTS_AT = 152
const SCHEDULE_AT = 312
/** Size and offsets of `Vesting`, a schedule in an account of its own. */
const VESTING_SIZE = 184
const POSITION_AT = 8
const VESTING_SCHEDULE_AT = 40

const LOCK = 'Meteora'
/** Limit on the positions whose schedules are read, largest first. */
const MAX_VESTED = 20

interface Position {
  readonly address: string
  readonly nft: string
  readonly unlocked: bigint
  /** Locked by schedules, as of the last time the owner released what was due. */
  readonly vested: bigint
  readonly permanent: bigint
  readonly schedule: Schedule
}

/** Liquidity that is released at the cliff and then in equal periods. Points are Unix seconds or slots. */
interface Schedule {
  readonly cliff: bigint
  readonly period: bigint
  readonly atCliff: bigint
  readonly perPeriod: bigint
  readonly released: bigint
  readonly periods: bigint
}

async function readPositions(node: SolanaNode, { address, data }: ChainAccount, at: BlockRef, signal: AbortSignal): Promise<PoolPositions | null> {
  const [whole, forever] = [u128At(data, LIQUIDITY_AT), u128At(data, PERMANENT_AT)]
  if (whole === 0n) return null
  const locks: LiquidityLock[] = forever === 0n ? [] : [{ percentage: percentOf(forever, whole), type: LOCK, unlockAt: null }]
  if (forever === whole) return { locks, free: [], unexplained: 0 }
  const list = await answeredOrNull(listPositions(node, address, signal), signal)
  if (list == null) return unlisted(address, list, locks)
  const isByTime = new ByteReader(data, ACTIVATION_TYPE_AT).u8() === BY_TIME
  const now = BigInt(isByTime ? at.time : at.number)
  const free: FreePart[] = []
  let known = 0n
  for (const { position, schedules } of await readSchedules(node, list, signal)) {
    const releases = schedules?.map((schedule) => remaining(schedule, now)) ?? []
    const held = releases.reduce((sum, { locked }) => sum + locked, 0n)
    for (const { locked, endsAt } of releases)
      if (locked > 0n) locks.push({ percentage: percentOf(locked, whole), type: LOCK, unlockAt: isByTime ? lockEnd(endsAt) : null })
    const isKnown = schedules !== null
    known += position.permanent + position.unlocked + (isKnown ? position.vested : 0n)
    free.push({ nft: position.nft, pct: percentOf(position.unlocked + (isKnown ? position.vested - held : 0n), whole) })
  }
  return { locks, free, unexplained: known > whole ? percentOf(known - whole, whole) : percentOf(whole - known, whole) }
}

async function listPositions(node: SolanaNode, pool: string, signal: AbortSignal): Promise<Position[] | undefined> {
  const match = { offset: POOL_AT, address: pool, size: POSITION_SIZE }
  const accounts = await readProgramSlices(node, DAMM_V2, match, { slice: WHOLE_POSITION, maxBytes: MAX_LIST_BYTES }, signal)
  return accounts?.flatMap(({ address, data }) => {
    const nft = new ByteReader(data, NFT_AT).pubkey()
    const [unlocked, vested, permanent] = [0, 16, 32].map((at) => u128At(data, AMOUNTS_AT + at)) as [bigint, bigint, bigint]
    return nft === null ? [] : [{ address, nft, unlocked, vested, permanent, schedule: readSchedule(data, SCHEDULE_AT) }]
  })
}

/** The schedules of each position; null if they do not explain what it has locked. */
async function readSchedules(
  node: SolanaNode,
  positions: readonly Position[],
  signal: AbortSignal,
): Promise<{ readonly position: Position; readonly schedules: readonly Schedule[] | null }[]> {
  // Anyone can open positions, so the largest come first.
  const vested = positions.filter((position) => position.vested > 0n).sort((a, b) => (a.vested < b.vested ? 1 : -1))
  const read = new Set(vested.slice(0, MAX_VESTED))
  return Promise.all(
    positions.map(async (position) => {
      if (position.vested === 0n) return { position, schedules: [] }
      if (!read.has(position)) return { position, schedules: null }
      const match = { offset: POSITION_AT, address: position.address, size: VESTING_SIZE }
      const accounts = (await answeredOrNull(readProgramAccounts(node, DAMM_V2, match, signal), signal)) ?? []
      const schedules = [position.schedule, ...accounts.map(({ data }) => readSchedule(data, VESTING_SCHEDULE_AT))]
      const explained = schedules.reduce((sum, schedule) => sum + totalOf(schedule) - schedule.released, 0n)
      return { position, schedules: explained === position.vested ? schedules : null }
    }),
  )
}

function readSchedule(data: Uint8Array, at: number): Schedule {
  const u64 = (offset: number): bigint => new ByteReader(data, at + offset).u64() ?? 0n
  const periods = new ByteReader(data, at + 64)
  return {
    cliff: u64(0),
    period: u64(8),
    atCliff: u128At(data, at + 16),
    perPeriod: u128At(data, at + 32),
    released: u128At(data, at + 48),
    periods: BigInt((periods.u8() ?? 0) + 256 * (periods.u8() ?? 0)),
  }
}

const totalOf = ({ atCliff, perPeriod, periods }: Schedule): bigint => atCliff + perPeriod * periods

/** What the schedule still locks at a point, and the point of its last release. */
function remaining(schedule: Schedule, now: bigint): { readonly locked: bigint; readonly endsAt: bigint } {
  const { cliff, period, atCliff, perPeriod, periods } = schedule
  const endsAt = cliff + (perPeriod === 0n ? 0n : period * periods)
  if (now < cliff) return { locked: totalOf(schedule), endsAt }
  if (period === 0n || perPeriod === 0n) return { locked: 0n, endsAt }
  const passed = (now - cliff) / period
  return { locked: totalOf(schedule) - atCliff - perPeriod * (passed < periods ? passed : periods), endsAt }
}

const u128At = (data: Uint8Array, at: number): bigint => new ByteReader(data, at).u128() ?? 0n
