import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { eventNumber, type Instruction, type NormalTransaction } from './transaction.ts'
import type { Movement } from './transfers.ts'

/** What is written where no venue is known. */
const UNKNOWN_DEX = 'unknown'

/**
 * A guess for transactions that no known venue takes part in: inside one outer instruction a signer gave one token and
 * got another, both by transfers. Deposits and loans do not look so (they mint or burn a receipt, or move one token
 * only), and tokens without decimals are left out because they are mostly single items that are sold, not traded.
 */
export function tradeByBalances(tx: NormalTransaction, movements: readonly Movement[]): Trade[] {
  const block = tx.slot
  if (block === null) return []
  const trades: Trade[] = []
  for (const outer of tx.instructions) {
    const inside = movements.filter((move) => move.instruction.outer === outer.outer && move.instruction.depth > 1 && move.kind !== 'coin')
    for (const wallet of tx.signers) {
      const exchange = netExchange(inside, wallet)
      if (exchange !== null) trades.push(guess(tx, block, outer, wallet, exchange, trades.length))
    }
  }
  return trades
}

interface Exchange {
  readonly paid: Movement
  readonly paidRaw: bigint
  readonly got: Movement
  readonly gotRaw: bigint
}

function netExchange(moves: readonly Movement[], wallet: string): Exchange | null {
  const net = new Map<string, { raw: bigint; sample: Movement }>()
  for (const move of moves) {
    const change = (move.toOwner === wallet ? move.raw : 0n) - (move.fromOwner === wallet ? move.raw : 0n)
    if (change !== 0n) net.set(move.mint, { raw: (net.get(move.mint)?.raw ?? 0n) + change, sample: move })
  }
  const changed = [...net.values()].filter((row) => row.raw !== 0n)
  const paid = changed.find((row) => row.raw < 0n)
  const got = changed.find((row) => row.raw > 0n)
  if (changed.length !== 2 || paid === undefined || got === undefined) return null
  const mints = new Set([paid.sample.mint, got.sample.mint])
  if (moves.some((move) => move.kind !== 'transfer' && mints.has(move.mint))) return null
  if (!paid.sample.decimals || !got.sample.decimals) return null
  return { paid: paid.sample, paidRaw: -paid.raw, got: got.sample, gotRaw: got.raw }
}

function guess(tx: NormalTransaction, block: number, outer: Instruction, wallet: string, exchange: Exchange, leg: number): Trade {
  const side = (move: Movement, raw: bigint): Trade['tokenIn'] => ({ token: trustedAddress(move.mint), raw, decimals: move.decimals, usd: null })
  return {
    kind: 'trade',
    network: 'sol',
    position: { block, tx: tx.index ?? 0, event: eventNumber(outer) },
    time: tx.time,
    tx: tx.signature,
    dex: UNKNOWN_DEX,
    dexVersion: UNKNOWN_DEX,
    signer: trustedAddress(wallet),
    receiver: trustedAddress(wallet),
    pool: null,
    tokenIn: side(exchange.paid, exchange.paidRaw),
    tokenOut: side(exchange.got, exchange.gotRaw),
    feeUsd: null,
    leg,
    source: 'balances',
    confidence: 'guess',
  }
}
