import type { NeighbourList } from '../../src-shared/contract/records/evidence.ts'
import type { SnapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import type { WalletOverview } from '../../src-shared/contract/records/wallets.ts'
import { NOT_A_MEMBER } from '../../src-shared/domain/labels.ts'
import { countMovements } from './links.ts'
import { byAddress, inherit } from './measures.ts'

type Neighbour = WalletOverview['neighbours'][number]
type InToken = NeighbourList['neighbours'][number]

/** Merges the neighbours of a wallet in several tokens into one list (docs/api/records.md#wallets-across-tokens). */
export function mergeNeighbours(wallet: string, lists: readonly { readonly token: string; readonly neighbours: readonly InToken[] }[]): Neighbour[] {
  const found = Map.groupBy(
    lists.flatMap(({ token, neighbours }) => neighbours.map((neighbour) => ({ token, neighbour }))),
    ({ neighbour }) => neighbour.address,
  )
  return [...found]
    .map(([, rows]) => merge(wallet, rows))
    .filter(({ sent, received }) => sent !== 0 || received !== 0)
    .sort((x, y) => Number(isShared(x)) - Number(isShared(y)) || y.tokens.length - x.tokens.length || moves(y) - moves(x) || byAddress(x, y))
}

const isShared = ({ tags }: Neighbour): boolean => tags.some((tag) => NOT_A_MEMBER.has(tag) || tag === 'smart_contract')
const moves = ({ sent, received }: Neighbour): number => (sent ?? 0) + (received ?? 0)

function merge(wallet: string, rows: readonly { readonly token: string; readonly neighbour: InToken }[]): Neighbour {
  // A payment in another coin is listed under every token that both wallets share.
  const links = new Map<string, SnapshotLink>()
  for (const { token, neighbour } of rows)
    for (const link of neighbour.links) {
      if (link.kind !== 'transfer' && link.kind !== 'funding') continue
      const coin = link.token === 'self' ? token : link.token
      const key = link.kind === 'funding' ? 'funding' : coin
      const before = links.get(key)
      if (before === undefined || countMovements(link) > countMovements(before)) links.set(key, link)
    }
  const all = [...links.values()]
  const [first, last] = [all.flatMap((link) => link.first_time ?? []), all.flatMap((link) => link.last_time ?? [])]
  return {
    address: rows[0]?.neighbour.address ?? '',
    // A name or type may be known in one token only, for example from an imported map.
    label: rows.find(({ neighbour }) => neighbour.label !== null)?.neighbour.label ?? null,
    tags: inherit(rows.map(({ neighbour }) => neighbour.tags)),
    tokens: rows.filter(({ neighbour }) => neighbour.links.some(({ token }) => token === 'self')).map(({ token }) => token),
    sent: countMoves(all, (link) => link.source === wallet),
    received: countMoves(all, (link) => link.target === wallet),
    first: first.length === 0 ? null : Math.min(...first),
    last: last.length === 0 ? null : Math.max(...last),
  }
}

/** Movements of the links in one direction; null if a link has an amount without a count. */
function countMoves(links: readonly SnapshotLink[], isForward: (link: SnapshotLink) => boolean): number | null {
  let total = 0
  for (const link of links) {
    const [amount, moved] = isForward(link) ? [link.forward, link.forward_count] : [link.backward, link.backward_count]
    if (moved === null && amount > 0) return null
    total += moved ?? 0
  }
  return total
}
