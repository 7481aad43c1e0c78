import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { LiveUpdate } from '../../adapter.ts'
import type { NestedCoins } from '../reading/holders/nested-coins.ts'
import { readReservesAt } from '../reading/holders/reserves.ts'
import { decodeCreatedPools, POOL_CREATIONS } from '../reading/pools/read-pools.ts'
import { readSupply } from '../reading/token/read-token.ts'
import { decodePoolTrades } from '../reading/trades.ts'
import { decodeTokenTransfers, tokenActivityFilter } from '../reading/transfers.ts'
import type { CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'
import type { SuiNode } from '../rpc/node.ts'
import { followCheckpoints } from './follow-checkpoints.ts'
import { HolderLists, type HolderListsArgs } from './holder-lists.ts'

export interface SuiFollow {
  readonly node: SuiNode
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly nested: NestedCoins | null
  readonly from: number
  readonly lists: Pick<HolderListsArgs, 'read' | 'first'>
  /** Newest balances. */
  balances(wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]>
}

/** Pools and lists of the token. Mutable. */
interface Followed {
  readonly known: Map<Address, Pool>
  /** Pools whose reserves changed and were not read since, because no endpoint listed the checkpoint. */
  readonly unread: Set<Address>
  readonly lists: HolderLists
  /** Of the last list. */
  nested: NestedCoins | null
}

/**
 * Follows the transactions of a token that match `tokenActivityFilter`, and the creation of its pools. Other transfers show in the next list of
 * holders.
 */
export function follow(args: SuiFollow, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const { node, token, accounts, from } = args
  const followed: Followed = {
    ...{ known: new Map(args.pools.map((pool) => [pool.address, pool])), unread: new Set<Address>() },
    ...{ lists: new HolderLists({ ...args.lists, from }, signal), nested: args.nested },
  }
  const { known } = followed
  return followCheckpoints<LiveUpdate>(
    {
      node,
      filter: () => ({ terms: [...tokenActivityFilter([...known.values()], accounts).terms, ...POOL_CREATIONS.terms] }),
      from,
      update(range) {
        const created = decodeCreatedPools(range.transactions, token)
        const added = created.filter(({ address }) => !known.has(address))
        for (const pool of added) known.set(pool.address, pool)
        // A new pool may have traded in the range without touching a watched account.
        return added.length > 0 ? Promise.resolve(null) : toBlocksUpdate(args, { ...range, created }, followed, signal)
      },
    },
    signal,
  )
}

async function toBlocksUpdate(
  args: SuiFollow,
  { from, to, transactions, created }: CoveredRange & { readonly created: readonly Pool[] },
  followed: Followed,
  signal: AbortSignal,
): Promise<LiveUpdate> {
  const { node, token } = args
  const concerned = transactions.filter(({ changes, objects }) => changes?.some(({ coin }) => coin === token) || objects.some(isPool))
  function isPool({ id }: { readonly id: Address }): boolean {
    return followed.known.has(id)
  }
  const list = followed.lists.advance({ to, transactions: concerned })
  if (list !== null) followed.nested = list.nested
  const unread = list?.later ?? concerned
  for (const { id } of unread.flatMap(({ objects }) => objects).filter(isPool)) followed.unread.add(id)
  const balances = [
    ...(await readChangedBalances(args, followed.nested, { to, transactions: unread }, signal)),
    ...(await readChangedReserves(args, to, followed, signal)),
  ]
  return {
    kind: 'blocks',
    from,
    to,
    time: transactions.find((tx) => tx.checkpoint === to)?.time ?? null,
    supply: concerned.length === 0 ? null : await readSupply(node, token, signal),
    trades: await node.decimals.fill(decodePoolTrades(transactions, new Set(followed.known.keys())), signal),
    transfers: await decodeTokenTransfers(transactions, token, followed.nested, signal),
    pools: created,
    balances,
    ...(list === null ? {} : { holders: mergeNewer(list.holdings, balances) }),
  }
}

/** Balances of accounts, and of objects with the coins inside them. */
async function readChangedBalances(
  { token, balances }: SuiFollow,
  nested: NestedCoins | null,
  { to, transactions }: Pick<CoveredRange, 'to' | 'transactions'>,
  signal: AbortSignal,
): Promise<Holding[]> {
  const roots = (await nested?.follow(transactions, token, to, signal)) ?? []
  const owners = transactions.flatMap(({ changes, objectOwners }) =>
    (changes ?? []).flatMap(({ coin, owner }) => (coin === token && !objectOwners.has(owner) ? [owner] : [])),
  )
  const wallets = [...new Set([...owners, ...roots])]
  if (wallets.length === 0) return []
  const read = await balances(wallets, signal)
  return read.map((holding) => ({ ...holding, raw: holding.raw + (nested?.sums.get(holding.address) ?? 0n) })).filter(({ raw }) => raw >= 0n)
}

async function readChangedReserves({ node, token }: SuiFollow, to: number, { known, unread }: Followed, signal: AbortSignal): Promise<Holding[]> {
  if (unread.size === 0) return []
  const changed = [...unread].flatMap((address) => known.get(address) ?? [])
  const reserves = await readReservesAt(node, token, changed, to, signal)
  if (reserves !== null) unread.clear()
  return reserves ?? []
}

/** A list with balances that are newer. */
const mergeNewer = (list: readonly Holding[], newer: readonly Holding[]): Holding[] => [
  ...new Map([...list, ...newer].map((holding) => [holding.address, holding])).values(),
]
