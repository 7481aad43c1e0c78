import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClient, useLive } from '../../api/service.tsx'
import { tradePage, type TokenRef } from '../../api/token-queries.ts'
import { createTape, type Tape, type TapeState } from './tape.ts'

/** The tape of a token, fed by its pages and its stream while the view is there. */
export function useTape(token: TokenRef): { readonly tape: Tape; readonly state: TapeState } {
  const client = useClient()
  const [tape] = useState(() =>
    createTape({
      token: token.address,
      page: async (cursor, signal) => (await tradePage(client, token, cursor, signal)).value,
      frame: (run) => requestAnimationFrame(run),
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
