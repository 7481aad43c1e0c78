import authorities from '../../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { percentOf, sumRaw } from '../../../../../src-shared/domain/amount.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import type { LiquidityLock, OwnerShares, PoolLiquidity } from '../../../security/facts.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { amountIn, type ChainAccount } from '../../rpc/accounts.ts'
import type { LpLock, LpOwner } from './lp-locks.ts'
import { PUMP_CURVE, readCurveQuote } from '../../reading/pools/pool-layouts.ts'

/**
 * Liquidity locks of pools with an LP token, and of bonding curves (docs/scan.md#liquidity-and-locks). Byte offsets are from the IDLs
 * that ../programs cites.
 */

interface LpLayout {
  readonly program: string
  readonly mints: readonly [number, number]
  readonly vaults: readonly [number, number]
  readonly lpMint: number
  /** Offset of the pool's own count of LP tokens, which includes burned tokens. */
  readonly recorded: number
}

const LAYOUTS: readonly LpLayout[] = [
  { program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', mints: [400, 432], vaults: [336, 368], lpMint: 464, recorded: 720 },
  { program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', mints: [168, 200], vaults: [72, 104], lpMint: 136, recorded: 333 },
  { program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', mints: [43, 75], vaults: [139, 171], lpMint: 107, recorded: 203 },
]
/** Offset of `real_quote_reserves` in `BondingCurve`. */
const CURVE_RESERVES_AT = 32

/** Owners of LP tokens and positions that can never release them. */
const LOCKERS: ReadonlyMap<string, string> = new Map(authorities.liquidityLocks.map(({ owner, name }) => [owner, name]))

/** The kind of lock of what this owner holds; null if it can release it. */
export const lockerOf = (owner: string): string | null => (isBurnAddress('sol', owner) ? 'burn' : (LOCKERS.get(owner) ?? null))

export interface LpPool {
  readonly pool: string
  readonly lpMint: string
  readonly recorded: bigint
  readonly quote: string
  readonly quoteVault: string
  readonly tokenVault: string
  /** What the quote vault has is shares, of which so many raw units of the quote token are worth so many. */
  readonly shares?: { readonly raw: bigint; readonly worth: bigint }
}

/** Raw units of the quote token in the pool. */
export const quoteIn = ({ shares }: LpPool, vault: ChainAccount | null | undefined): bigint =>
  shares === undefined ? amountIn(vault) : shares.raw === 0n ? 0n : (amountIn(vault) * shares.worth) / shares.raw

/** Null for pools of other kinds. */
export function readLpPool(pool: string, program: string, data: Uint8Array, token: string): LpPool | null {
  const layout = LAYOUTS.find((row) => row.program === program)
  if (layout === undefined) return null
  const key = (at: number): string | null => new ByteReader(data, at).pubkey()
  const first = key(layout.mints[0]) === token
  const own = first ? 0 : 1
  const other = first ? 1 : 0
  const lpMint = key(layout.lpMint)
  const recorded = new ByteReader(data, layout.recorded).u64()
  const quote = key(layout.mints[other])
  const quoteVault = key(layout.vaults[other])
  const tokenVault = key(layout.vaults[own])
  if (lpMint === null || recorded === null || quote === null || quoteVault === null || tokenVault === null) return null
  return { pool, lpMint, recorded, quote, quoteVault, tokenVault }
}

/** A bonding curve pays out only by its own rules, so its liquidity counts as locked. */
export const LOCKED_CURVE: OwnerShares = {
  lockedPct: 100,
  locks: [{ percentage: 100, type: 'bonding curve', unlockAt: null }],
  largestFreePct: 0,
  largestFreeOwner: null,
}

/** The curve of pump.fun; null for other accounts. */
export function readCurve(pool: string, program: string, data: Uint8Array): PoolLiquidity | null {
  if (program !== PUMP_CURVE.program) return null
  const quoteRaw = new ByteReader(data, CURVE_RESERVES_AT).u64()
  if (quoteRaw === null) return null
  return {
    pool: trustedAddress(pool),
    quote: trustedAddress(readCurveQuote(data)),
    quoteRaw,
    quoteUsd: null,
    ...LOCKED_CURVE,
  }
}

/**
 * The accounts of one owner count together. If accounts are missing, the shares are lower bounds, and the largest free share is unknown if the
 * missing accounts may hold more.
 *
 * @param owners of LP token accounts, all or the largest, without those of `dated`; null if the node does not list them
 * @param dated what lockers hold until a date
 */
export function lockedPart(
  pool: LpPool,
  quoteRaw: bigint,
  supply: bigint,
  owners: readonly LpOwner[] | null,
  dated: readonly LpLock[] = [],
): PoolLiquidity {
  const whole = pool.recorded > supply ? pool.recorded : supply
  const base = { pool: trustedAddress(pool.pool), quote: trustedAddress(pool.quote), quoteRaw, quoteUsd: null }
  const locks: LiquidityLock[] = []
  const add = (raw: bigint, type: string, unlockAt: number | null = null): void => {
    if (raw > 0n) locks.push({ percentage: percentOf(raw, whole), type, unlockAt })
  }
  add(whole - supply, 'burn')
  if (owners === null && supply > 0n) return { ...base, lockedPct: null, locks, largestFreePct: null, largestFreeOwner: null }
  let free: { owner: string; raw: bigint } | null = null
  const sums = new Map<string, bigint>()
  for (const { owner, raw } of owners ?? []) sums.set(owner, (sums.get(owner) ?? 0n) + raw)
  for (const { raw, type, unlockAt } of dated) add(raw, type, unlockAt)
  const unlisted = supply - sumRaw(sums.values()) - sumRaw(dated.map(({ raw }) => raw))
  for (const [owner, raw] of sums) {
    const locker = lockerOf(owner)
    if (locker !== null) add(raw, locker)
    else if (free === null || raw > free.raw) free = { owner, raw }
  }
  return {
    ...base,
    lockedPct: Math.min(
      100,
      locks.reduce((sum, { percentage }) => sum + percentage, 0),
    ),
    locks,
    ...(unlisted > (free?.raw ?? 0n)
      ? { largestFreePct: null, largestFreeOwner: null }
      : { largestFreePct: free === null ? 0 : percentOf(free.raw, whole), largestFreeOwner: free === null ? null : trustedAddress(free.owner) }),
  }
}
