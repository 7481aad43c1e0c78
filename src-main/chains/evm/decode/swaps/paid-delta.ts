import type { Address } from '../../../../../src-shared/domain/address.ts'
import { minRaw, sumRaw } from '../../../../../src-shared/domain/amount.ts'
import type { RawLog } from '../../transaction/log.ts'
import { swapEventOf, type PoolDelta } from './events.ts'
import { onlyToken, type KnownPool, type Move } from './leg.ts'

export interface StatedSwap {
  readonly log: Pick<RawLog, 'address' | 'logIndex'>
  readonly delta: PoolDelta
  /** Tokens of the pool; null if they are unknown. */
  readonly known: Pick<KnownPool, 'token0' | 'token1'> | null
  /** All logs of the transaction in order, and the token movements in them. */
  readonly logs: readonly Pick<RawLog, 'address' | 'topics' | 'data' | 'logIndex'>[]
  readonly moves: readonly Move[]
  /** Whether balances of a token may grow without a movement. */
  mayGrow(token: Address): boolean
}

/**
 * The change of a pool's balances without what nobody paid. A pair of Uniswap v2 counts all that its balances exceed its reserves by as paid
 * (`swap` in https://github.com/Uniswap/v2-core/blob/master/contracts/UniswapV2Pair.sol). A reflection or a rebase raises its balance without a
 * movement: a buy then has an input beside its output, and the input of a sale is too large. At most what moved to the pool since its previous swap
 * was paid. An input of which nothing moved stands unless the pool sold the same token, because a pair may have been paid in an earlier transaction.
 */
export function paidDelta({ log, delta, known, logs, moves, mayGrow }: StatedSwap): PoolDelta {
  const { apart } = delta
  if (apart === undefined) return delta
  const after = logs.findLast((one) => one.address === log.address && one.logIndex < log.logIndex && swapEventOf(one) !== null)?.logIndex ?? -1
  const paid = (stated: bigint, sold: bigint, knownToken: Address | undefined): bigint => {
    const token = knownToken ?? (sold > 0n ? onlyToken(moves, 'from', log.address, undefined) : undefined)
    if (stated === 0n || token === undefined || !mayGrow(token)) return stated
    const own = moves.filter((move) => move.token === token && move.to === log.address && move.index > after && move.index < log.logIndex)
    const moved = sumRaw(own.map(({ raw }) => raw))
    return moved === 0n && sold === 0n ? stated : minRaw(stated, moved)
  }
  const { in0, in1, out0, out1 } = apart
  return { ...delta, delta0: paid(in0, out0, known?.token0) - out0, delta1: paid(in1, out1, known?.token1) - out1 }
}
