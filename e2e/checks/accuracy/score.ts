/** Confusion counts: detections against ground truth. */

export interface Counts {
  /** True positives. */
  readonly right: number
  /** False positives. */
  readonly wrong: number
  /** False negatives. */
  readonly missed: number
}

export const NO_COUNTS: Counts = { right: 0, wrong: 0, missed: 0 }

export function addCounts(x: Counts, y: Counts): Counts {
  return { right: x.right + y.right, wrong: x.wrong + y.wrong, missed: x.missed + y.missed }
}

/** null when nothing was detected. */
export function precision({ right, wrong }: Counts): number | null {
  return right + wrong === 0 ? null : right / (right + wrong)
}

/** null when there was nothing to detect. */
export function recall({ right, missed }: Counts): number | null {
  return right + missed === 0 ? null : right / (right + missed)
}

export function compareSets(found: ReadonlySet<string>, truth: ReadonlySet<string>): Counts {
  const right = [...found].filter((one) => truth.has(one)).length
  return { right, wrong: found.size - right, missed: truth.size - right }
}

/**
 * Counts pairs of wallets in the same group.
 *
 * @param found detected group by wallet
 * @param truth true group by wallet; a wallet without an entry is on its own
 * @param wallets the wallets to compare
 */
export function comparePairs(found: ReadonlyMap<string, unknown>, truth: ReadonlyMap<string, unknown>, wallets: readonly string[]): Counts {
  const both = countPairs(wallets, (wallet) =>
    found.has(wallet) && truth.has(wallet) ? `${String(found.get(wallet))} ${String(truth.get(wallet))}` : null,
  )
  const together = countPairs(wallets, (wallet) => (found.has(wallet) ? String(found.get(wallet)) : null))
  const should = countPairs(wallets, (wallet) => (truth.has(wallet) ? String(truth.get(wallet)) : null))
  return { right: both, wrong: together - both, missed: should - both }
}

function countPairs(wallets: readonly string[], groupOf: (wallet: string) => string | null): number {
  const sizes = new Map<string, number>()
  for (const wallet of wallets) {
    const group = groupOf(wallet)
    if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  let sum = 0
  for (const size of sizes.values()) sum += (size * (size - 1)) / 2
  return sum
}

/** Adjusted Rand index of two groupings of the same wallets: 1 when they are equal, about 0 when they agree no better than chance. */
export function adjustedRand(x: ReadonlyMap<string, unknown>, y: ReadonlyMap<string, unknown>, wallets: readonly string[]): number {
  const { right: both, wrong: onlyX, missed: onlyY } = comparePairs(x, y, wallets)
  const [inX, inY, all] = [both + onlyX, both + onlyY, (wallets.length * (wallets.length - 1)) / 2]
  const [expected, most] = [all === 0 ? 0 : (inX * inY) / all, (inX + inY) / 2]
  return most === expected ? 1 : (both - expected) / (most - expected)
}
