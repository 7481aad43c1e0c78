import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { TickRange } from '../../../security/concentrated.ts'
import type { RawLog } from '../../transaction/log.ts'

/** Liquidity of a pool that spreads it over prices (Uniswap v3 and its relatives), from the pool's own events: pure. */

export const MINTED = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'
export const BURNED = '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c'

/** Liquidity between two ticks, of one address as the pool knows it: a person, or the contract that holds positions for many. */
export interface Range extends TickRange {
  readonly owner: Address
}

/** One addition of liquidity, to be found again in the events of the contract that holds it. */
export interface Addition {
  readonly owner: Address
  readonly lower: number
  readonly upper: number
  readonly block: number
  readonly tx: string
  /** Liquidity and both amounts, as the pool's and the holder's events both tell them. */
  readonly amounts: string
}

export interface PoolHistory {
  readonly ranges: readonly Range[]
  /** Those to ranges that still hold liquidity: short visits, by far the most on busy pools, leave nothing to own. */
  readonly additions: readonly Addition[]
}

const WORD = 64
const rangeKey = ({ owner, lower, upper }: Omit<Range, 'liquidity'>): string => `${owner} ${lower} ${upper}`
const tickOf = (topic: string): number => Number(BigInt.asIntN(24, BigInt(topic)))
const wordAt = (data: string, index: number): string => data.slice(2 + index * WORD, 2 + (index + 1) * WORD)

export function readHistory(logs: readonly RawLog[]): PoolHistory {
  const ranges = new Map<string, Range>()
  const additions: Addition[] = []
  for (const { topics, data, blockNumber, transactionHash } of logs) {
    const [kind, ownerTopic, lower, upper] = topics
    // `Mint` tells its sender before the amounts.
    const first = kind === MINTED ? 1 : 0
    if (ownerTopic === undefined || lower === undefined || upper === undefined || data.length < 2 + (first + 3) * WORD) continue
    const owner = trustedAddress(`0x${ownerTopic.slice(26)}`)
    const moved = BigInt(`0x${wordAt(data, first)}`)
    const range = { owner, lower: tickOf(lower), upper: tickOf(upper) }
    const before = ranges.get(rangeKey(range))?.liquidity ?? 0n
    ranges.set(rangeKey(range), { ...range, liquidity: kind === MINTED ? before + moved : before - moved })
    if (kind === MINTED)
      additions.push({ ...range, block: blockNumber, tx: transactionHash, amounts: data.slice(2 + first * WORD, 2 + (first + 3) * WORD) })
  }
  const live = [...ranges].filter(([, { liquidity }]) => liquidity !== 0n)
  const left = new Set(live.map(([key]) => key))
  return { ranges: live.map(([, range]) => range), additions: additions.filter((addition) => left.has(rangeKey(addition))) }
}

/** Binary places of a price's square root as pools tell it. */
export const ROOT_BITS = 96
/** Binary places that the roots of ticks are worked out with. */
const FINE_BITS = 128n
/** Square root of 1.0001, the step between two ticks. */
const STEP = wholeRoot(((10_001n << (FINE_BITS * 2n)) + 9_999n) / 10_000n)

/**
 * What a range holds at a price, in raw units of both tokens, as it would be paid out: rounded down.
 *
 * @param root square root of the price as the pool tells it
 */
export function amountsOf({ lower, upper, liquidity }: TickRange, root: bigint): readonly [bigint, bigint] {
  const [low, high] = [rootAt(lower), rootAt(upper)]
  const at = root < low ? low : root > high ? high : root
  return [((liquidity << BigInt(ROOT_BITS)) * (high - at)) / high / at, (liquidity * (at - low)) >> BigInt(ROOT_BITS)]
}

/** Square root of the price at a tick in the pools' precision, rounded up as they do. */
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
