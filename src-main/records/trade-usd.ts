import type { TradeFact } from '../../src-shared/domain/events.ts'
import type { Findings } from '../detectors/findings.ts'

/** Trades, excluding those in which the token's contract sells its collected taxes alongside a wallet's trade. */
export function tradesOfWallets({ facts, index: { flows } }: Findings): readonly TradeFact[] {
  const token = facts.token.address
  const sold = flows.pools.has(token) ? [] : flows.transfers.filter(({ from }) => from === token)
  const keys = new Set(sold.map(({ tx, to, raw }) => `${tx} ${to} ${raw}`))
  return facts.trades.filter(({ tx, pool, tokenIn }) => tokenIn.token !== token || !keys.has(`${tx} ${pool} ${tokenIn.raw}`))
}

/** USD value of a transaction's trades; null if one has no value or there are none. */
export function usdOf({ facts }: Findings, trades: readonly TradeFact[]): number | null {
  let total = 0
  let seen = false
  for (const { tokenIn, tokenOut } of trades) {
    const [own, other] = tokenIn.token === facts.token.address ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
    if (own.token !== facts.token.address) continue
    const usd = own.usd ?? other.usd
    if (usd === null) return null
    total += usd
    seen = true
  }
  return seen ? total : null
}
