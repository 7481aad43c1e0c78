import { startTransition, useEffect, useState } from 'react'
import { useClient, useLive } from '../../api/service.tsx'
import { tradePage, type TokenRef } from '../../api/token-queries.ts'
import { drawingPace } from './drawing-pace.ts'
import { createTape, type Tape, type TapeState } from './tape.ts'

/** The tape of a token, fed by its pages and its stream while the view is there. */
export function useTape(token: TokenRef): { readonly tape: Tape; readonly state: TapeState } {
  const client = useClient()
  const [pace] = useState(drawingPace)
  const [tape] = useState(() =>
    createTape({
      token: token.address,
      page: async (cursor, signal) => (await tradePage(client, token, cursor, signal)).value,
      frame: pace.next,
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
  useEffect(() => pace.drawn(), [pace, state])
  useEffect(() => {
    const leave = new AbortController()
    const options = { capture: true, passive: true, signal: leave.signal }
    for (const name of ['keydown', 'wheel']) window.addEventListener(name, pace.input, options)
    return () => leave.abort()
  }, [pace])
  useLive(
    { ...token, stream: 'dex_trades' },
    ({ data }) => tape.push(data),
    () => tape.fill(),
  )
  return { tape, state }
}
