import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { TokenRef } from '../api/token-queries.ts'
import { FIRST_VIEW, networkOf, readTokenSearch, withSnapshot, withView, type TokenSearch, type View } from '../stores/url-state.ts'

/** The token in the URL path; null on other pages and for an unknown network. */
export function useOpenToken(): TokenRef | null {
  const params: { network?: string; address?: string } = useParams({ strict: false })
  const network = networkOf(params.network ?? '')
  const address = params.address
  return useMemo(() => (network === null || address === undefined ? null : { network, address }), [network, address])
}

export interface TokenUrl {
  readonly view: View
  readonly snapshot: number | null
  readonly search: TokenSearch
  readonly openView: (view: View) => void
  /** null opens the latest. */
  readonly openSnapshot: (timestamp: number | null) => void
  /** Replaces the search without adding a history entry. */
  readonly replace: (search: TokenSearch) => void
}

export function useTokenUrl(): TokenUrl {
  // Outside the token route (rail, top bar) the router returns unvalidated search values.
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return useMemo(() => {
    const search = readTokenSearch(raw)
    const go = (next: TokenSearch, replace: boolean): void => void navigate({ to: '.', search: next, replace })
    return {
      view: search.view ?? FIRST_VIEW,
      snapshot: search.snapshot ?? null,
      search,
      openView: (view) => go(withView(search, view), false),
      openSnapshot: (timestamp) => go(withSnapshot(search, timestamp), false),
      replace: (next) => go(next, true),
    }
  }, [raw, navigate])
}
