import { base58 } from '@scure/base'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { mapConcurrent } from '../../rpc/request.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { isOnCurve } from '../curve.ts'
import { venueOf } from '../programs/registry.ts'
import { readAccounts, readProgramAccounts, readTokenAccountsOf } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory } from './history.ts'
import { CURVE_QUOTE, mintsOf, POOL_SEARCHES, PUMP_CURVE } from './pool-layouts.ts'
import { programAddress } from './program-address.ts'
import type { Transactions } from './transactions.ts'

export interface FoundPools {
  readonly pools: readonly Pool[]
  readonly notes: readonly string[]
}

const SEARCHES_AT_ONCE = 4

/** Pools of a mint by the venues' own account layouts, where the endpoint searches accounts. */
export async function searchPools(node: SolanaNode, token: Address, signal: AbortSignal): Promise<FoundPools> {
  const pools = new Map<string, Pool>()
  const add = (found: Pool | null): void => {
    if (found !== null) pools.set(found.address, found)
  }
  add(await findCurve(node, token, signal))
  let refused = 0
  await mapConcurrent(POOL_SEARCHES, SEARCHES_AT_ONCE, async ({ program, offset, size }) => {
    try {
      for (const account of await readProgramAccounts(node, program, { offset, address: token, size }, signal)) {
        add(poolOf(program, account.address, mintsOf(program, account.data)))
      }
    } catch (error) {
      if (!(error instanceof NodeFault) || error.kind === 'busy') throw error
      refused += 1
    }
  })
  const notes =
    refused === 0 ? [] : ['The endpoint does not search every venue for pools: only those whose accounts hold much of the token are known.']
  return { pools: await withBirths(node, [...pools.values()], signal), notes }
}

async function findCurve(node: SolanaNode, token: Address, signal: AbortSignal): Promise<Pool | null> {
  const curve = programAddress([PUMP_CURVE.seed, base58.decode(token)], PUMP_CURVE.program)
  const [account] = await readAccounts(node, [curve], signal, { offset: 0, length: 0 })
  return account?.program === PUMP_CURVE.program ? poolOf(PUMP_CURVE.program, curve, [token, CURVE_QUOTE]) : null
}

function poolOf(program: string, address: string, mints: readonly [string, string] | null): Pool | null {
  const venue = venueOf(program)
  if (venue === null || mints === null) return null
  const [token0, token1] = [...mints].sort()
  if (token0 === undefined || token1 === undefined) return null
  return {
    kind: 'pool',
    network: 'sol',
    address: trustedAddress(address),
    dex: venue.dex,
    dexVersion: venue.version,
    token0: trustedAddress(token0),
    token1: trustedAddress(token1),
    createdBlock: null,
    createdTx: null,
  }
}

/** A pool that more than this many transactions name is not followed back to its birth. */
const BIRTH_PAGES = 1

/** The slot and transaction of each pool's making, where its history is short enough to see its beginning. */
export async function withBirths(node: SolanaNode, pools: readonly Pool[], signal: AbortSignal): Promise<Pool[]> {
  if (pools.length === 0 || !(await node.keepsAll(signal))) return [...pools]
  return mapConcurrent(pools, SEARCHES_AT_ONCE, async (pool) => {
    const whole = { address: pool.address, from: 0, to: Number.MAX_SAFE_INTEGER, pages: BIRTH_PAGES }
    const { mentions, completeFrom } = await readHistory(node, whole, signal)
    const first = completeFrom === 0 ? mentions.find((mention) => !mention.failed) : undefined
    return first === undefined ? pool : { ...pool, createdBlock: first.slot, createdTx: first.signature }
  })
}

/** Vaults looked at, and the newest transactions of each: one swap through it names its pool. */
const MOST_OWNERS = 40
const LOOKS = 8

/** Pools among the token's largest holders: what a venue's program owns, and what the swaps through their accounts name. */
export async function poolsAmongHolders(
  node: SolanaNode,
  transactions: Transactions,
  token: Address,
  holders: readonly Address[],
  to: number,
  signal: AbortSignal,
): Promise<Pool[]> {
  const programs = holders.filter((holder) => !isOnCurve(holder)).slice(0, MOST_OWNERS)
  const accounts = await readAccounts(node, programs, signal)
  const pools = new Map<string, Pool>()
  for (const account of accounts) {
    const pool = account === null ? null : poolOf(account.program, account.address, mintsOf(account.program, account.data))
    if (pool !== null && (pool.token0 === token || pool.token1 === token)) pools.set(pool.address, pool)
  }
  await mapConcurrent(
    programs.filter((owner) => !pools.has(owner)),
    SEARCHES_AT_ONCE,
    async (owner) => {
      for (const vault of await readTokenAccountsOf(node, owner, token, signal)) {
        const { mentions } = await readHistory(node, { address: vault.address, from: 0, to, pages: 1 }, signal)
        for (const { events } of await transactions.read(mentions.filter((mention) => !mention.failed).slice(-LOOKS), signal)) {
          for (const event of events) {
            if (event.kind === 'pool' && (event.token0 === token || event.token1 === token)) pools.set(event.address, event)
          }
        }
      }
    },
  )
  return withBirths(node, [...pools.values()], signal)
}
