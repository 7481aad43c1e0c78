import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { readSettledOrder, readWithdrawal, type Unwrap } from '../events.ts'
import type { Leg, Move, SwapTransaction } from '../leg.ts'

/** What the outputs of a transaction's legs pass through. Indexed, because a block's gas pays for thousands of movements in one transaction. */
export interface Route {
  readonly transaction: SwapTransaction
  /** In log order. */
  readonly legs: readonly Leg[]
  /** The contracts that hold the tokens of the legs' pools, and the makers of orders. A contract that settles batches is none: it passes tokens on. */
  readonly pools: ReadonlySet<Address>
  /** Movements of a token from an address, and to it, in log order. */
  sent(token: Address, from: Address): readonly Move[]
  received(token: Address, to: Address): readonly Move[]
  unwraps(token: Address, by: Address): readonly Unwrap[]
  /** Whether an address gave another token than this one. */
  hasGivenOther(address: Address, token: Address): boolean
  /** Number of the orders for a token that a contract settles in this transaction. */
  settled(contract: Address, token: Address): number
}

export function indexRoute(transaction: SwapTransaction, legs: readonly Leg[], moves: readonly Move[]): Route {
  const key = (token: Address, address: Address): string => `${token} ${address}`
  const sent = Map.groupBy(moves, ({ token, from }) => key(token, from))
  const received = Map.groupBy(moves, ({ token, to }) => key(token, to))
  const unwraps = Map.groupBy(
    transaction.logs.flatMap((log) => readWithdrawal(log) ?? []),
    ({ token, by }) => key(token, by),
  )
  const given = new Map<Address, Set<Address>>()
  for (const { from, token } of moves) given.set(from, (given.get(from) ?? new Set<Address>()).add(token))
  const orders = Map.groupBy(
    transaction.logs.flatMap((log) => readSettledOrder(log) ?? []),
    ({ by, bought }) => key(bought, by),
  )
  return {
    transaction,
    legs,
    pools: new Set(legs.flatMap(({ log, holder }) => (readSettledOrder(log) === null ? [holder] : []))),
    sent: (token, from) => sent.get(key(token, from)) ?? [],
    received: (token, to) => received.get(key(token, to)) ?? [],
    unwraps: (token, by) => unwraps.get(key(token, by)) ?? [],
    hasGivenOther: (address, token) => [...(given.get(address) ?? [])].some((one) => one !== token),
    settled: (contract, token) => orders.get(key(token, contract))?.length ?? 0,
  }
}
