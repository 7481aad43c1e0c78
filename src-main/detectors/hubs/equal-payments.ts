import type { Payment } from '../flows/flows.ts'
import { reuseSet } from '../incremental/reuse.ts'
import { compareBig, compareText, pushTo } from '../math/order.ts'
import type { RuleSet } from '../rules/rule-set.ts'

/**
 * Equal payments to wallets that bought this token. Withdrawals from a service look different (docs/detection.md#hubs).
 *
 * @returns by payer, groups of wallets paid equal amounts, of which at least `hub.buyers_share` bought
 */
export function groupEqualPayments(payments: readonly Payment[], bought: Pick<ReadonlySet<string>, 'has'>, rules: RuleSet['hub']): Groups {
  const byPayer = Map.groupBy(payments, ({ from }) => from)
  const found = new Map<string, ReadonlySet<string>[]>()
  for (const [payer, paid] of byPayer) {
    if (paid.length < 2) continue
    for (const group of splitByAmount(paid, rules.equal_amount_tolerance)) {
      const buyers = [...group].filter((wallet) => bought.has(wallet)).length
      if (group.size >= 2 && buyers >= group.size * rules.buyers_share) pushTo(found, payer, group)
    }
  }
  return found
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

function splitByAmount(paid: readonly Payment[], tolerance: number): Set<string>[] {
  const percent = 1_000_000n + BigInt(Math.round(tolerance * 1e6))
  const ascending = [...paid].sort((x, y) => compareBig(x.raw, y.raw) || compareText(x.to, y.to))
  const groups: Set<string>[] = []
  let smallest: bigint | null = null
  for (const { raw, to } of ascending) {
    const group = groups.at(-1)
    if (group !== undefined && smallest !== null && raw * 1_000_000n <= smallest * percent) group.add(to)
    else {
      groups.push(new Set([to]))
      smallest = raw
    }
  }
  return groups
}
