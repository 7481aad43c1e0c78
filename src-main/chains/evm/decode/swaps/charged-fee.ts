import { word } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'
import { fixedFee, WHOLE_FEE, type PoolOfFee } from '../../venues/pool-fees.ts'
import { swapEventOf, type SwapEvent } from './events.ts'

/** `Fees(address,uint256,uint256)` of Solidly pools (https://github.com/aerodrome-finance/contracts/blob/main/contracts/interfaces/IPool.sol). */
const FEES_TOPIC = '0x112c256902bf554b6ed882d2936687aaeb4225e8cd5b51303c90ca6cf43a8602'

export interface ChargedSwap {
  readonly log: RawLog
  readonly event: SwapEvent
  readonly inIs0: boolean
  readonly rawIn: bigint
  readonly pool: PoolOfFee
}

/**
 * The fee that a pool charged in the input token, for liquidity providers and protocol together: as its event states it, else computed from the fee
 * rate that its code or address proves. Null if it is unknown.
 */
export function chargedFee(logs: readonly RawLog[], { log, event, inIs0, rawIn, pool }: ChargedSwap): bigint | null {
  if (event.statesFees === true) return statedFees(logs, log, inIs0)
  const stated = event.feeWord === undefined ? null : word(log.data, event.feeWord)
  const fee = stated ?? fixedFee(pool)
  return fee === null || fee > WHOLE_FEE ? null : (rawIn * BigInt(fee)) / BigInt(WHOLE_FEE)
}

/** Sums the Fees events since the pool's previous swap: a swap that takes both tokens emits two. */
function statedFees(logs: readonly RawLog[], swap: RawLog, inIs0: boolean): bigint | null {
  let sum: bigint | null = null
  for (const log of logs) {
    if (log.address !== swap.address) continue
    if (log.logIndex >= swap.logIndex) break
    if (swapEventOf(log) !== null) sum = null
    const fee = log.topics[0] === FEES_TOPIC ? word(log.data, inIs0 ? 0 : 1) : null
    if (fee !== null) sum = (sum ?? 0n) + fee
  }
  return sum
}
