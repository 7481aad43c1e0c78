import { compareBig } from '../../../../../src-shared/domain/compare.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../encoding/addresses.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { isOnCurve } from '../../encoding/curve.ts'
import { readAccounts } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { DAMM_V1, ESCROW_POOL_AT } from './damm-v1.ts'
import { lockerOf } from './liquidity.ts'
import type { LpLock, LpOwner } from './lp-locks.ts'
import { splitStreams } from './streamflow.ts'

/** Liquidity tokens that belong to an account of a program, which decides who gets them and when. */

/** Limit on the accounts that are looked at, largest first. */
const MAX_ESCROWS = 200
const SLICE = { offset: 0, length: 72 }

export interface OwnersAndLocks {
  readonly owners: readonly LpOwner[]
  readonly locks: readonly LpLock[]
}

/**
 * Separates what Meteora DAMM v1 and Streamflow lock.
 *
 * @param now Unix seconds
 */
export async function splitEscrows(
  node: SolanaNode,
  { pool, lpMint }: { readonly pool: string; readonly lpMint: string },
  owners: readonly LpOwner[],
  now: number,
  signal: AbortSignal,
): Promise<OwnersAndLocks> {
  const sums = new Map<string, bigint>()
  for (const { owner, raw } of owners) if (!isOnCurve(owner) && lockerOf(owner) === null) sums.set(owner, (sums.get(owner) ?? 0n) + raw)
  const derived = [...sums].sort(([, a], [, b]) => compareBig(b, a)).slice(0, MAX_ESCROWS)
  const accounts = await readAccounts(
    node,
    derived.map(([owner]) => owner),
    signal,
    SLICE,
  )
  const locked: LpOwner[] = []
  const streams: LpOwner[] = []
  for (const [i, [owner, raw]] of derived.entries()) {
    const account = accounts[i]
    const keyAt = (at: number): string | null => (account == null ? null : new ByteReader(account.data, at).pubkey())
    if (account?.program === DAMM_V1 && keyAt(ESCROW_POOL_AT) === pool) locked.push({ owner, raw })
    else if (isTokenProgram(account?.program) && keyAt(0) === lpMint) streams.push({ owner, raw })
  }
  const taken = new Set([...locked, ...streams].map(({ owner }) => owner))
  const split = streams.length === 0 ? null : await answeredOrNull(splitStreams(node, lpMint, streams, now, signal), signal)
  return {
    owners: [...owners.filter(({ owner }) => !taken.has(owner)), ...(split?.owners ?? streams)],
    locks: [...locked.map(({ raw }) => ({ raw, type: 'Meteora', unlockAt: null })), ...(split?.locks ?? [])],
  }
}

const isTokenProgram = (program: string | undefined): boolean => program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
