import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { eventNumber, type Instruction } from './instruction.ts'
import type { NormalTransaction } from './transaction.ts'
import type { Movement, Movements } from './transfers.ts'

/** What is written where no venue is known. */
export const UNKNOWN_DEX = 'unknown'

/** One in, one out. */
const FEWEST_MOVES = 2

/**
 * A guess for outer instructions that no known venue takes part in: inside one, a signer gave one token and got another, both
 * by transfers. Deposits and loans do not look so (they mint or burn a receipt, or move one token only), and tokens without
 * decimals are left out because they are mostly single items that are sold, not traded.
 *
 * @param read outer instructions whose swaps are known; nothing is guessed in them
 */
export function tradesByBalances(tx: NormalTransaction, movements: Movements, read: ReadonlySet<number>): Trade[] {
  if (tx.slot === null) return []
  const trades: Trade[] = []
  for (const outer of tx.instructions) {
    if (outer.inner !== null || read.has(outer.outer)) continue
    const end = nextOuter(tx, outer)
    if (end - outer.place <= FEWEST_MOVES) continue
    const inside = movements.between(outer.place + 1, end).filter(({ kind }) => kind !== 'coin')
    if (inside.length < FEWEST_MOVES) continue
    for (const wallet of tx.signers) {
      const exchange = netExchange(tx, inside, wallet)
      if (exchange !== null) trades.push(guess(tx, outer, wallet, exchange))
    }
  }
  return trades
}

/** Which call made which is not settled where no venue took part; the outer instruction is known always. */
function nextOuter(tx: NormalTransaction, outer: Instruction): number {
  let place = outer.place + 1
  while (tx.instructions[place]?.outer === outer.outer) place++
  return place
}

interface Exchange {
  readonly paid: Trade['tokenIn']
  readonly got: Trade['tokenIn']
}

function netExchange(tx: NormalTransaction, moves: readonly Movement[], wallet: string): Exchange | null {
  const net = new Map<string, bigint>()
  for (const move of moves) {
    const change = (move.toOwner === wallet ? move.raw : 0n) - (move.fromOwner === wallet ? move.raw : 0n)
    if (change !== 0n) net.set(move.mint, (net.get(move.mint) ?? 0n) + change)
  }
  const changed = [...net].filter(([, raw]) => raw !== 0n)
  const paid = changed.find(([, raw]) => raw < 0n)
  const got = changed.find(([, raw]) => raw > 0n)
  if (changed.length !== 2 || paid === undefined || got === undefined) return null
  if (moves.some((move) => move.kind !== 'transfer' && (move.mint === paid[0] || move.mint === got[0]))) return null
  const side = (mint: string, raw: bigint): Trade['tokenIn'] => ({
    token: trustedAddress(mint),
    raw,
    decimals: tx.tokenAccounts.decimalsOf(mint),
    usd: null,
  })
  const exchange = { paid: side(paid[0], -paid[1]), got: side(...got) }
  return exchange.paid.decimals && exchange.got.decimals ? exchange : null
}

function guess(tx: NormalTransaction, outer: Instruction, wallet: string, { paid, got }: Exchange): Trade {
  return {
    kind: 'trade',
    network: 'sol',
    position: { block: tx.slot ?? 0, tx: tx.index ?? 0, event: eventNumber(outer) },
    time: tx.time,
    tx: tx.signature,
    dex: UNKNOWN_DEX,
    dexVersion: UNKNOWN_DEX,
    signer: trustedAddress(wallet),
    receiver: trustedAddress(wallet),
    pool: null,
    tokenIn: paid,
    tokenOut: got,
    feeUsd: null,
    leg: 0,
    source: 'balances',
    confidence: 'guess',
  }
}
