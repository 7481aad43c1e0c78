import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { LiveUpdate } from '../../adapter.ts'
import { readSupply } from '../reading/token/read-token.ts'
import { decodePoolTrades } from '../reading/trades.ts'
import { decodeTokenTransfers, tokenActivityFilter } from '../reading/transfers.ts'
import type { CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'
import type { SuiNode } from '../rpc/node.ts'
import { followCheckpoints } from './follow-checkpoints.ts'

export interface SuiFollow {
  readonly node: SuiNode
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly from: number
  /** Newest balances. */
  balances(wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]>
}

/** Follows the transactions of a token that match `tokenActivityFilter`. */
export const follow = (args: SuiFollow, signal: AbortSignal): AsyncGenerator<LiveUpdate> =>
  followCheckpoints<LiveUpdate>(
    {
      node: args.node,
      filter: tokenActivityFilter(args.token, args.pools, args.accounts),
      from: args.from,
      update: (range) => toBlocksUpdate(args, range, signal),
    },
    signal,
  )

async function toBlocksUpdate(args: SuiFollow, range: CoveredRange, signal: AbortSignal): Promise<LiveUpdate> {
  const { node, token } = args
  const pools = new Set<string>(args.pools.map(({ address }) => address))
  const changes = range.transactions.flatMap((tx) => tx.changes ?? []).filter(({ coin }) => coin === token)
  const wallets = [...new Set(changes.map(({ owner }) => owner))]
  return {
    kind: 'blocks',
    from: range.from,
    to: range.to,
    time: range.transactions.find((tx) => tx.checkpoint === range.to)?.time ?? null,
    supply: wallets.length === 0 ? null : await readSupply(node, token, signal),
    trades: await node.decimals.fill(decodePoolTrades(range.transactions, pools), signal),
    transfers: decodeTokenTransfers(range.transactions, token),
    pools: [],
    balances: wallets.length === 0 ? [] : await args.balances(wallets, signal),
  }
}
