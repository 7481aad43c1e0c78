import { compareText } from '../../../../src-shared/domain/compare.ts'
import { addTo } from '../../math/order.ts'
import type { Edge } from '../combine.ts'

/**
 * The edges that remain when the wallets of each group are kept apart. Edges join strongest first, and an edge that would join two wallets of a
 * group is left out, so the group is cut at its weakest links.
 *
 * @param groups no two wallets of a group end up in one component
 */
export function keepApart(edges: readonly Edge[], groups: readonly (readonly string[])[]): readonly Edge[] {
  if (groups.length === 0) return edges
  const parent = new Map<string, string>()
  const apart = new Map<string, Set<number>>()
  groups.forEach((group, i) => group.forEach((wallet) => addTo(apart, wallet, i)))
  const rootOf = (address: string): string => {
    let root = address
    for (let next = parent.get(root); next !== undefined; next = parent.get(root)) root = next
    return root
  }
  const ranked = [...edges].sort((x, y) => y.p - x.p || compareText(x.a, y.a) || compareText(x.b, y.b))
  for (const { a, b } of ranked) {
    const [x, y] = [rootOf(a), rootOf(b)]
    if (x === y) continue
    const [own, other] = [apart.get(x), apart.get(y)]
    if (own !== undefined && other !== undefined && [...own].some((group) => other.has(group))) continue
    parent.set(y, x)
    other?.forEach((group) => addTo(apart, x, group))
  }
  return edges.filter(({ a, b }) => rootOf(a) === rootOf(b))
}
