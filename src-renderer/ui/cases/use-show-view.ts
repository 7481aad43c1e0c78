import { useNavigate } from '@tanstack/react-router'
import type { CaseView } from '../../../src-shared/domain/cases/graph.ts'
import { setOpeningView } from '../../stores/saved-view.ts'
import { useTrial } from '../../stores/trial.ts'
import { parseQuery, readTokenSearch } from '../../stores/url-state.ts'

/** Shows the token of a saved view: URL, thresholds on trial, and the graph once it has loaded. */
export function useShowView(): (view: CaseView) => void {
  const navigate = useNavigate()
  return (view) => {
    const { network, token_address: address, search, thresholds } = view
    setOpeningView(view)
    useTrial.setState({ changes: thresholds })
    void navigate({ to: '/t/$network/$address', params: { network, address }, search: readTokenSearch(parseQuery(search)) })
  }
}
