import { startTransition, useEffect, useState } from 'react'
import { useClient, useLive } from '../../../api/service.tsx'
import { tradePage, type TokenRef } from '../../../api/token-queries.ts'
import { createRenderScheduler } from './render-scheduler.ts'
import { createTape, type Tape, type TapeState } from './tape.ts'

/** The tape of a token, fed by pages and the stream while mounted. */
export function useTape(token: TokenRef): { readonly tape: Tape; readonly state: TapeState } {
  const client = useClient()
  const [pace] = useState(createRenderScheduler)
  const [tape] = useState(() =>
    createTape({
      token: token.address,
      page: async (cursor, signal) => (await tradePage(client, token, cursor, signal)).value,
      schedule: pace.schedule,
    }),
  )
  const [state, setState] = useState(tape.state)
  useEffect(() => {
    // A transition, so that input can interrupt rendering.
    const leave = tape.subscribe(() => startTransition(() => setState(tape.state())))
    tape.start()
    return () => {
      leave()
      tape.stop()
    }
  }, [tape])
  useEffect(() => pace.rendered(), [pace, state])
  useEffect(() => {
    const leave = new AbortController()
    const options = { capture: true, passive: true, signal: leave.signal }
    for (const name of ['keydown', 'wheel']) window.addEventListener(name, pace.onInput, options)
    return () => leave.abort()
  }, [pace])
  useLive(
    { ...token, stream: 'dex_trades' },
    ({ data }) => tape.push(data),
    () => tape.fillGap(),
  )
  return { tape, state }
}
