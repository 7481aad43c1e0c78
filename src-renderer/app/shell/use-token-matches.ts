import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../api/service.tsx'
import { snapshotQuery } from '../../api/token-queries.ts'
import { elementsOf } from '../../graph/elements/elements-cache.ts'
import { searchGraph, type SearchResult } from '../../graph/elements/find.ts'
import { EMPTY_SELECTION } from '../../stores/selection.ts'
import { withSelection, withView } from '../../stores/url-state.ts'
import { useOpenToken, useTokenUrl } from '../token-url.ts'
import { INSPECTED_VIEWS } from './PanelToggles.tsx'

/** Matches in the shown data of the open token: wallets by address or label, clusters by number. `select` selects one of them. */
export function useTokenMatches(text: string): { readonly matches: readonly SearchResult[]; readonly select: (match: SearchResult) => void } {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const token = useOpenToken()
  const { view, snapshot, search } = useTokenUrl()
  const record = token === null ? undefined : queries.getQueryData(snapshotQuery(client, token, snapshot).queryKey)?.value
  return {
    matches: record === undefined ? [] : searchGraph(elementsOf(record, null), text),
    select(match) {
      const selection = match.kind === 'cluster' ? { ...EMPTY_SELECTION, cluster: match.id } : { ...EMPTY_SELECTION, wallets: [match.id] }
      const seen = withView(search, INSPECTED_VIEWS.has(view) ? view : 'graph')
      void navigate({ to: '.', search: withSelection(seen, selection) })
    },
  }
}
