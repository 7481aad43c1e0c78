import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'

/** The transfers by which a pool paid out one leg. */
export interface Payout {
  readonly rows: readonly TransferFact[]
  /** Null if the transfers cannot be assigned to legs. */
  readonly leg: TradeFact | null
}

/**
 * Assigns the transfers of one pool to the legs that it paid out. A pool calls the token once per leg, so several transfers that add up to
 * the leg's amount are one payment that the token's code split.
 *
 * @param paid transfers from one pool in one transaction, in order
 * @param own the legs in which the pool paid out
 */
export function payoutsByLeg(paid: readonly TransferFact[], own: readonly TradeFact[]): readonly Payout[] {
  const payouts: Payout[] = []
  let next = 0
  for (const leg of own) {
    const start = next
    let sum = 0n
    while (sum < leg.tokenOut.raw && next < paid.length) sum += paid[next++]?.raw ?? 0n
    if (sum !== leg.tokenOut.raw) return [{ rows: paid, leg: null }]
    payouts.push({ rows: paid.slice(start, next), leg })
  }
  return own.length === 0 ? [{ rows: paid, leg: null }] : payouts
}

/**
 * The account that holds the tokens of pools that are only ids, as the Uniswap v4 pool manager does: no transfer names the pool of a leg, and only this
 * account gave as much as the legs sold, or got as much as they bought. Null if there is none.
 *
 * @param rows the transfers of one transaction
 */
export function findVault(rows: readonly TransferFact[], legs: readonly TradeFact[], { token, tokenCode }: VaultContext): string | null {
  const held = tokenCode ? legs.filter(({ pool }) => isUnderId(rows, pool)) : []
  if (held.length === 0) return null
  const given = new Map<string, bigint>()
  for (const { from, to, raw } of rows) {
    given.set(from, (given.get(from) ?? 0n) + raw)
    given.set(to, (given.get(to) ?? 0n) - raw)
  }
  const sold = held.reduce(
    (sum, { tokenIn, tokenOut }) => sum + (tokenOut.token === token ? tokenOut.raw : 0n) - (tokenIn.token === token ? tokenIn.raw : 0n),
    0n,
  )
  const [vault, ...others] = sold === 0n ? [] : [...given].filter(([, raw]) => raw === sold)
  return vault === undefined || others.length > 0 ? null : vault[0]
}

/** Whether no transfer of the transaction is from or to a pool. */
export const isUnderId = (rows: readonly TransferFact[], pool: string | null): boolean =>
  pool !== null && rows.every(({ from, to }) => from !== pool && to !== pool)

export interface VaultContext {
  readonly token: string
  /** Whether the network's tokens are contracts, whose code may split a transfer. */
  readonly tokenCode: boolean
}
