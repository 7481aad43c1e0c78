import { useEffect } from 'react'
import { setOpeningView, useSavedView } from '../../stores/saved-view.ts'
import { useLatest } from '../interaction/use-latest.ts'
import { tokenOf, useStage } from '../stage.ts'
import { showViewContent } from './view-content.ts'

/** Shows a saved view of this token when it was chosen here or on the page of its case. */
export function SavedViewController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { network, address } = tokenOf(stage)
  const opening = useSavedView((state) => state.opening)
  useEffect(() => {
    if (opening === null || opening.network !== network || opening.token_address !== address) return
    setOpeningView(null)
    showViewContent(latest.current, opening)
  }, [opening, network, address, latest])
  return null
}
