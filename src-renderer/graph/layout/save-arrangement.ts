import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { forgetHomes, settle } from './layout-cache.ts'
import { NO_SEATS, recall, remember, seatsOf, withAbsent, type Remembered } from './saved-arrangement.ts'

/** What the storage holds or will: writing thousands of places takes longer than a frame, so it waits for a calm moment. */
let inMind: { readonly token: string; readonly value: () => Remembered; readonly written: boolean } | null = null
let asked: ReturnType<typeof setTimeout> | undefined

const CALM_MS = 300

/** Where the wallets of a token stood last, as this page or an earlier one left them; null where nothing is known. */
export function recallSeats(token: string): Remembered | null {
  return inMind?.token === token ? inMind.value() : recall(localStorage, token)
}

/** Keeps where a person has put everything, as `rememberSeats`; what other moments looked like before does not count any more. */
export function rememberArrangement(stage: Stage): void {
  forgetHomes()
  rememberSeats(stage)
}

/** Keeps where everything stands now, for the next snapshot and the next day. What there is to keep is gathered when somebody asks. */
export function rememberSeats(stage: Stage): void {
  const positions = stage.seats.seats()
  if (positions.size === 0) return
  const { layout, pinned, grouped } = useGraphView.getState()
  const { token, elements } = stage
  settle(elements, positions)
  if (inMind?.token !== token) write()
  const before = inMind?.token === token ? inMind.value : () => recall(localStorage, token)
  const value = once((): Remembered => {
    const known = before()?.seats ?? NO_SEATS
    return { layout, pinned: [...pinned], grouped: [...grouped], seats: withAbsent(seatsOf(elements, positions, known), known) }
  })
  inMind = { token, value, written: false }
  clearTimeout(asked)
  asked = setTimeout(write, CALM_MS)
  addEventListener('pagehide', write)
}

/** Lets go of `make` and all that it holds once it was asked. */
function once<T>(make: () => T): () => T {
  let state: { readonly make: () => T } | { readonly made: T } = { make }
  return () => {
    if ('make' in state) state = { made: state.make() }
    return state.made
  }
}

function write(): void {
  if (inMind === null || inMind.written) return
  remember(localStorage, inMind.token, inMind.value(), Date.now())
  inMind = { ...inMind, written: true }
}
