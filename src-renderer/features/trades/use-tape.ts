import { startTransition, useEffect, useState } from 'react'
import { useClient, useLive } from '../../api/service.tsx'
import { tradePage, type TokenRef } from '../../api/token-queries.ts'
import { createTape, type Tape, type TapeState } from './tape.ts'

/** Least time between two drawings of arriving trades: nobody reads faster, and input gets the frames between. */
const COMMIT_MS = 100
/** Where drawing takes long, arriving trades get this share of the time at most, so that input still gets the rest. */
const MOST_SHARE = 0.25
const LONGEST_MS = 1_000

interface CalmFrames {
  /** Runs before the next frame after a quiet time, else when the last run is long enough ago for what it cost. */
  readonly frame: (run: () => void) => void
  /** What the last run brought is drawn. */
  readonly drawn: () => void
}

function calmFrames(): CalmFrames {
  let begun: number | null = null
  let next = 0
  return {
    frame(run) {
      const atFrame = (): void =>
        void requestAnimationFrame(() => {
          begun = performance.now()
          next = begun + COMMIT_MS
          run()
        })
      const early = next - performance.now()
      if (early > 0) setTimeout(atFrame, early)
      else atFrame()
    },
    drawn() {
      if (begun === null) return
      next = begun + Math.min(LONGEST_MS, Math.max(COMMIT_MS, (performance.now() - begun) / MOST_SHARE))
      begun = null
    },
  }
}

/** The tape of a token, fed by its pages and its stream while the view is there. */
export function useTape(token: TokenRef): { readonly tape: Tape; readonly state: TapeState } {
  const client = useClient()
  const [frames] = useState(calmFrames)
  const [tape] = useState(() =>
    createTape({
      token: token.address,
      page: async (cursor, signal) => (await tradePage(client, token, cursor, signal)).value,
      frame: frames.frame,
    }),
  )
  const [state, setState] = useState(tape.state)
  useEffect(() => {
    // Drawn in slices that a key or the wheel may come between.
    const leave = tape.subscribe(() => startTransition(() => setState(tape.state())))
    tape.start()
    return () => {
      leave()
      tape.stop()
    }
  }, [tape])
  useEffect(() => frames.drawn(), [frames, state])
  useLive(
    { ...token, stream: 'dex_trades' },
    ({ data }) => tape.push(data),
    () => tape.fill(),
  )
  return { tape, state }
}
