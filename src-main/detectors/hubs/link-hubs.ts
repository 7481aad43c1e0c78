import type { RecordedLink } from '../../../src-shared/domain/token.ts'
import { addTo } from '../math/order.ts'

/**
 * Services in a graph of links without times, where no rate can be measured. Wallets of one operator deal with each other or
 * with no one else. Customers of a service deal with others and share no counterparty.
 */

interface LinkGraph {
  readonly links: readonly RecordedLink[]
  /** Number of counterparties of an address as its source states it, including counterparties without a link. */
  readonly counterparties: ReadonlyMap<string, number>
  /** Whether an address is known to be a service. Neither a link to it nor sharing it relates two wallets. */
  readonly isService: (address: string) => boolean
}

/**
 * Addresses with more than `most` unrelated counterparties, with that number. A counterparty is related to an address if the two
 * share another wallet, or if it deals with no other address. Only an address with a stated number of counterparties can be
 * found: for any other, the map shows only the counterparties that its publisher kept.
 *
 * Each pair costs the smaller of its two degrees, O(E · arboricity) in total (Chiba, Nishizeki 1985).
 */
export function findLinkHubs(graph: LinkGraph, most: number): ReadonlyMap<string, number> {
  const near = indexNeighbours(graph.links)
  const degrees = new Map([...near].map(([address, others]) => [address, Math.max(others.size, graph.counterparties.get(address) ?? 0)]))
  const found = new Map<string, number>()
  // The second pass ignores services found in the first, since sharing a service does not relate two customers.
  for (let pass = 0; pass < 2; pass++) {
    const before = new Set(found.keys())
    const isOut = (address: string): boolean => before.has(address) || graph.isService(address)
    for (const [address, others] of near) {
      const degree = degrees.get(address) ?? 0
      if (degree <= most || !graph.counterparties.has(address) || isOut(address)) continue
      let unrelated = degree - others.size
      for (const other of others) if ((degrees.get(other) ?? 0) > 1 && !isOut(other) && !shareOne(others, near.get(other), isOut)) unrelated++
      if (unrelated > most) found.set(address, unrelated)
    }
  }
  return found
}

function indexNeighbours(links: readonly RecordedLink[]): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>()
  for (const { source, target, forward, backward } of links) {
    if (source === target || forward + backward <= 0) continue
    addTo(near, source, target)
    addTo(near, target, source)
  }
  return near
}

function shareOne(x: ReadonlySet<string>, y: ReadonlySet<string> = new Set(), isOut: (address: string) => boolean): boolean {
  const [small, large] = x.size < y.size ? [x, y] : [y, x]
  for (const address of small) if (large.has(address) && !isOut(address)) return true
  return false
}
