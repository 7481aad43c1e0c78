import { useEffect, useEffectEvent, useState } from 'react'
import type { TokenRef } from '../../api/token-queries.ts'
import { Timeline } from '../../features/snapshots/Timeline.tsx'
import { withSnapshot } from '../../stores/url-state.ts'
import type { TokenUrl } from '../token-url.ts'

interface PendingOpen {
  readonly timestamp: number | null
  /** Whether the URL was updated. Before that, it may still name another snapshot. */
  readonly isApplied: boolean
}

interface Props {
  readonly token: TokenRef
  readonly url: TokenUrl
  /** Short summary of what the selected snapshot changed. */
  readonly changes: string | null
}

/**
 * The timeline moves immediately; the URL follows in a timer, so only the last of several quick steps is opened. Key events run
 * before timers.
 */
export function UrlTimeline({ token, url, changes }: Props) {
  const [pending, setPending] = useState<PendingOpen | null>(null)
  if (pending?.isApplied === true && pending.timestamp === url.snapshot) setPending(null)
  const open = useEffectEvent((moment: number | null) => url.replace(withSnapshot(url.search, moment)))
  useEffect(() => {
    if (pending === null || pending.isApplied) return undefined
    const timer = setTimeout(() => {
      open(pending.timestamp)
      setPending({ ...pending, isApplied: true })
    })
    return () => clearTimeout(timer)
  }, [pending])
  return (
    <Timeline
      token={token}
      open={pending === null ? url.snapshot : pending.timestamp}
      onOpen={(moment) => setPending({ timestamp: moment, isApplied: false })}
      changes={pending === null ? changes : null}
      onCompare={url.view === 'compare' ? null : () => url.openView('compare')}
    />
  )
}
