import { useEffect, useRef } from 'react'
import { EMPTY_SELECTION, useSelection } from '../../stores/selection.ts'
import { selectionOf, withSelection, writeQuery, type TokenSearch } from '../../stores/url-state.ts'
import type { TokenUrl } from '../token-url.ts'

const selectionText = (search: TokenSearch): string => writeQuery(withSelection({}, selectionOf(search)))

/** Keeps selection and URL in sync. The one that changed last wins. */
export function useSelectionUrl(url: TokenUrl): void {
  const latest = useRef(url)
  const inUrl = selectionText(url.search)

  useEffect(() => {
    latest.current = url
  })

  useEffect(() => {
    const inStore = writeQuery(withSelection({}, useSelection.getState()))
    if (inStore !== inUrl) useSelection.setState(selectionOf(latest.current.search))
  }, [inUrl])

  useEffect(
    () =>
      useSelection.subscribe((selection) => {
        const { search, replace } = latest.current
        const next = withSelection(search, selection)
        if (writeQuery(next) !== writeQuery(search)) replace(next)
      }),
    [],
  )

  useEffect(() => () => useSelection.setState(EMPTY_SELECTION), [])
}
