import { useEffect, useEffectEvent, useState } from 'react'
import { afterPicture } from '../../graph/picture.ts'
import { withSnapshot } from '../../stores/url-state.ts'
import type { TokenUrl } from '../token-url.ts'

interface OpenSnapshot {
  /** Unix seconds of the open snapshot; null is the latest. */
  readonly snapshot: number | null
  /** What the URL named when it was last read, and what it was last set to here. */
  readonly inUrl: number | null
  readonly written: number | null
}

/**
 * The snapshot in the URL and how to open another one. The URL follows once the graph is painted and the slider rests: a change of it costs
 * the page and the browser's own process a tenth of a step, and browsers ignore changes that are too frequent.
 */
export function useOpenSnapshot(url: TokenUrl): readonly [number | null, (timestamp: number | null) => void] {
  const [open, setOpen] = useState<OpenSnapshot>({ snapshot: url.snapshot, inUrl: url.snapshot, written: url.snapshot })
  if (open.inUrl !== url.snapshot) {
    // A step that was made while the URL changed goes on; any other change of the URL opens what it names.
    const snapshot = url.snapshot === open.written ? open.snapshot : url.snapshot
    setOpen({ snapshot, inUrl: url.snapshot, written: url.snapshot })
  }
  const { snapshot } = open
  const write = useEffectEvent(() => {
    if (snapshot === url.snapshot) return
    setOpen((before) => ({ ...before, written: snapshot }))
    url.replace(withSnapshot(url.search, snapshot))
  })
  useEffect(() => afterPicture(write), [snapshot])
  return [snapshot, (timestamp) => setOpen((before) => ({ ...before, snapshot: timestamp }))]
}
