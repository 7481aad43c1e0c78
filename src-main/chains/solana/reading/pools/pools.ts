import { base58 } from '@scure/base'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { PoolQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { poolOf } from '../../programs/pool-of.ts'
import { isOnCurve } from '../../encoding/curve.ts'
import { findVenue } from '../../programs/registry.ts'
import { readAccounts, readProgramAccounts, readTokenAccountsOf } from '../../rpc/accounts.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readAccountBeginning } from '../transactions/account-history.ts'
import { readHistory } from '../transactions/history.ts'
import { CURVE_BYTES, readCurveQuote, readPoolMints, POOL_SEARCHES, PUMP_CURVE } from './pool-layouts.ts'
import { programAddress } from '../../encoding/program-address.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import type { Transactions } from '../transactions/transactions.ts'

export interface FoundPools {
  readonly pools: readonly Pool[]
  readonly notes: readonly string[]
}

const CONCURRENT_SEARCHES = 4

/**
 * Searches pools of a mint by the venues' account layouts, for endpoints that search accounts.
 *
 * @param query `from`: the slot in which the token was created, if known
 */
export async function searchPools(
  node: SolanaNode,
  transactions: Transactions,
  { token, from }: { readonly token: Address; readonly from: number },
  signal: AbortSignal,
): Promise<FoundPools> {
  const pools = new Map<string, Pool>()
  const add = (found: Pool | null): void => {
    if (found !== null) pools.set(found.address, found)
  }
  add(await findCurve(node, token, signal))
  let refused = 0
  await mapLimited(POOL_SEARCHES, CONCURRENT_SEARCHES, async ({ program, offset, size }) => {
    try {
      for (const account of await readProgramAccounts(node, program, { offset, address: token, size }, signal)) {
        add(toPool(program, account.address, readPoolMints(program, account.data)))
      }
    } catch (error) {
      if (!(error instanceof NodeFault) || error.kind === 'busy') throw error
      refused += 1
    }
  })
  const notes =
    refused === 0 ? [] : ['The endpoint does not search every venue for pools: only those whose accounts hold much of the token are known.']
  return { pools: await withPoolCreations(node, transactions, { pools: [...pools.values()], notBefore: from }, signal), notes }
}

async function findCurve(node: SolanaNode, token: Address, signal: AbortSignal): Promise<Pool | null> {
  const curve = programAddress([PUMP_CURVE.seed, base58.decode(token)], PUMP_CURVE.program)
  const [account] = await readAccounts(node, [curve], signal, { offset: 0, length: CURVE_BYTES })
  return account?.program === PUMP_CURVE.program ? toPool(PUMP_CURVE.program, curve, [token, readCurveQuote(account.data)]) : null
}

function toPool(program: string, address: string, mints: readonly [string, string] | null): Pool | null {
  const venue = findVenue(program)
  return venue === null || mints === null ? null : poolOf(venue, address, mints)
}

/** A pool with more than 1,000 transactions is searched by slots. If the endpoint does not allow that, its creation is not read. */
const CREATION_PAGES = { first: 1, most: 1 } as const

/** Adds slot and transaction of each pool's creation if its history provably reaches it. */
export async function withPoolCreations(
  node: SolanaNode,
  transactions: Transactions,
  { pools, notBefore }: { readonly pools: readonly Pool[]; readonly notBefore: number },
  signal: AbortSignal,
): Promise<Pool[]> {
  return mapLimited(pools, CONCURRENT_SEARCHES, async (pool) => {
    if (pool.createdBlock !== null) return pool
    const query = { address: pool.address, to: Number.MAX_SAFE_INTEGER, pages: CREATION_PAGES, notBefore }
    const { end } = await readAccountBeginning(node, transactions, query, signal)
    if (end === null || end.oldest === null || end.proof === 'cut') return pool
    return { ...pool, createdBlock: end.oldest.slot, createdTx: end.first?.signature ?? end.oldest.signature }
  })
}

/** Program-owned holders to inspect, and transactions per vault, newest first. One swap identifies the pool. */
const MAX_OWNERS = 40
const TRANSACTIONS_PER_VAULT = 8

/** Pools among the token's largest holders: accounts owned by a venue's program, and pools of swaps through the holders' vaults. */
export async function poolsAmongHolders(
  node: SolanaNode,
  transactions: Transactions,
  { token, candidates, known = [], createdNear = null }: PoolQuery,
  to: number,
  signal: AbortSignal,
): Promise<Pool[]> {
  const programs = candidates.filter((holder) => !isOnCurve(holder)).slice(0, MAX_OWNERS)
  const accounts = await readAccounts(node, programs, signal)
  const pools = new Map<string, Pool>()
  for (const account of accounts) {
    const pool = account === null ? null : toPool(account.program, account.address, readPoolMints(account.program, account.data))
    if (pool !== null && (pool.token0 === token || pool.token1 === token)) pools.set(pool.address, pool)
  }
  await mapLimited(
    programs.filter((owner) => !pools.has(owner)),
    CONCURRENT_SEARCHES,
    async (owner) => {
      for (const vault of await readTokenAccountsOf(node, owner, token, signal)) {
        const { mentions } = await readHistory(node.rpc, { address: vault.address, from: 0, to, pages: 1 }, signal)
        const newest = mentions.filter((mention) => !mention.failed).slice(-TRANSACTIONS_PER_VAULT)
        for (const some of [newest.slice(-1), newest.slice(0, -1)]) {
          const found = poolsOf(token, await transactions.read(some, signal))
          for (const pool of found) pools.set(pool.address, pool)
          if (found.length > 0) break
        }
      }
    },
  )
  const found = [...pools.values()].map((pool) => {
    const before = known.find(({ address, createdBlock }) => address === pool.address && createdBlock !== null)
    return before === undefined ? pool : { ...pool, createdBlock: before.createdBlock, createdTx: before.createdTx }
  })
  return withPoolCreations(node, transactions, { pools: found, notBefore: createdNear ?? 0 }, signal)
}

/** The token's pools in transactions that swapped in them. */
function poolsOf(token: Address, read: readonly ReadTransaction[]): Pool[] {
  const events = read.flatMap((tx) => tx.events)
  return events.filter((event): event is Pool => event.kind === 'pool' && (event.token0 === token || event.token1 === token))
}
