import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Answer, Client } from '../../src-client/client.ts'
import type { ExplainedClusters, HolderPage, CurrentState, StatePart, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { applyRowChanges } from '../../src-shared/domain/row-changes.ts'
import { tokenParams, type TokenRef } from './token-ref.ts'

interface Parts {
  readonly snapshot: SnapshotRecord
  readonly holders: HolderPage
  readonly clusters: ExplainedClusters
}

const PART_ROUTES = { snapshot: 'currentSnapshot', holders: 'currentHolders', clusters: 'currentClusters' } as const

const APPLY: { readonly [P in StatePart]: (before: Parts[P] | null, state: CurrentState<P>) => Parts[P] } = {
  snapshot: (before, { rest, lists }) => {
    const nodes = applyRowChanges(before?.nodes ?? [], lists.nodes)
    const tagged = (name: (typeof rest.categories)[number]['name']): string[] =>
      nodes.filter(({ tags }) => tags.includes(name)).map(({ address }) => address)
    const categories = rest.categories.map((category) => ({ ...category, addresses: tagged(category.name) }))
    return { ...rest, categories, nodes, links: applyRowChanges(before?.links ?? [], lists.links) }
  },
  holders: (before, { rest, lists }) => ({ ...rest, holders: applyRowChanges(before?.holders ?? [], lists.holders) }),
  clusters: (before, { rest, lists }) => ({ ...rest, clusters: applyRowChanges(before?.clusters ?? [], lists.clusters) }),
}

/** The version of each record read in this session. */
const versions = new WeakMap<object, string>()

/** Reads a part of the latest state: the changes since the record cached under a key, or all of it. Returns the cached answer if nothing changed. */
export async function readStatePart<P extends StatePart>(
  { client, token, part }: { readonly client: Client; readonly token: TokenRef; readonly part: P },
  key: QueryKey,
  { client: queries, signal }: { readonly client: QueryClient; readonly signal: AbortSignal },
): Promise<Answer<Parts[P]>> {
  const before = queries.getQueryData<Answer<Parts[P]>>(key)?.value ?? null
  const since = before === null ? undefined : versions.get(before)
  const route: 'currentSnapshot' | 'currentHolders' | 'currentClusters' = PART_ROUTES[part]
  const answer = (await client.call(route, { params: tokenParams(token), query: { since } }, { signal })) as unknown as Answer<CurrentState<P>>
  if (before !== null && answer.value.version === since) return { ...answer, value: before }
  const value = APPLY[part](answer.value.since === null ? null : before, answer.value)
  versions.set(value, answer.value.version)
  return { ...answer, value }
}
