import rows from '../../../../../resources/scan/evm-lockers.json' with { type: 'json' }
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import { sharesOf } from '../../../security/concentrated.ts'
import type { LiquidityLock, OwnerShares } from '../../../security/facts.ts'

export type Locker = (typeof rows)[number]

export const lockerAt = (network: NetworkId, address: Address): Locker | undefined =>
  rows.find((row) => row.network === network && row.address === address)

/** A part of a pool's liquidity. */
export interface Holding {
  readonly percentage: number
  /** Who may withdraw it, once it is not locked. */
  readonly owner: Address
  /** `burn` or a locker's name, and Unix seconds, null for never or an unknown date; null for a part that is not locked. */
  readonly lock: Pick<LiquidityLock, 'type' | 'unlockAt'> | null
}

/** Shares of all parts at a time; a lock that has expired by then does not prevent a withdrawal. @param rest percent of which nothing is known */
export function sharesAt(time: number, holdings: readonly Holding[], rest = 0): OwnerShares {
  const locks: LiquidityLock[] = []
  const free = new Map<Address, number>()
  for (const { percentage, owner, lock } of holdings) {
    if (lock !== null && (lock.unlockAt === null || lock.unlockAt > time)) locks.push({ percentage, ...lock })
    else free.set(owner, (free.get(owner) ?? 0) + percentage)
  }
  return sharesOf(locks, free, rest)
}
