import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../../src-shared/domain/events.ts'
import { eventNumber, type Instruction } from '../../transaction/instruction.ts'
import type { DecodableTransaction, ProgramInstruction } from '../../programs/program-instruction.ts'
import { isReposition } from '../../programs/registry.ts'
import { STAKE_POOLS } from '../../programs/stake-pools.ts'
import type { SolanaTransaction } from '../../transaction/transaction.ts'
import type { Movement, Movements } from '../../transaction/movements.ts'
import type { DecodedSwap } from './read-swap.ts'

/** The dex name of an unknown venue. */
export const UNKNOWN_DEX = 'unknown'

/** A swap moves at least one token in and one out. */
const MIN_MOVES = 2

/**
 * Infers trades in outer instructions without a known venue: a signer gave one token and received another, both by transfer.
 * A batch of a token program counts as its separate instructions. Deposits and loans do not match, because they mint or burn a receipt or move
 * only one token. Instructions that invoke a stake pool, or move a position, are skipped. Tokens without decimals are left out, because most are NFTs.
 *
 * @param read decoded swaps; nothing is inferred in their outer instructions
 */
export function inferTradesFromBalances(tx: DecodableTransaction, movements: Movements, read: readonly DecodedSwap[]): Trade[] {
  if (tx.slot === null) return []
  const trades: Trade[] = []
  for (const outer of tx.instructions) {
    if (outer.inner !== null || outer.moves || read.some(({ instruction }) => instruction.outer === outer.outer)) continue
    const end = nextOuter(tx, outer)
    if (end - outer.index <= MIN_MOVES) continue
    const inside = movements.between(outer.index + 1, end).filter(({ kind }) => kind !== 'coin')
    if (inside.length < MIN_MOVES || tx.instructions.slice(outer.index, end).some(isNoTrade)) continue
    const exchanges = tx.signers.flatMap((wallet) => netSwap(tx, inside, wallet) ?? [])
    for (const exchange of withoutCounterparties(exchanges)) trades.push(inferredTrade(tx, outer, exchange))
  }
  return trades
}

const isNoTrade = (instruction: ProgramInstruction): boolean => STAKE_POOLS.has(instruction.program) || isReposition(instruction)

/** The index of the next outer instruction. Depths are unresolved without a venue, but `outer` is always known. */
function nextOuter(tx: SolanaTransaction, outer: Instruction): number {
  let index = outer.index + 1
  while (tx.instructions[index]?.outer === outer.outer) index++
  return index
}

interface NetSwap {
  readonly wallet: string
  readonly paid: Trade['tokenIn']
  readonly got: Trade['tokenIn']
}

function netSwap(tx: SolanaTransaction, moves: readonly Movement[], wallet: string): NetSwap | null {
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
  const exchange = { wallet, paid: side(paid[0], -paid[1]), got: side(...got) }
  return exchange.paid.decimals && exchange.got.decimals ? exchange : null
}

/**
 * Two signers who pay each other are one trade. It belongs to the one who signs later: the first signer pays the fee of the transaction, as the maker of
 * a request for quotes does for its taker.
 */
function withoutCounterparties(exchanges: readonly NetSwap[]): readonly NetSwap[] {
  return exchanges.filter((one, index) => !exchanges.some((other, at) => at > index && isSame(one.paid, other.got) && isSame(one.got, other.paid)))
}

const isSame = (one: Trade['tokenIn'], other: Trade['tokenIn']): boolean => one.token === other.token && one.raw === other.raw

function inferredTrade(tx: SolanaTransaction, outer: Instruction, { wallet, paid, got }: NetSwap): Trade {
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
