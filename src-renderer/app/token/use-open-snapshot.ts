import { useEffect, useEffectEvent, useState } from 'react'
import { afterPaint } from '../../graph/first-paint.ts'
import { withSnapshot } from '../../stores/url-state.ts'
import type { TokenUrl } from '../token-url.ts'

interface OpenSnapshot {
  /** Unix seconds of the open snapshot; null is the latest. */
  readonly snapshot: number | null
  /** The snapshot in the URL when it was last read, and the one that this hook last wrote. */
  readonly inUrl: number | null
  readonly written: number | null
}

/**
 * The snapshot in the URL, and a function that opens another one. The URL follows once the graph is painted and the slider rests: changing it costs
 * the page and the browser process a tenth of a step, and browsers ignore changes that are too frequent.
 */
export function useOpenSnapshot(url: TokenUrl): readonly [number | null, (timestamp: number | null) => void] {
  const [open, setOpen] = useState<OpenSnapshot>({ snapshot: url.snapshot, inUrl: url.snapshot, written: url.snapshot })
  if (open.inUrl !== url.snapshot) {
    // A step made while the URL changed stays. Any other change of the URL opens the snapshot that it names.
    const snapshot = url.snapshot === open.written ? open.snapshot : url.snapshot
    setOpen({ snapshot, inUrl: url.snapshot, written: url.snapshot })
  }
  const { snapshot } = open
  const write = useEffectEvent(() => {
    if (snapshot === url.snapshot) return
    setOpen((before) => ({ ...before, written: snapshot }))
    url.replace(withSnapshot(url.search, snapshot))
  })
  useEffect(() => afterPaint(write), [snapshot])
  return [snapshot, (timestamp) => setOpen((before) => ({ ...before, snapshot: timestamp }))]
}
