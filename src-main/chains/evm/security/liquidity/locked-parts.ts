import { parseAbi } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { lockEnd } from '../../../security/lock-end.ts'
import { readContracts, type Scan } from '../scan.ts'
import type { Locker } from './lockers.ts'

/** LP tokens that one owner may withdraw from a locker. */
export interface LockedPart {
  readonly raw: bigint
  readonly owner: Address
  /** Unix seconds. */
  readonly unlockAt: number
}

const uncxAbi = parseAbi([
  'function getNumLocksForToken(address) view returns (uint256)',
  'function tokenLocks(address, uint256) view returns (uint256 lockDate, uint256 amount, uint256 initialAmount, uint256 unlockDate, uint256 lockId, address owner)',
])
const pinkAbi = parseAbi([
  'struct Lock { uint256 id; address token; address owner; uint256 amount; uint256 lockDate; uint256 tgeDate; uint256 tgeBps; uint256 cycle; uint256 cycleBps; uint256 unlockedAmount; string description; }',
  'function getLocksForToken(address, uint256, uint256) view returns (Lock[])',
])
/** Limit on the locks of a pair in one locker. With more of them, no date is known. */
const MAX_LOCKS = 20

/** Locked parts of a pair's LP tokens if the locker's layout is known and it lists all of them; null otherwise. */
export async function readLockedParts(scan: Scan, { address, layout }: Locker, pair: Address): Promise<LockedPart[] | null> {
  const to = trustedAddress(address)
  if (layout === 'uncx_v2') return readUncxLocks(scan, to, pair)
  if (layout === 'pinklock') return readPinkLocks(scan, to, pair)
  return null
}

async function readUncxLocks(scan: Scan, to: Address, pair: Address): Promise<LockedPart[] | null> {
  const [count] = await readContracts(scan, [{ to, abi: uncxAbi, name: 'getNumLocksForToken', args: [pair] }])
  if (typeof count !== 'bigint' || count > BigInt(MAX_LOCKS)) return null
  const rows = await readContracts(
    scan,
    [...Array(Number(count)).keys()].map((i) => ({ to, abi: uncxAbi, name: 'tokenLocks', args: [pair, BigInt(i)] })),
  )
  return rows.flatMap((row) => {
    if (!Array.isArray(row)) return []
    const [, raw, , unlockDate, , owner] = row as unknown as readonly [bigint, bigint, bigint, bigint, bigint, string]
    return [{ raw, owner: trustedAddress(owner.toLowerCase()), unlockAt: lockEnd(unlockDate) }]
  })
}

async function readPinkLocks(scan: Scan, to: Address, pair: Address): Promise<LockedPart[] | null> {
  // Both ends of the range are included, so a full answer means that there are more than MAX_LOCKS.
  const [rows] = await readContracts(scan, [{ to, abi: pinkAbi, name: 'getLocksForToken', args: [pair, 0n, BigInt(MAX_LOCKS)] }])
  if (!Array.isArray(rows) || rows.length > MAX_LOCKS) return null
  return (rows as PinkLock[]).flatMap((lock) =>
    pinkReleases(lock).map((release) => ({ ...release, owner: trustedAddress(lock.owner.toLowerCase()) })),
  )
}

interface PinkLock {
  readonly owner: string
  readonly amount: bigint
  readonly unlockedAmount: bigint
  /** Date of the first or only release. */
  readonly tgeDate: bigint
  /** Basis points of the first release, and of one in every later cycle of so many seconds; zero for a lock with one release. */
  readonly tgeBps: bigint
  readonly cycle: bigint
  readonly cycleBps: bigint
}

const WHOLE_BPS = 10_000n

/**
 * What is still to be released, earliest first, as `_withdrawableTokens` counts it:
 * https://etherscan.io/address/0x71B5759d73262FBb223956913ecF4ecC51057641#code
 */
function pinkReleases({ amount, unlockedAmount, tgeDate, tgeBps, cycle, cycleBps }: PinkLock): Omit<LockedPart, 'owner'>[] {
  const each = (amount * cycleBps) / WHOLE_BPS
  const first = tgeBps === 0n ? amount : (amount * tgeBps) / WHOLE_BPS
  const releases: Omit<LockedPart, 'owner'>[] = []
  let released = 0n
  for (let i = 0n; released < amount && (i === 0n || each > 0n); i++) {
    const total = first + i * each
    const until = total < amount ? total : amount
    const taken = released > unlockedAmount ? released : unlockedAmount
    if (until > taken) releases.push({ raw: until - taken, unlockAt: lockEnd(tgeDate + i * cycle) })
    released = until
  }
  return releases
}
