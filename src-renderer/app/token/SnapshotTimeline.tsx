import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import { Timeline } from '../../features/snapshots/Timeline.tsx'

/**
 * The timeline moves immediately. The snapshot opens in a timer, so only the last of several quick steps opens: key events run before timers.
 */
export function SnapshotTimeline({ open, onOpen, changes, ...rest }: ComponentProps<typeof Timeline>) {
  const [pending, setPending] = useState<{ readonly timestamp: number | null } | null>(null)
  const openPending = useEffectEvent((timestamp: number | null) => {
    onOpen(timestamp)
    setPending(null)
  })
  useEffect(() => {
    const timer = pending === null ? undefined : setTimeout(() => openPending(pending.timestamp))
    return () => clearTimeout(timer)
  }, [pending])
  return (
    <Timeline
      {...rest}
      open={pending === null ? open : pending.timestamp}
      onOpen={(timestamp) => setPending({ timestamp })}
      changes={pending === null ? changes : null}
    />
  )
}
