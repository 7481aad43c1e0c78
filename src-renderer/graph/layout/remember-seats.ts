import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { anchorsOf, recall, remember, withAbsent, type Remembered } from './remembered.ts'

/** What the storage holds or will: writing thousands of places takes longer than a frame, so it waits for a calm moment. */
let inMind: { readonly token: string; readonly value: Remembered; readonly written: boolean } | null = null
let asked: ReturnType<typeof setTimeout> | undefined

const CALM_MS = 300

/** Where the wallets of a token stood last, as this page or an earlier one left them; null where nothing is known. */
export function recallSeats(token: string): Remembered | null {
  return inMind?.token === token ? inMind.value : recall(localStorage, token)
}

/** Keeps where everything stands now, for the next snapshot and the next day. */
export function rememberSeats(stage: Stage): void {
  if (stage.seats.seats().size === 0) return
  const { layout, pinned, grouped } = useGraphView.getState()
  const anchors = anchorsOf(stage.elements)
  const present = new Map([...stage.seats.seats()].map(([id, at]) => [id, { ...at, anchor: anchors.get(id) ?? '' }]))
  const seats = withAbsent(present, recallSeats(stage.token)?.seats ?? new Map())
  if (inMind?.token !== stage.token) write()
  inMind = { token: stage.token, value: { layout, pinned: [...pinned], grouped: [...grouped], seats }, written: false }
  clearTimeout(asked)
  asked = setTimeout(write, CALM_MS)
  addEventListener('pagehide', write)
}

function write(): void {
  if (inMind === null || inMind.written) return
  remember(localStorage, inMind.token, inMind.value, Date.now())
  inMind = { ...inMind, written: true }
}
