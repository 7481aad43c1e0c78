import type { InCommonRecord } from '../../src-shared/contract/records/in-common.ts'
import { expectedShared, probabilityOfShared } from './overlap-model.ts'

type Token = Pick<InCommonRecord['tokens'][number], 'address' | 'wallets' | 'early' | 'holders_complete'>
type Overlap = InCommonRecord['overlaps'][number]

/** A wallet with the indices of the tokens it is in, and of the tokens it was early in. */
interface Shared {
  readonly tokens: readonly number[]
  readonly early: readonly number[]
}

/** For each pair of tokens: the wallets in both, and how likely such an overlap is (docs/api/records.md#in-common). */
export function pairOverlaps(
  tokens: readonly Token[],
  wallets: readonly Shared[],
  { wallets: population, others }: { readonly wallets: number; readonly others: number },
): Overlap[] {
  const shared = countPairs(wallets.map((wallet) => wallet.tokens))
  const early = countPairs(wallets.map((wallet) => wallet.early))
  return tokens.flatMap((a, i) =>
    tokens.slice(i + 1).map((b, next): Overlap => {
      const pair = pairKey(i, i + 1 + next)
      // Without other tokens the population is just these two, and any overlap would look expected.
      const isModelled = others > 0 && a.holders_complete && b.holders_complete
      const of = (sizes: readonly [number, number], count: number): Overlap['wallets'] => ({
        shared: count,
        expected: isModelled ? expectedShared({ sizes, population }) : null,
        probability: isModelled ? probabilityOfShared({ sizes, population }, count) : null,
      })
      return {
        tokens: [a.address, b.address],
        wallets: of([a.wallets, b.wallets], shared.get(pair) ?? 0),
        early:
          a.early === null || b.early === null ? { shared: null, expected: null, probability: null } : of([a.early, b.early], early.get(pair) ?? 0),
      }
    }),
  )
}

const pairKey = (a: number, b: number): string => `${a} ${b}`

function countPairs(lists: readonly (readonly number[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const list of lists)
    list.forEach((a, i) => {
      for (const b of list.slice(i + 1)) counts.set(pairKey(a, b), (counts.get(pairKey(a, b)) ?? 0) + 1)
    })
  return counts
}
