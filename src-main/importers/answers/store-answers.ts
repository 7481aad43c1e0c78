import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Trade, type Transfer } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { createPricer } from '../../prices/pricer.ts'
import { ROWS_PER_MESSAGE } from '../limits.ts'
import type { AnswersPlan } from '../plans.ts'
import type { StoreTarget } from '../maps/store-holders.ts'

/**
 * Stores the events of node answers. Rows that are stored already stay unchanged. A few answers are not the whole history of a token, so no
 * block range counts as read and no token record is created. Trades have their own decimals.
 */
export async function storeAnswers({ store, engine }: StoreTarget, plan: AnswersPlan): Promise<ImportResult> {
  const price = createPricer(store)
  let trades = 0
  let transfers = 0
  for (const [network, rows] of Map.groupBy(plan.trades, ({ network }) => network)) {
    for (const part of splitRows(await price(network, rows))) {
      trades += (await store.write.saveTrades({ network, rows: part, token: null, covers: null })).length
    }
  }
  for (const rows of Map.groupBy(plan.transfers, tokenKey).values()) {
    const [first] = rows
    if (first === undefined) continue
    const token: TokenKey = { network: first.network, address: first.token }
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
      `Decoded ${countOf(plan.transactions, 'transaction')}: ${countOf(plan.trades.length, 'swap leg')} and ${countOf(plan.transfers.length, 'transfer')}.`,
      ...(known > 0 ? [`${countOf(known, 'of these rows was', 'of these rows were')} stored before.`] : []),
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

const tokenKey = ({ network, token }: Pick<Transfer, 'network' | 'token'>): string => `${network}:${token}`

/** The tokens of the trades, the most traded first, else in order of appearance. */
function countTokens(trades: readonly Trade[]): TokenKey[] {
  const found = new Map<string, { token: TokenKey; trades: number }>()
  for (const { network, tokenIn, tokenOut } of trades) {
    for (const { token } of [tokenIn, tokenOut]) {
      if (token === NATIVE) continue
      const key = tokenKey({ network, token })
      found.set(key, { token: { network, address: token }, trades: (found.get(key)?.trades ?? 0) + 1 })
    }
  }
  return [...found.values()].sort((a, b) => b.trades - a.trades).map(({ token }) => token)
}
