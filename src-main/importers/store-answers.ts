import type { ImportResult } from '../../src-shared/contract/records/imports.ts'
import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Trade, type Transfer } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { createPricer } from '../prices/pricer.ts'
import { ROWS_PER_MESSAGE } from './limits.ts'
import type { AnswersPlan } from './plans.ts'
import type { StoreTarget } from './store-holders.ts'

/**
 * Stores what node answers told. Rows that are there already stay as they are. A few answers are not all there is of a
 * token, so no block range counts as read and no token record is made up from them: a trade carries its own decimals.
 */
export async function storeAnswers({ store, engine }: StoreTarget, plan: AnswersPlan): Promise<ImportResult> {
  const price = createPricer(store)
  let trades = 0
  let transfers = 0
  for (const [network, rows] of byNetwork(plan.trades)) {
    for (const part of splitRows(await price(network, rows))) {
      trades += (await store.write.saveTrades({ network, rows: part, token: null, covers: null })).length
    }
  }
  for (const [token, rows] of byToken(plan.transfers)) {
    for (const part of splitRows(rows)) {
      transfers +=
        token.address === NATIVE
          ? await store.write.saveNativeTransfers({ network: token.network, rows: part })
          : await store.write.saveTransfers({ token, rows: part, covers: null })
    }
  }
  const touched = countTokens(plan.trades)
  for (const token of touched) {
    const pools = plan.pools.filter((pool) => pool.network === token.network && hasToken(pool, token.address))
    if (pools.length > 0) await store.write.savePools({ token, rows: pools, covers: null })
    engine.factsChanged(token)
  }
  const known = plan.trades.length + plan.transfers.length - trades - transfers
  return {
    kind: 'node_answers',
    tokens: touched.map(({ network, address }) => ({ network, token_address: address })),
    trades,
    transfers,
    holders: 0,
    snapshots: 0,
    skipped: plan.skipped + known,
    notes: [
      `${plan.transactions} transactions were read: ${plan.trades.length} swap legs and ${plan.transfers.length} transfers.`,
      ...(known > 0 ? [`${known} of these rows were stored before.`] : []),
      ...plan.notes,
    ],
  }
}

const hasToken = (pool: Pool, token: Address): boolean => pool.token0 === token || pool.token1 === token

function splitRows<T>(rows: readonly T[]): T[][] {
  const cut: T[][] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) cut.push(rows.slice(from, from + ROWS_PER_MESSAGE))
  return cut
}

function byNetwork(trades: readonly Trade[]): Map<NetworkId, Trade[]> {
  const groups = new Map<NetworkId, Trade[]>()
  for (const trade of trades) {
    const group = groups.get(trade.network)
    if (group === undefined) groups.set(trade.network, [trade])
    else group.push(trade)
  }
  return groups
}

function byToken(transfers: readonly Transfer[]): [TokenKey, Transfer[]][] {
  const groups = new Map<string, [TokenKey, Transfer[]]>()
  for (const row of transfers) {
    const key = `${row.network}:${row.token}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [{ network: row.network, address: row.token }, [row]])
    else group[1].push(row)
  }
  return [...groups.values()]
}

/** Tokens on either side of a trade, each once, the most traded first, else in order of appearance. */
function countTokens(trades: readonly Trade[]): TokenKey[] {
  const found = new Map<string, { token: TokenKey; trades: number }>()
  for (const { network, tokenIn, tokenOut } of trades) {
    for (const { token } of [tokenIn, tokenOut]) {
      if (token === NATIVE) continue
      const key = `${network}:${token}`
      found.set(key, { token: { network, address: token }, trades: (found.get(key)?.trades ?? 0) + 1 })
    }
  }
  return [...found.values()].sort((a, b) => b.trades - a.trades).map(({ token }) => token)
}
