import known from '../../../../../resources/scan/solana-authorities.json' with { type: 'json' }
import { sumRaw } from '../../../../../src-shared/domain/amount.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { lockEnd } from '../../../security/lock-end.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readProgramAccounts } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'

/** Locks of liquidity tokens that end. Their locker keeps the tokens of all its users under one derived address. */

export interface LpOwner {
  readonly owner: string
  /** Raw units. */
  readonly raw: bigint
}

export interface LpLock {
  readonly raw: bigint
  /** The locker's name. */
  readonly type: string
  /** Unix seconds; null if the locks of the pool do not add up to what the locker holds. */
  readonly unlockAt: number | null
}

interface TokenLock extends LpOwner {
  readonly unlockAt: number
}

/**
 * `TokenLock` of UNCX (https://github.com/DefiLlama/DefiLlama-Adapters/tree/main/projects/unicrypt): the bump, the pool, the liquidity token, a number, the
 * times of the lock and its end, a country, the initial and the current amount, and the owner.
 */
const POOL_AT = 8 + 1
const MINT_AT = POOL_AT + 32
const TO_END = 2 * 8
const TO_AMOUNT = 1 + 8
/** More locks than these count as one without a date. */
const MAX_LOCKS = 50

function readLock(data: Uint8Array, lpMint: string): TokenLock | null {
  const reader = new ByteReader(data, MINT_AT)
  const mint = reader.pubkey()
  const unlockAt = reader.skip(TO_END).u64()
  const raw = reader.skip(TO_AMOUNT).u64()
  const owner = reader.pubkey()
  return mint !== lpMint || unlockAt === null || raw === null || owner === null ? null : { owner, raw, unlockAt: lockEnd(unlockAt) }
}

/**
 * Separates what lockers hold: locks that go on, and the owners of those that ended, who may withdraw.
 *
 * @param now Unix seconds
 */
export async function splitLocks(
  node: SolanaNode,
  { pool, lpMint }: { readonly pool: string; readonly lpMint: string },
  owners: readonly LpOwner[],
  now: number,
  signal: AbortSignal,
): Promise<{ readonly owners: readonly LpOwner[]; readonly locks: readonly LpLock[] }> {
  const lockers = known.datedLocks.filter((locker) => owners.some(({ owner }) => owner === locker.owner))
  const free = owners.filter(({ owner }) => !lockers.some((locker) => locker.owner === owner))
  const locks: LpLock[] = []
  for (const { owner, program, name: type } of lockers) {
    const held = sumRaw(owners.filter((one) => one.owner === owner).map(({ raw }) => raw))
    const accounts = await answeredOrNull(readProgramAccounts(node, program, { offset: POOL_AT, address: pool, size: null }, signal), signal)
    const listed = (accounts ?? []).flatMap(({ data }) => readLock(data, lpMint) ?? []).filter(({ raw }) => raw > 0n)
    if (listed.length > MAX_LOCKS || sumRaw(listed.map(({ raw }) => raw)) !== held) locks.push({ raw: held, type, unlockAt: null })
    else
      for (const lock of listed) {
        if (lock.unlockAt > now) locks.push({ raw: lock.raw, type, unlockAt: lock.unlockAt })
        else free.push(lock)
      }
  }
  return { owners: free, locks }
}
