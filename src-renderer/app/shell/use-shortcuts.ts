import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMoveCase } from '../../api/use-case.ts'
import { useClient } from '../../api/service.tsx'
import { snapshotListQuery, snapshotQuery } from '../../api/token-queries.ts'
import { withLatest } from '../../features/snapshots/use-moments.ts'
import { networksFor } from '../../../src-shared/domain/parse-address.ts'
import { togglePanel } from '../../stores/panels.ts'
import { clearSelection } from '../../stores/selection.ts'
import { openPalette, showShortcuts, useShell } from '../../stores/shell.ts'
import { useOpenToken, useTokenUrl } from '../token-url.ts'
import { isTextField } from './text-field.ts'
import { PAGE_ROWS, VIEW_ROWS } from './view-rows.ts'

/** Time after `g` in which a second key counts as a chord. */
const CHORD_MS = 1_200

/** Handles the global shortcuts, and an address pasted outside any field. */
export function useShortcuts(): void {
  const token = useOpenToken()
  const url = useTokenUrl()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const moveCase = useMoveCase()
  const chordUntil = useRef(0)

  const step = (by: number): void => {
    if (token === null) return
    const latest = queries.getQueryData(snapshotQuery(client, token, null).queryKey)?.value.timestamp ?? null
    const stamps = withLatest(queries.getQueryData(snapshotListQuery(client, token).queryKey)?.value.snapshots ?? [], latest)
    const at = url.snapshot === null ? stamps.length - 1 : stamps.indexOf(url.snapshot)
    const next = stamps[at + by]
    if (next !== undefined) url.openSnapshot(next === stamps.at(-1) ? null : next)
  }

  const go = (key: string): void => {
    const view = VIEW_ROWS.find((row) => row.key === key)
    const page = PAGE_ROWS.find((row) => row.key === key)
    if (view !== undefined && token !== null) url.openView(view.id)
    else if (page !== undefined) void navigate({ to: page.to })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return openPalette()
    }
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'z') {
      // In a field, the browser undoes the typing.
      if (isTextField(event.target) || hasOpenOverlay()) return
      event.preventDefault()
      return moveCase.mutate(event.shiftKey ? 'redo' : 'undo')
    }
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTextField(event.target) || hasOpenOverlay()) return
    if (event.timeStamp < chordUntil.current) {
      chordUntil.current = 0
      return go(event.key)
    }
    switch (event.key) {
      case 'g':
        chordUntil.current = event.timeStamp + CHORD_MS
        return
      case '/':
        event.preventDefault()
        return openPalette()
      case '?':
        return showShortcuts(true)
      case 'Escape':
        return clearSelection()
      case '[':
        return step(-1)
      case ']':
        return step(1)
      case 'b':
        return togglePanel('dock')
      case 'i':
        return togglePanel('inspector')
      default:
        return
    }
  })

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (!isTextField(event.target) && !hasOpenOverlay() && networksFor(text).length > 0) openPalette(text)
  })

  useEffect(() => {
    const key = (event: KeyboardEvent): void => onKey(event)
    const paste = (event: ClipboardEvent): void => onPaste(event)
    document.addEventListener('keydown', key)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('paste', paste)
    }
  }, [])
}

function hasOpenOverlay(): boolean {
  const { palette, shortcuts } = useShell.getState()
  return palette.open || shortcuts
}
