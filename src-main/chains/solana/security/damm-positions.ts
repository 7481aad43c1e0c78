import { base58 } from '@scure/base'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../../src-shared/domain/shown.ts'
import { percentOf } from '../../../../src-shared/domain/amount.ts'
import type { BlockRef } from '../../adapter.ts'
import { answeredOrNull } from '../../rpc/answered.ts'
import { sharesOf, SMALL_PCT } from '../../security/concentrated.ts'
import { UNKNOWN_OWNERS, type LiquidityLock, type OwnerShares } from '../../security/facts.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { programAddress } from '../encoding/program-address.ts'
import { amountIn, readAccounts, readProgramAccounts, type ChainAccount } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { lockerOf } from './liquidity.ts'

/**
 * Who owns the liquidity of a pool of Meteora DAMM v2. All its positions have the price range of the pool, so their shares of its liquidity are their
 * shares of its value. Layouts: https://github.com/MeteoraAg/damm-v2/tree/main/programs/cp-amm/src/state
 */

export const DAMM_V2 = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'

/** Offsets in `Pool`. */
const LIQUIDITY_AT = 360
const ACTIVATION_TYPE_AT = 480
const PERMANENT_AT = 552
/** The activation type of pools that count time in Unix seconds instead of slots. */
const BY_TIME = 1

/** Size and offsets of `Position`, and of the schedule inside it. */
const POSITION_SIZE = 408
const POOL_AT = 8
const NFT_AT = 40
const AMOUNTS_AT = 152
const SCHEDULE_AT = 312
/** Size and offsets of `Vesting`, a schedule in an account of its own. */
const VESTING_SIZE = 184
const POSITION_AT = 8
const VESTING_SCHEDULE_AT = 40

const LOCK = 'Meteora'
/** Limit on the positions whose owners are read, largest first, and on those whose schedules are. */
const MAX_OWNERS = 500
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

/** The owners, and why some of them are unknown. */
export interface DammOwners {
  readonly owned: OwnerShares
  readonly note: string | null
}

export async function readDammOwners(node: SolanaNode, { address, data }: ChainAccount, at: BlockRef, signal: AbortSignal): Promise<DammOwners> {
  const [whole, forever] = [u128At(data, LIQUIDITY_AT), u128At(data, PERMANENT_AT)]
  if (whole === 0n) return { owned: UNKNOWN_OWNERS, note: null }
  const locks: LiquidityLock[] = forever === 0n ? [] : [{ percentage: percentOf(forever, whole), type: LOCK, unlockAt: null }]
  if (forever === whole) return { owned: sharesOf(locks, new Map()), note: null }
  const positions = await answeredOrNull(listPositions(node, address, signal), signal)
  if (positions === null) return { owned: { ...UNKNOWN_OWNERS, locks }, note: `The endpoint does not list the positions of the pool ${address}.` }
  const isByTime = new ByteReader(data, ACTIVATION_TYPE_AT).u8() === BY_TIME
  const now = BigInt(isByTime ? at.time : at.number)
  const free = new Map<string, bigint>()
  let known = 0n
  for (const { position, schedules } of await readSchedules(node, positions, signal)) {
    const releases = schedules?.map((schedule) => remaining(schedule, now)) ?? []
    const held = releases.reduce((sum, { locked }) => sum + locked, 0n)
    for (const { locked, endsAt } of releases)
      if (locked > 0n) locks.push({ percentage: percentOf(locked, whole), type: LOCK, unlockAt: isByTime ? Number(endsAt) : null })
    const isKnown = schedules !== null
    known += position.permanent + position.unlocked + (isKnown ? position.vested : 0n)
    free.set(position.nft, position.unlocked + (isKnown ? position.vested - held : 0n))
  }
  return shareOut(node, address, { whole, known, locks, free }, signal)
}

async function listPositions(node: SolanaNode, pool: string, signal: AbortSignal): Promise<Position[]> {
  const accounts = await readProgramAccounts(node, DAMM_V2, { offset: POOL_AT, address: pool, size: POSITION_SIZE }, signal)
  return accounts.flatMap(({ address, data }) => {
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

interface Split {
  /** All liquidity of the pool, and the part that the positions explain. */
  readonly whole: bigint
  readonly known: bigint
  readonly locks: LiquidityLock[]
  /** Liquidity that may be withdrawn, by the NFT of its position. */
  readonly free: ReadonlyMap<string, bigint>
}

async function shareOut(node: SolanaNode, pool: string, { whole, known, locks, free }: Split, signal: AbortSignal): Promise<DammOwners> {
  const listed = [...free].filter(([, raw]) => raw > 0n).sort(([, a], [, b]) => (a < b ? 1 : -1))
  const owners = await readNftOwners(
    node,
    listed.slice(0, MAX_OWNERS).map(([nft]) => nft),
    signal,
  )
  const shares = new Map<Address, number>()
  let unowned = 0
  for (const [nft, raw] of listed) {
    const [owner, percentage] = [owners.get(nft), percentOf(raw, whole)]
    const locker = owner === undefined ? null : lockerOf(owner)
    if (owner === undefined) unowned += percentage
    else if (locker !== null) locks.push({ percentage, type: locker, unlockAt: null })
    else shares.set(trustedAddress(owner), (shares.get(trustedAddress(owner)) ?? 0) + percentage)
  }
  const unexplained = known > whole ? percentOf(known - whole, whole) : percentOf(whole - known, whole)
  const rest = unexplained + unowned
  const note = rest === 0 ? null : `The owners of ${shortPercent(rest)} of the liquidity of the pool ${pool} are unknown.`
  return { owned: rest > SMALL_PCT ? { ...UNKNOWN_OWNERS, locks } : sharesOf(locks, shares, rest), note }
}

/** Owners by NFT. The program keeps each NFT in an account that it derives; an NFT that was moved from there is left out. */
async function readNftOwners(node: SolanaNode, nfts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const accounts = await readAccounts(
    node,
    nfts.map((nft) => programAddress(['position_nft_account', base58.decode(nft)], DAMM_V2)),
    signal,
  )
  return new Map(
    nfts.flatMap((nft, i) => {
      const account = accounts[i]
      const owner = account == null || amountIn(account) === 0n ? null : new ByteReader(account.data, 32).pubkey()
      return owner === null ? [] : [[nft, owner] as const]
    }),
  )
}

const u128At = (data: Uint8Array, at: number): bigint => new ByteReader(data, at).u128() ?? 0n
