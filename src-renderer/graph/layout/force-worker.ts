import { startForce } from './force.ts'
import type { ForceInput } from './force-input.ts'

/** Runs the force layout away from the page. In: bodies and springs. Out: positions, often, and at last the settled ones. */

export interface ForceNews {
  readonly positions: Float32Array<ArrayBuffer>
  readonly settled: boolean
}

const NEWS_EVERY_MS = 50

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ForceInput>) => void) | null
  postMessage: (news: ForceNews, move: Transferable[]) => void
}

scope.onmessage = ({ data }) => {
  const run = startForce(data.bodies, data.springs)
  let told = performance.now()
  const tell = (settled: boolean): void => {
    const positions = run.positions()
    scope.postMessage({ positions, settled }, [positions.buffer])
    told = performance.now()
  }
  while (run.step()) if (performance.now() - told > NEWS_EVERY_MS) tell(false)
  tell(true)
}
