import { z } from 'zod'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../adapter.ts'
import { request, mapConcurrent } from '../../rpc/request.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { readAccounts, readTokenAccountsOf } from '../rpc/accounts.ts'
import { timeOf } from '../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { listTokenAccounts } from './token-list.ts'
import { ownedOf, readTokenRow, ROW_SLICE, type Owned, type TokenRow } from './token-rows.ts'

/** What is known of the accounts of a token: all of them, or the twenty largest. */
export interface KnownAccounts {
  readonly owned: readonly Owned[]
  readonly complete: boolean
  readonly slot: number
  readonly notes: readonly string[]
}

const largest = z.object({ context: z.object({ slot: z.int() }), value: z.array(z.object({ address: z.string() })) })

/** All accounts of a mint by owner, or the largest where the endpoint does not list them, and says so. */
export async function readKnownAccounts(node: SolanaNode, program: string, mint: string, signal: AbortSignal): Promise<KnownAccounts> {
  try {
    const { owned, slot, odd } = await listTokenAccounts(node, program, mint, signal)
    const notes = odd === 0 ? [] : [`${odd} accounts that name the token could not be read as token accounts.`]
    return { owned, slot, complete: odd === 0, notes }
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
  const owned = ownedOf(
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

/** Known accounts as holders at the slot they were read. */
export async function toListedHolders(node: SolanaNode, known: KnownAccounts, at: BlockRef, signal: AbortSignal): Promise<ListedHolders> {
  const time = known.slot === at.number ? at.time : ((await timeOf(node, known.slot, signal)) ?? at.time)
  return {
    holdings: known.owned.map(({ owner, raw }): Holding => ({ address: trustedAddress(owner), raw, verified: true })),
    complete: known.complete,
    at: { number: known.slot, hash: known.slot === at.number ? at.hash : '', time },
    notes: known.notes,
  }
}

const OWNERS_AT_ONCE = 8

/** Balances of owners now, over all their accounts of the token; zero for one that has none. */
export async function readBalances(node: SolanaNode, mint: string, owners: readonly Address[], signal: AbortSignal): Promise<Holding[]> {
  return mapConcurrent(owners, OWNERS_AT_ONCE, async (address) => {
    const accounts = await readTokenAccountsOf(node, address, mint, signal)
    const rows = accounts.flatMap((account): TokenRow[] => {
      const row = readTokenRow(account.address, account.data.subarray(ROW_SLICE.offset, ROW_SLICE.offset + ROW_SLICE.length))
      return row === null ? [] : [row]
    })
    return { address, raw: rows.reduce((sum, row) => sum + row.raw, 0n), verified: true }
  })
}
