import { encodeAbiParameters, keccak256, type Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { addressInTopic, signedWord, word } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Range } from '../liquidity/concentrated.ts'

/** Liquidity of a pool in a pool manager (Uniswap v4), from its events and storage. Pure. */

/** ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32): https://github.com/Uniswap/v4-core/blob/main/src/interfaces/IPoolManager.sol. */
export const MODIFIED = '0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec'

export interface ManagedRange extends Range {
  /** Distinguishes positions of one owner between the same ticks. The position manager uses the id of the NFT. */
  readonly salt: bigint
}

/** The remaining liquidity of each range after all its events. */
export function readManagedRanges(logs: readonly RawLog[]): ManagedRange[] {
  const ranges = new Map<string, ManagedRange>()
  for (const { topics, data } of logs) {
    const [lower, upper, moved, salt] = [signedWord(data, 0), signedWord(data, 1), signedWord(data, 2), word(data, 3)]
    const sender = topics[2]
    if (sender === undefined || lower === null || upper === null || moved === null || salt === null) continue
    const owner = addressInTopic(sender)
    const key = `${owner} ${lower} ${upper} ${salt}`
    const liquidity = (ranges.get(key)?.liquidity ?? 0n) + moved
    ranges.set(key, { owner, lower: Number(lower), upper: Number(upper), salt, liquidity })
  }
  return [...ranges.values()].filter(({ liquidity }) => liquidity !== 0n)
}

/** Storage layout of the pools in the manager: https://github.com/Uniswap/v4-core/blob/main/src/libraries/StateLibrary.sol. */
const POOLS_SLOT = 6n
const LIQUIDITY_OFFSET = 3n
const PRICE_BITS = 160
const TICK_BITS = 24
const FEE_OFFSET = 208n
const FEE_BITS = 24

/** Storage slots of a pool's price and active liquidity. */
export function slotsOf(pool: Address): readonly [price: Hex, liquidity: Hex] {
  const first = keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [pool as Hex, POOLS_SLOT]))
  return [first, `0x${(BigInt(first) + LIQUIDITY_OFFSET).toString(16).padStart(64, '0')}`]
}

/** Price and tick from the pool's first slot; the price is zero when the pool does not exist. */
export function readPriceSlot(slot: bigint): { readonly rootPrice: bigint; readonly tick: number } {
  return { rootPrice: BigInt.asUintN(PRICE_BITS, slot), tick: Number(BigInt.asIntN(TICK_BITS, slot >> BigInt(PRICE_BITS))) }
}

/** LP fee from the pool's first slot, in hundredths of a basis point. */
export const readFee = (slot: bigint): number => Number(BigInt.asUintN(FEE_BITS, slot >> FEE_OFFSET))
