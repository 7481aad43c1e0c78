/** Confusion tables: what was found against what is true. */

export interface Counts {
  readonly right: number
  /** Found, and not true. */
  readonly wrong: number
  /** True, and not found. */
  readonly missed: number
}

export const NONE: Counts = { right: 0, wrong: 0, missed: 0 }

export function add(x: Counts, y: Counts): Counts {
  return { right: x.right + y.right, wrong: x.wrong + y.wrong, missed: x.missed + y.missed }
}

/** null when nothing was found. */
export function precision({ right, wrong }: Counts): number | null {
  return right + wrong === 0 ? null : right / (right + wrong)
}

/** null when there was nothing to find. */
export function recall({ right, missed }: Counts): number | null {
  return right + missed === 0 ? null : right / (right + missed)
}

export function sets(found: ReadonlySet<string>, truth: ReadonlySet<string>): Counts {
  const right = [...found].filter((one) => truth.has(one)).length
  return { right, wrong: found.size - right, missed: truth.size - right }
}

/**
 * Pairs of wallets that are together.
 *
 * @param found and
 * @param truth group of each wallet; wallets in no group are alone
 * @param wallets those whose true group is known
 */
export function pairs(found: ReadonlyMap<string, unknown>, truth: ReadonlyMap<string, unknown>, wallets: readonly string[]): Counts {
  const both = pairsWithin(wallets, (wallet) =>
    found.has(wallet) && truth.has(wallet) ? `${String(found.get(wallet))} ${String(truth.get(wallet))}` : null,
  )
  const together = pairsWithin(wallets, (wallet) => (found.has(wallet) ? String(found.get(wallet)) : null))
  const should = pairsWithin(wallets, (wallet) => (truth.has(wallet) ? String(truth.get(wallet)) : null))
  return { right: both, wrong: together - both, missed: should - both }
}

function pairsWithin(wallets: readonly string[], groupOf: (wallet: string) => string | null): number {
  const sizes = new Map<string, number>()
  for (const wallet of wallets) {
    const group = groupOf(wallet)
    if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  let sum = 0
  for (const size of sizes.values()) sum += (size * (size - 1)) / 2
  return sum
}

/** Agreement of two groupings of the same wallets, 1 where they are the same and about 0 where chance would do as well. */
export function adjustedRand(x: ReadonlyMap<string, unknown>, y: ReadonlyMap<string, unknown>, wallets: readonly string[]): number {
  const { right: both, wrong: onlyX, missed: onlyY } = pairs(x, y, wallets)
  const [inX, inY, all] = [both + onlyX, both + onlyY, (wallets.length * (wallets.length - 1)) / 2]
  const [expected, most] = [all === 0 ? 0 : (inX * inY) / all, (inX + inY) / 2]
  return most === expected ? 1 : (both - expected) / (most - expected)
}
