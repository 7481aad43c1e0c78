import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Pool, type Trade, type Transfer } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { createPricer, type PriceTrades } from '../../prices/pricer.ts'
import type { NewTrades, WriteCall } from '../../store/interface.ts'
import type { StoreTarget } from '../maps/store-holders.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { Prepared } from '../prepare.ts'

type Answers = Prepared['answers']
type File = Pick<OpenedFile<'answers'>, 'name' | 'sha256'>

/**
 * Stores the events of node answers in one transaction. Rows that are already stored stay unchanged. A few answers are not the whole history of a
 * token, so no block range counts as read and no token record is created. Trades have their own decimals.
 */
export async function storeAnswers({ store, engine }: StoreTarget, { name, sha256 }: File, plan: Answers): Promise<ImportResult> {
  const touched = countTokens(plan.trades)
  const [tradeCalls, transferCalls] = [await tradeWrites(createPricer(store), plan.trades), transferWrites(plan.transfers)]
  const [, ...results] = await store.write.together({
    calls: [keepBefore({ name, sha256 }, plan, touched), ...tradeCalls, ...transferCalls, ...poolWrites(touched, plan.pools)],
  })
  const trades = sum(results.slice(0, tradeCalls.length).map((added) => (added as NewTrades).ids.length))
  const transfers = sum(results.slice(tradeCalls.length, tradeCalls.length + transferCalls.length).map(Number))
  for (const token of touched) engine.factsChanged(token)
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

/** Records what the import changes, so that it can be undone. */
function keepBefore(file: File, { trades, transfers, pools }: Answers, [token]: readonly TokenKey[]): WriteCall {
  const [first] = transfers
  const about = token ?? { network: first?.network ?? 'eth', address: first?.token ?? NATIVE }
  return {
    name: 'keepBeforeAnswers',
    args: {
      token: about,
      ...file,
      trades: trades.map(({ network, tx, position }) => ({ network, tx, position })),
      transfers: transfers.map(({ network, tx, position, token: of, to }) => ({ network, tx, position, token: of, to })),
      pools: pools.map(({ network, address, token0, token1 }) => ({ network, address, token0, token1 })),
    },
  }
}

/** One write per network, which returns the new trades. */
async function tradeWrites(price: PriceTrades, trades: readonly Trade[]): Promise<WriteCall[]> {
  const calls: WriteCall[] = []
  for (const [network, rows] of Map.groupBy(trades, (trade) => trade.network)) {
    calls.push({ name: 'saveTrades', args: { network, rows: await price(network, rows), token: null, covers: null } })
  }
  return calls
}

/** One write per token, which returns the number of new transfers. */
function transferWrites(transfers: readonly Transfer[]): WriteCall[] {
  return [...Map.groupBy(transfers, tokenKey).values()].flatMap((rows): WriteCall[] => {
    const [first] = rows
    if (first === undefined) return []
    const { network, token } = first
    if (token === NATIVE) return [{ name: 'saveNativeTransfers', args: { network, rows } }]
    return [{ name: 'saveTransfers', args: { token: { network, address: token }, rows, covers: null } }]
  })
}

function poolWrites(tokens: readonly TokenKey[], pools: readonly Pool[]): WriteCall[] {
  return tokens.flatMap((token): WriteCall[] => {
    const rows = pools.filter((pool) => pool.network === token.network && hasToken(pool, token.address))
    return rows.length === 0 ? [] : [{ name: 'savePools', args: { token, rows, covers: null } }]
  })
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const hasToken = (pool: Pool, token: Address): boolean => pool.token0 === token || pool.token1 === token

const tokenKey = ({ network, token }: Pick<Transfer, 'network' | 'token'>): string => `${network}:${token}`

/** The tokens of the trades, most traded first, then in order of appearance. */
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
