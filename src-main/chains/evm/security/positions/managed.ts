import { encodeAbiParameters, keccak256, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { addressInTopic, signedWord, word } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Range } from '../liquidity/concentrated.ts'

/** Liquidity of a pool that one contract keeps with all others, under an id (Uniswap v4): its events and its storage, pure. */

/** keccak256 of ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32). */
export const MODIFIED = '0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec'

export interface ManagedRange extends Range {
  /** Tells apart what one owner has between the same ticks; the position manager writes the number of the NFT. */
  readonly salt: bigint
}

/** What is left of each range after all its events. */
export function readManagedRanges(logs: readonly RawLog[]): ManagedRange[] {
  const ranges = new Map<string, ManagedRange>()
  for (const { topics, data } of logs) {
    const [lower, upper, moved, salt] = [signedWord(data, 0), signedWord(data, 1), signedWord(data, 2), word(data, 3)]
    const sender = topics[2]
    if (sender === undefined || lower === null || upper === null || moved === null || salt === null) continue
    const owner: Address = trustedAddress(addressInTopic(sender))
    const key = `${owner} ${lower} ${upper} ${salt}`
    const liquidity = (ranges.get(key)?.liquidity ?? 0n) + moved
    ranges.set(key, { owner, lower: Number(lower), upper: Number(upper), salt, liquidity })
  }
  return [...ranges.values()].filter(({ liquidity }) => liquidity !== 0n)
}

/** Place of the pools in the manager's storage, of the price in a pool's, and of the liquidity that is open: StateLibrary of v4-core. */
const POOLS_SLOT = 6n
const LIQUIDITY_OFFSET = 3n
const PRICE_BITS = 160
const TICK_BITS = 24
const FEE_OFFSET = 208n
const FEE_BITS = 24

/** Storage places of a pool's price and of its open liquidity. */
export function slotsOf(pool: Address): readonly [price: Hex, liquidity: Hex] {
  const first = keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [pool as Hex, POOLS_SLOT]))
  return [first, `0x${(BigInt(first) + LIQUIDITY_OFFSET).toString(16).padStart(64, '0')}`]
}

/** Price and tick of a pool from its first storage word; the price is zero where there is no such pool. */
export function readPriceSlot(slot: bigint): { readonly rootPrice: bigint; readonly tick: number } {
  return { rootPrice: BigInt.asUintN(PRICE_BITS, slot), tick: Number(BigInt.asIntN(TICK_BITS, slot >> BigInt(PRICE_BITS))) }
}

/** Fee of a pool from its first storage word, in hundredths of a basis point. */
export const readFee = (slot: bigint): number => Number(BigInt.asUintN(FEE_BITS, slot >> FEE_OFFSET))
