import { startForce } from './force.ts'
import type { ForceInput } from './force-input.ts'

/** Runs the force layout off the main thread. In: bodies and springs. Out: positions at intervals, then the settled ones. */

export interface ForceProgress {
  /** x0, y0, x1, y1, … */
  readonly positions: Float32Array<ArrayBuffer>
  readonly settled: boolean
}

/** The page takes longer than a frame to paint a large graph, so it gets positions less often. */
const INTERVAL_MS = { small: 50, large: 250 } as const
const LARGE = 1_500

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ForceInput>) => void) | null
  postMessage: (progress: ForceProgress, transfer: Transferable[]) => void
}

scope.onmessage = ({ data }) => {
  const run = startForce(data.bodies, data.springs)
  const interval = data.bodies.length > LARGE ? INTERVAL_MS.large : INTERVAL_MS.small
  let sentAt = performance.now()
  const send = (settled: boolean): void => {
    const positions = run.positions()
    scope.postMessage({ positions, settled }, [positions.buffer])
    sentAt = performance.now()
  }
  while (run.step()) if (performance.now() - sentAt > interval) send(false)
  send(true)
}
