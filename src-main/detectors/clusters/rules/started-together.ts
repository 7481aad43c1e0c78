import { poissonTail } from '../../flows/block-rate.ts'
import type { FactIndex } from '../../fact-index.ts'
import { lowerBound } from '../../math/order.ts'

/**
 * The receivers of a wallet's gifts that got their first coin around the same time as the giver, if their number is improbable at the pace at which
 * the token's other holders got theirs. One owner creates wallets in one sitting, while winners of a giveaway have wallets of all ages. An hour in
 * which many other holders started too has another cause, such as an exchange that opened withdrawals.
 *
 * @param receivers all wallets that the giver sent more than dust
 */
export function startedTogether(index: FactIndex, giver: string, receivers: Iterable<string>): ReadonlySet<string> {
  const { funding, rules } = index
  const start = (wallet: string): number | null => funding.get(wallet)?.time ?? null
  const began = start(giver)
  if (began === null || rules.transfer.together === 0) return NOBODY
  const [from, to] = [began - rules.transfer.together_seconds, began + rules.transfer.together_seconds]
  const known = [...receivers].filter((wallet) => start(wallet) !== null)
  const together = known.filter((wallet) => isBetween(start(wallet), from, to))
  if (together.length + 1 < rules.transfer.together_min_wallets) return NOBODY
  const times = startTimes(index)
  const own = [giver, ...known].filter((wallet) => index.isHolder(wallet))
  const others = times.length - own.length
  const near = lowerBound(times, to + 1) - lowerBound(times, from) - own.filter((wallet) => isBetween(start(wallet), from, to)).length
  // Plus one, so that a small number of other holders proves little.
  const chance = (near + 1) / (others + 1)
  if (chance > rules.transfer.together_most_others) return NOBODY
  return poissonTail(together.length, known.length * chance) < rules.timing.improbable ? new Set(together) : NOBODY
}

const NOBODY: ReadonlySet<string> = new Set()

const isBetween = (time: number | null, from: number, to: number): boolean => time !== null && time >= from && time <= to

/** When the holders got their first coin, oldest first. */
function startTimes({ state, funding, holderSet }: FactIndex): Float64Array {
  return state.memoize('first coins of holders', [funding, holderSet], () =>
    Float64Array.from([...holderSet].flatMap((wallet) => funding.get(wallet)?.time ?? [])).sort(),
  )
}
