/** Pairs of wallets that share one fact. */

/** Largest group of which every pair counts. */
const EVERY_PAIR_UP_TO = 40

/** Pairs one or two apart. They join the same wallets as all pairs if each pair suffices alone and all members can be in a cluster. */
export const neighbours = <T>(members: readonly T[]): [T, T][] => pairsWithin(members, 2)

/** Every pair of a small group, because a fact that does not suffice alone joins only the pairs that also share another. Of a large one, neighbours. */
export const everyPair = <T>(members: readonly T[]): [T, T][] => pairsWithin(members, members.length <= EVERY_PAIR_UP_TO ? members.length : 2)

function pairsWithin<T>(members: readonly T[], reach: number): [T, T][] {
  return members.flatMap((x, i) => members.slice(i + 1, i + 1 + reach).map((y): [T, T] => [x, y]))
}
