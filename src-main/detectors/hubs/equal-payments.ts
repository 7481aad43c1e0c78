import type { Payment } from '../flows/flows.ts'
import { reuseSet } from '../incremental/reuse.ts'
import { poissonTail } from '../flows/block-rate.ts'
import { ratio } from '../math/exact.ts'
import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'
import type { RuleSet } from '../rules/rule-set.ts'

/**
 * Equal payments to wallets that bought this token. Withdrawals from a service look different: among hundreds, some are equal by chance, and some
 * because people choose round amounts (docs/detection.md#hubs).
 *
 * @returns by payer, groups of wallets paid equal amounts, of which at least `hub.buyers_share` bought. They are improbable by chance, and their
 *   buyers are at least that share of all wallets paid
 */
export function groupEqualPayments(payments: readonly Payment[], bought: Pick<ReadonlySet<string>, 'has'>, rules: RuleSet): Groups {
  const { equal_amount_tolerance: tolerance, buyers_share: share } = rules.hub
  const found = new Map<string, readonly ReadonlySet<string>[]>()
  for (const [payer, paid] of Map.groupBy(payments, ({ from }) => from)) {
    if (paid.length < 2) continue
    const wallets = new Set(paid.map(({ to }) => to)).size
    const equal = splitByAmount(paid, tolerance).filter(({ members }) => countIn(members, bought) >= members.size * share)
    const groups = equal.filter((group) => isImprobable(group, wallets, rules)).map(({ members }) => members)
    const buyers = new Set(groups.flatMap((members) => [...members]).filter((wallet) => bought.has(wallet))).size
    if (groups.length > 0 && buyers >= wallets * share) found.set(payer, groups)
  }
  return found
}

const countIn = (wallets: ReadonlySet<string>, set: Pick<ReadonlySet<string>, 'has'>): number => [...wallets].filter((one) => set.has(one)).length

/** Whether so many of the wallets would be improbable to get amounts so close by chance. */
function isImprobable({ members, spread }: EqualPayments, wallets: number, { bundler, timing }: RuleSet): boolean {
  return members.size >= 2 && wallets * poissonTail(members.size - 1, (wallets * spread) / bundler.amount_log_range) < timing.improbable
}

type Groups = ReadonlyMap<string, readonly ReadonlySet<string>[]>

/** `before` if it has the same groups as `now`. */
export function reuseGroups(before: Groups | undefined, now: Groups): Groups {
  if (before?.size !== now.size) return now
  for (const [payer, groups] of now) {
    const known = before.get(payer)
    if (known?.length !== groups.length || !groups.every((group, i) => reuseSet(known[i], group) === known[i])) return now
  }
  return before
}

interface EqualPayments {
  readonly members: Set<string>
  /** (largest − smallest) / smallest. */
  readonly spread: number
}

function splitByAmount(paid: readonly Payment[], tolerance: number): readonly EqualPayments[] {
  const percent = 1_000_000n + BigInt(Math.round(tolerance * 1e6))
  const ascending = [...paid].sort((x, y) => compareBig(x.raw, y.raw) || compareText(x.to, y.to))
  const groups: { members: Set<string>; smallest: bigint; largest: bigint }[] = []
  for (const { raw, to } of ascending) {
    const group = groups.at(-1)
    if (group !== undefined && raw * 1_000_000n <= group.smallest * percent) {
      group.members.add(to)
      group.largest = raw
    } else groups.push({ members: new Set([to]), smallest: raw, largest: raw })
  }
  return groups.map(({ members, smallest, largest }) => ({ members, spread: ratio(largest - smallest, smallest) }))
}
