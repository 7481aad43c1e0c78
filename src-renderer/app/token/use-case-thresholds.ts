import { useEffect, useRef, useState } from 'react'
import type { Thresholds } from '../../../src-shared/domain/cases/graph.ts'
import { useChangeCase, useOpenCase } from '../../api/use-case.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useTrial } from '../../stores/trial.ts'

/** A slider emits many values a second. A pause ends the step. */
const STEP_PAUSE_MS = 500

/** The case whose thresholds were applied last. Module state, because the hook runs only while a token is open. */
let followed: string | null = null

/**
 * Records trial thresholds in the open case, and applies those from undo, redo and other windows. If the first case that is opened has no thresholds,
 * a running trial continues and is recorded with its next change.
 */
export function useCaseThresholds(): void {
  const record = useOpenCase()
  const { mutateAsync } = useChangeCase()
  const id = record?.id ?? null
  const stored = record?.thresholds
  const [pending, setPending] = useState(0)
  const known = useRef<Thresholds | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const saveStep = (): void => {
      const { changes } = useTrial.getState()
      if (known.current === null || isSame(known.current, changes)) return
      known.current = changes
      setPending((count) => count + 1)
      void mutateAsync({ op: 'set_thresholds', thresholds: changes })
        .catch(() => undefined)
        .finally(() => setPending((count) => count - 1))
    }
    const stop = useTrial.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(saveStep, STEP_PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      saveStep()
    }
  }, [mutateAsync])

  useEffect(() => {
    if (id === null || stored === undefined) {
      known.current = null
      if (usePreferences.getState().openCase === null) followed = null
      return
    }
    if (pending > 0) return
    const isFirst = followed === null
    followed = id
    known.current = stored
    if (isFirst && Object.keys(stored).length === 0) return
    if (!isSame(useTrial.getState().changes, stored)) useTrial.setState({ changes: stored })
  }, [id, stored, pending])
}

function isSame(a: Thresholds, b: Thresholds): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
