import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClient, useLive } from '../../api/service.tsx'
import { tradePage, type TokenRef } from '../../api/token-queries.ts'
import { createTape, type Tape, type TapeState } from './tape.ts'

/** Least time between two drawings of arriving trades: nobody reads faster, and input gets the frames between. */
const COMMIT_MS = 100
/** Where drawing takes long, arriving trades get this share of the time at most, so that input still gets the rest. */
const MOST_SHARE = 0.25
const LONGEST_MS = 1_000

/** Runs before the next frame after a quiet time, else when the last run is long enough ago for what it cost. */
function calmFrames(): (run: () => void) => void {
  let next = 0
  return (run) => {
    const atFrame = (): void =>
      void requestAnimationFrame(() => {
        const begun = performance.now()
        next = begun + COMMIT_MS
        run()
        // A timer comes after the frame: what the browser needs to lay out and paint is part of the cost.
        setTimeout(() => {
          next = begun + Math.min(LONGEST_MS, Math.max(COMMIT_MS, (performance.now() - begun) / MOST_SHARE))
        })
      })
    const early = next - performance.now()
    if (early > 0) setTimeout(atFrame, early)
    else atFrame()
  }
}

/** The tape of a token, fed by its pages and its stream while the view is there. */
export function useTape(token: TokenRef): { readonly tape: Tape; readonly state: TapeState } {
  const client = useClient()
  const [tape] = useState(() =>
    createTape({
      token: token.address,
      page: async (cursor, signal) => (await tradePage(client, token, cursor, signal)).value,
      frame: calmFrames(),
    }),
  )
  const state = useSyncExternalStore(tape.subscribe, tape.state)
  useEffect(() => {
    tape.start()
    return () => tape.stop()
  }, [tape])
  useLive(
    { ...token, stream: 'dex_trades' },
    ({ data }) => tape.push(data),
    () => tape.fill(),
  )
  return { tape, state }
}
