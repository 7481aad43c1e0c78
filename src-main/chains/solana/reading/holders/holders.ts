import { z } from 'zod'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { readAccounts, readTokenAccountsOf, type ChainAccount } from '../../rpc/accounts.ts'
import { readBlockTime } from '../../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'
import { listTokenAccounts } from './list-token-accounts.ts'
import { groupByOwner, readTokenRow, ROW_SLICE, type OwnerBalance } from './token-rows.ts'

/** Accounts of a token by owner: all of them, or the twenty largest. */
export interface KnownAccounts {
  readonly owned: readonly OwnerBalance[]
  readonly complete: boolean
  /** Whether owners hide parts of their balances. */
  readonly hidden?: boolean
  readonly slot: number
  readonly notes: readonly string[]
}

const largest = z.object({ context: z.object({ slot: z.int() }), value: z.array(z.object({ address: z.string() })) })

/** All accounts of a mint by owner. If the endpoint does not list them, only the largest, with a note. */
export async function readKnownAccounts(node: SolanaNode, program: string, mint: string, signal: AbortSignal): Promise<KnownAccounts> {
  try {
    const { owned, slot, unreadable } = await listTokenAccounts(node, program, mint, signal)
    const notes = unreadable === 0 ? [] : [`${unreadable} accounts that name the token could not be read as token accounts.`]
    return { owned, slot, complete: unreadable === 0, notes }
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind === 'busy') throw error
    return readLargest(node, mint, signal)
  }
}

async function readLargest(node: SolanaNode, mint: string, signal: AbortSignal): Promise<KnownAccounts> {
  const { context, value } = await request(node.rpc, largest, 'getTokenLargestAccounts', [mint, { commitment: COMMITMENT }], signal)
  const accounts = await readAccounts(
    node,
    value.map((row) => row.address),
    signal,
    ROW_SLICE,
  )
  const rows = accounts.flatMap((account) => (account === null ? [] : (readTokenRow(account.address, account.data) ?? [])))
  const owned = groupByOwner(
    Map.groupBy(
      rows.filter((row) => row.raw > 0n),
      (row) => row.owner,
    ),
  )
  return {
    owned,
    slot: context.slot,
    complete: false,
    notes: [`The endpoint does not list token accounts: only the ${rows.length} largest are known. Set an endpoint that answers getProgramAccounts.`],
  }
}

/** Converts accounts to holders at the slot of the read. */
export async function toListedHolders(node: SolanaNode, known: KnownAccounts, at: BlockRef, signal: AbortSignal): Promise<ListedHolders> {
  const time = known.slot === at.number ? at.time : ((await readBlockTime(node, known.slot, signal)) ?? at.time)
  return {
    holdings: known.owned.map(({ owner, raw }): Holding => ({ address: trustedAddress(owner), raw, verified: true })),
    complete: known.complete,
    hidden: known.hidden === true,
    at: { number: known.slot, hash: known.slot === at.number ? at.hash : '', time },
    notes: known.notes,
  }
}

const CONCURRENT_OWNERS = 8

/** Current balances of owners, summed over all their accounts of the token; zero without an account. */
export async function readBalances(node: SolanaNode, mint: string, owners: readonly Address[], signal: AbortSignal): Promise<Holding[]> {
  return mapLimited(owners, CONCURRENT_OWNERS, async (address) => {
    const accounts = await readTokenAccountsOf(node, address, mint, signal)
    return { address, raw: sumOfAccounts(accounts), verified: true }
  })
}

export function sumOfAccounts(accounts: readonly ChainAccount[]): bigint {
  return accounts.reduce((sum, { address, data }) => {
    const row = readTokenRow(address, data.subarray(ROW_SLICE.offset, ROW_SLICE.offset + ROW_SLICE.length))
    return sum + (row?.raw ?? 0n)
  }, 0n)
}
