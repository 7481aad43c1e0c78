import type { Position } from '../../../src-shared/domain/position.ts'
import { hasWallets, type BuyGroup, type GroupFinder } from './buy-groups.ts'
import type { Swap } from '../flows/swaps.ts'
import { ratio } from '../math/exact.ts'
import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'
import { indexOfBlock, sliceBlocks } from '../math/order.ts'
import { poissonTail } from '../flows/block-rate.ts'
import { isRoundAmount, isRoundShare } from './round-amounts.ts'
import type { FactIndex } from '../fact-index.ts'

/** Buys tied by equal amounts (docs/detection.md#bundlers). */

/** Number of following blocks searched for an equal buy. */
const REACH = 1
const MILLION = 1_000_000

interface Recent {
  readonly position: Position
  readonly buy: Swap
  /** Amounts as doubles. They tell most buys apart, so few need an exact comparison. */
  readonly raw: number
  readonly native: number
  /** Whether it may equal enough earlier buys. */
  readonly mayBeEqual: boolean
}

/** Exceeds the rounding error of a double, so exactly equal amounts also compare equal as doubles. */
const DOUBLES_OFF = 1e-9

/** Groups buys of a block and the next one that are equal in spend or tokens. Amounts that unrelated people choose are left out. */
export function equalAmounts(index: FactIndex): GroupFinder {
  const { bundler } = index.rules
  const settled: BuyGroup[] = []
  const known = new Set<string>()
  /** Buys of the newest blocks that later buys may equal. */
  let recent: Recent[] = []
  const preset = new Set(bundler.round_native.map((units) => BigInt(Math.round(units * 1e6)) * 10n ** BigInt(index.nativeDecimals - 6)))
  const supply = index.facts.token.totalSupply
  const isRound = ({ native, raw }: Swap): boolean =>
    (native !== null && (preset.has(native) || isRoundAmount(native, bundler))) ||
    (bundler.round_digits > 0 && (isRoundAmount(raw, bundler) || isRoundShare(raw, supply)))
  const most = (maxRatio(bundler.same_amount_tolerance) / MILLION) * (1 + DOUBLES_OFF)
  const mayBeEqual = (raw: number, native: number): boolean => {
    let [tokens, spends] = [1, 1]
    for (const one of recent) {
      if (one.raw <= raw * most && raw <= one.raw * most) tokens++
      if (one.native <= native * most && native <= one.native * most) spends++
      if (tokens >= bundler.same_amount_min_buys || spends >= bundler.same_amount_min_buys) return true
    }
    return bundler.same_amount_min_buys <= 1
  }
  const from = (block: number): BuyGroup[] => {
    const near = sliceBlocks(recent, block, block + REACH)
    if (!near.some((one) => one.mayBeEqual)) return []
    return findEqual(
      index,
      near.map(({ buy }) => buy),
      isRound,
    )
  }
  return {
    add(buy) {
      const { position } = buy
      for (let block = recent[0]?.position.block; block !== undefined && block + REACH < position.block; block = recent[0]?.position.block) {
        settled.push(...withoutKnown(from(block), known))
        recent = recent.slice(indexOfBlock(recent, block + 1))
      }
      const [raw, native] = [Number(buy.raw), buy.native === null ? Number.NaN : Number(buy.native)]
      recent.push({ position, buy, raw, native, mayBeEqual: mayBeEqual(raw, native) })
    },
    groups() {
      const blocks = [...new Set(recent.map(({ position }) => position.block))]
      return [...settled, ...withoutKnown(blocks.flatMap(from), new Set(known))]
    },
  }
}

/** @param near buys of neighbouring blocks @param isRound whether unrelated people may choose the same amount */
function findEqual(index: FactIndex, near: readonly Swap[], isRound: (buy: Swap) => boolean): BuyGroup[] {
  const { bundler } = index.rules
  if (near.length < bundler.same_amount_min_buys) return []
  const free = near.filter((buy) => !isRound(buy))
  if (free.length < bundler.same_amount_min_buys) return []
  const spends = free.filter(({ native }) => native !== null)
  return [
    ...splitByAmount(spends, ({ native }) => native ?? 0n, bundler.same_amount_tolerance),
    ...splitByAmount(free, ({ raw }) => raw, bundler.same_amount_tolerance),
  ]
    .filter((members) => hasWallets(bundler.same_amount_min_buys, members) && isImprobable(index, members, near.length))
    .map((members): BuyGroup => ({ reason: 'same_amount', buys: members }))
}

/** Whether this many amounts this close are improbable by chance, given the number of buys in these blocks. */
function isImprobable({ rules: { bundler, timing } }: FactIndex, members: readonly Swap[], all: number): boolean {
  const spread = Math.min(...[({ raw }: Swap) => raw, ({ native }: Swap) => native ?? 0n].map((amount) => relativeSpread(members.map(amount))))
  return all * poissonTail(members.length - 1, (all * spread) / bundler.amount_log_range) < timing.improbable
}

/** (largest − smallest) / smallest; infinite if the smallest is zero. */
function relativeSpread(amounts: readonly bigint[]): number {
  const ascending = [...amounts].sort(compareBig)
  const [least = 0n] = ascending
  return least === 0n ? Number.POSITIVE_INFINITY : ratio((ascending.at(-1) ?? 0n) - least, least)
}

/** Upper bound of an amount's ratio to the smallest of its group, in millionths. */
const maxRatio = (tolerance: number): number => Math.round((1 + tolerance) * MILLION)

function splitByAmount(buys: readonly Swap[], amount: (buy: Swap) => bigint, tolerance: number): Swap[][] {
  const groups: Swap[][] = []
  const most = BigInt(maxRatio(tolerance))
  for (const buy of [...buys].sort((x, y) => compareBig(amount(x), amount(y)) || compareText(x.wallet, y.wallet) || compareText(x.tx, y.tx))) {
    const group = groups.at(-1)
    const least = group?.[0]
    if (group !== undefined && least !== undefined && amount(buy) * 1_000_000n <= amount(least) * most) group.push(buy)
    else groups.push([buy])
  }
  return groups
}

/** Drops groups seen before. Overlapping windows of blocks may contain the same group. */
function withoutKnown(groups: readonly BuyGroup[], known: Set<string>): BuyGroup[] {
  return groups.filter((group) => {
    const key = group.buys
      .map(({ tx, wallet }) => `${tx} ${wallet}`)
      .sort(compareText)
      .join()
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}
