import { useEffect, useEffectEvent, useState } from 'react'
import type { TokenRef } from '../../api/token-queries.ts'
import { TimeBar } from '../../features/snapshots/TimeBar.tsx'
import { withSnapshot } from '../../stores/url-state.ts'
import type { TokenUrl } from '../token-url.ts'

interface Asked {
  readonly moment: number | null
  /** Whether the URL was told: before, it may name the same moment and be on its way to another. */
  readonly isTold: boolean
}

interface Props {
  readonly token: TokenRef
  readonly url: TokenUrl
  /** What the moment that is open changed, in a few words. */
  readonly changes: string | null
}

/**
 * The slider, which follows the hand at once, and the page after it: of the steps that come while the page is busy with one, only
 * the last is opened. Keys are heard before timers.
 */
export function MomentSlider({ token, url, changes }: Props) {
  const [asked, ask] = useState<Asked | null>(null)
  if (asked?.isTold === true && asked.moment === url.snapshot) ask(null)
  const open = useEffectEvent((moment: number | null) => url.replace(withSnapshot(url.search, moment)))
  useEffect(() => {
    if (asked === null || asked.isTold) return undefined
    const timer = setTimeout(() => {
      open(asked.moment)
      ask({ ...asked, isTold: true })
    })
    return () => clearTimeout(timer)
  }, [asked])
  return (
    <TimeBar
      token={token}
      open={asked === null ? url.snapshot : asked.moment}
      onOpen={(moment) => ask({ moment, isTold: false })}
      changes={asked === null ? changes : null}
      onCompare={url.view === 'compare' ? null : () => url.openView('compare')}
    />
  )
}
