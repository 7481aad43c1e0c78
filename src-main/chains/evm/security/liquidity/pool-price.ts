import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { ContractCall } from '../../rpc/multicall.ts'

/** The price of a concentrated pool. */
export interface PoolPrice {
  /** sqrtPriceX96 of the pool. */
  readonly rootPrice: bigint
  readonly tick: number
}

/**
 * Both begin with the price and the tick. Algebra's pools have no `slot0`:
 * https://github.com/Uniswap/v3-core/blob/main/contracts/interfaces/pool/IUniswapV3PoolState.sol
 * https://github.com/cryptoalgebra/Algebra/blob/master/src/core/contracts/interfaces/pool/IAlgebraPoolState.sol
 */
const abi = parseAbi(['function slot0() view returns (uint160, int24)', 'function globalState() view returns (uint160, int24)'])

/** The calls of which a concentrated pool answers one. */
export const priceCalls = (pool: Address): ContractCall[] => ['slot0', 'globalState'].map((name) => ({ to: pool, abi, name }))

/** The price in the answers to `priceCalls`; null if the pool is not a concentrated one. */
export function readPrice(answers: readonly unknown[]): PoolPrice | null {
  const [rootPrice, tick] = (answers.find(Array.isArray) ?? []) as readonly unknown[]
  return typeof rootPrice === 'bigint' && typeof tick === 'number' ? { rootPrice, tick } : null
}
