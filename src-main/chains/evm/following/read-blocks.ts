import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { Page } from '../../adapter.ts'
import { tokenAbi } from '../encoding/abi.ts'
import { readBalances } from '../reading/accounts/balances.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { Node } from '../rpc/node.ts'
import { poolsByBehaviour } from '../reading/pools/by-behaviour.ts'
import { poolsByFactory } from '../reading/pools/by-factory.ts'
import type { FactoryIndex } from '../venues/registry.ts'
import { readTrades } from '../reading/trades/read-trades.ts'
import { readTransfers } from '../reading/transfers.ts'
import { ZERO_ADDRESS } from '../encoding/zero-address.ts'

/** Everything about one token in a closed block range. */
export interface BlockRows {
  readonly transfers: readonly Transfer[]
  readonly trades: readonly Trade[]
  /** Pools not known before. */
  readonly pools: readonly Pool[]
  readonly balances: readonly Holding[]
  readonly supply: bigint | null
}

export interface RangeQuery {
  readonly node: Node
  readonly network: NetworkId
  readonly factories: FactoryIndex
  readonly token: Address
  readonly known: readonly Pool[]
  /** Addresses already checked for being pools; the reader adds to it. */
  readonly checked: Set<Address>
  /** Wallets whose balance must be read again, in addition to those with movements in this range. */
  readonly rereadBalances: ReadonlySet<Address>
  readonly from: number
  readonly to: { readonly number: number; readonly hash: string; readonly time: number }
  readonly signal: AbortSignal
}

/** Limit on new counterparties checked per range: a token that moves to more is being distributed, not traded. */
const MAX_CANDIDATES = 400

/** Sends independent requests at the same time: each answer costs a round trip to the endpoint. */
export async function readBlocks(query: RangeQuery): Promise<BlockRows> {
  const { node, network, factories, token, known, from, to, signal } = query
  const tradesOf = (pools: readonly Pool[]): Promise<Trade[]> => rowsOf(readTrades(node, network, factories, pools, from, to.number, signal))
  const transfersRead = rowsOf(readTransfers(node, network, token, from, to.number, signal))
  const poolsRead = rowsOf(poolsByFactory(node, network, factories, token, from, to.number, signal))
  const [transfers, pools, knownTrades, state] = await Promise.all([
    transfersRead,
    Promise.all([transfersRead, poolsRead]).then((both) => newPools(query, ...both)),
    tradesOf(known),
    transfersRead.then((rows) => readState(query, rows)),
  ])
  // Includes the first swaps of pools created in this range.
  const trades = pools.length === 0 ? knownTrades : await tradesOf([...known, ...pools])
  return { transfers, trades, pools, ...state }
}

async function newPools(query: RangeQuery, transfers: readonly Transfer[], announced: readonly Pool[]): Promise<Pool[]> {
  const { node, factories, token, known, from, to, signal, network } = query
  const addresses = new Set(known.map((pool) => pool.address))
  const listed = announced.filter((pool) => !addresses.has(pool.address))
  for (const pool of listed) addresses.add(pool.address)
  const candidates = newCandidates(transfers, addresses, query.checked)
  const found =
    candidates.length === 0 ? [] : await poolsByBehaviour(node, network, factories, { token, candidates, known, createdNear: from }, to, signal)
  for (const candidate of candidates) query.checked.add(candidate)
  return [...listed, ...found.filter((pool) => !addresses.has(pool.address))]
}

async function readState(
  { node, token, rereadBalances, to, signal }: RangeQuery,
  transfers: readonly Transfer[],
): Promise<Pick<BlockRows, 'balances' | 'supply'>> {
  const moved = new Set([...transfers.flatMap(({ from: payer, to: payee }) => [payer, payee]), ...rereadBalances])
  moved.delete(ZERO_ADDRESS)
  const minted = transfers.some(({ from: payer, to: payee }) => payer === ZERO_ADDRESS || payee === ZERO_ADDRESS)
  const [balances, supply] = await Promise.all([
    stateOr(() => readBalances(node, token, [...moved], to, signal), []),
    minted || rereadBalances.size > 0 ? stateOr(() => readSupply(node, token, to.number, signal), null) : null,
  ])
  return { balances, supply }
}

async function rowsOf<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

/** Counterparties that were not checked yet, in the order they appear. */
function newCandidates(transfers: readonly Transfer[], pools: ReadonlySet<Address>, checked: ReadonlySet<Address>): Address[] {
  const parties = new Set(transfers.flatMap(({ from, to }) => [to, from]))
  parties.delete(ZERO_ADDRESS)
  return [...parties].filter((party) => !pools.has(party) && !checked.has(party)).slice(0, MAX_CANDIDATES)
}

/** A long gap may reach back to blocks whose state a non-archive node has pruned; balances then follow from the transfers alone. */
async function stateOr<T>(read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'no_state') return nothing
    throw error
  }
}

async function readSupply(node: Node, token: Address, block: number, signal: AbortSignal): Promise<bigint | null> {
  const [supply] = await node.multicall.read([{ to: token, abi: tokenAbi, name: 'totalSupply' }], block, signal)
  return typeof supply === 'bigint' ? supply : null
}
