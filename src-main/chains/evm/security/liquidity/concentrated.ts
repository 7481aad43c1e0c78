import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { TickRange } from '../../../security/concentrated.ts'
import { addressInTopic } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'

/** Concentrated liquidity of a pool (Uniswap v3 and similar), from the pool's own events. Pure. */

/** Mint(address,address,int24,int24,uint128,uint256,uint256): https://github.com/Uniswap/v3-core/blob/main/contracts/interfaces/pool/IUniswapV3PoolEvents.sol. */
export const MINTED = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'
/** Burn(address,int24,int24,uint128,uint256,uint256), from the same file. */
export const BURNED = '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c'

/** Liquidity of one owner between two ticks. To the pool, the owner may be a position manager that holds positions for many accounts. */
export interface Range extends TickRange {
  readonly owner: Address
}

/** One addition of liquidity, to be matched with the events of the position manager. */
export interface Addition {
  readonly owner: Address
  readonly lower: number
  readonly upper: number
  readonly block: number
  readonly tx: string
  /** Data words of liquidity and both amounts, which the pool's and the manager's events have in common. */
  readonly amounts: string
}

export interface PoolHistory {
  readonly ranges: readonly Range[]
  /** Additions to ranges that still hold liquidity. On busy pools most ranges are closed again soon. */
  readonly additions: readonly Addition[]
}

const WORD = 64
const rangeKey = ({ owner, lower, upper }: Omit<Range, 'liquidity'>): string => `${owner} ${lower} ${upper}`
const tickOf = (topic: string): number => Number(BigInt.asIntN(24, BigInt(topic)))
const wordAt = (data: string, index: number): string => data.slice(2 + index * WORD, 2 + (index + 1) * WORD)
/** The words of liquidity and both amounts in event data. */
export const amountsIn = (data: string, first: number): string => data.slice(2 + first * WORD, 2 + (first + 3) * WORD)

export function readHistory(logs: readonly RawLog[]): PoolHistory {
  const ranges = new Map<string, Range>()
  const additions: Addition[] = []
  for (const { topics, data, blockNumber, transactionHash } of logs) {
    const [kind, ownerTopic, lower, upper] = topics
    // The data of `Mint` starts with the sender.
    const first = kind === MINTED ? 1 : 0
    if (ownerTopic === undefined || lower === undefined || upper === undefined || data.length < 2 + (first + 3) * WORD) continue
    const owner = addressInTopic(ownerTopic)
    const moved = BigInt(`0x${wordAt(data, first)}`)
    const range = { owner, lower: tickOf(lower), upper: tickOf(upper) }
    const before = ranges.get(rangeKey(range))?.liquidity ?? 0n
    ranges.set(rangeKey(range), { ...range, liquidity: kind === MINTED ? before + moved : before - moved })
    if (kind === MINTED) additions.push({ ...range, block: blockNumber, tx: transactionHash, amounts: amountsIn(data, first) })
  }
  const live = [...ranges].filter(([, { liquidity }]) => liquidity !== 0n)
  const left = new Set(live.map(([key]) => key))
  return { ranges: live.map(([, range]) => range), additions: additions.filter((addition) => left.has(rangeKey(addition))) }
}

/** Fractional bits of sqrtPriceX96. */
export const ROOT_BITS = 96
/** Fractional bits of intermediate results. */
const FINE_BITS = 128n
/** Square root of 1.0001, the step between two ticks. */
const STEP = wholeRoot(((10_001n << (FINE_BITS * 2n)) + 9_999n) / 10_000n)

/**
 * Amounts of both tokens in a range at a price, in raw units, rounded down as for a withdrawal:
 * https://github.com/Uniswap/v3-periphery/blob/main/contracts/libraries/LiquidityAmounts.sol.
 *
 * @param root sqrtPriceX96 of the pool
 */
export function amountsOf({ lower, upper, liquidity }: TickRange, root: bigint): readonly [bigint, bigint] {
  const [low, high] = [rootAt(lower), rootAt(upper)]
  const at = root < low ? low : root > high ? high : root
  return [((liquidity << BigInt(ROOT_BITS)) * (high - at)) / high / at, (liquidity * (at - low)) >> BigInt(ROOT_BITS)]
}

/** sqrtPriceX96 at a tick, rounded up: https://github.com/Uniswap/v3-core/blob/main/contracts/libraries/TickMath.sol. */
function rootAt(tick: number): bigint {
  let power = 1n << FINE_BITS
  let square = STEP
  for (let left = Math.abs(tick); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = (power * square) >> FINE_BITS
    square = (square * square) >> FINE_BITS
  }
  const fine = tick < 0 ? (1n << (FINE_BITS * 2n)) / power : power
  const dropped = FINE_BITS - BigInt(ROOT_BITS)
  return (fine + (1n << dropped) - 1n) >> dropped
}

function wholeRoot(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}
