import { startForce } from '../layout/force.ts'
import type { ForceInput } from '../layout/force-input.ts'

/** Runs the force layout away from the page. In: bodies and springs. Out: positions, often, and at last the settled ones. */

export interface ForceNews {
  readonly positions: Float32Array<ArrayBuffer>
  readonly settled: boolean
}

/** Painting a large picture takes the page longer than a frame: it hears of one less often. */
const NEWS_EVERY_MS = { small: 50, large: 250 } as const
const LARGE = 1_500

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ForceInput>) => void) | null
  postMessage: (news: ForceNews, move: Transferable[]) => void
}

scope.onmessage = ({ data }) => {
  const run = startForce(data.bodies, data.springs)
  const every = data.bodies.length > LARGE ? NEWS_EVERY_MS.large : NEWS_EVERY_MS.small
  let told = performance.now()
  const tell = (settled: boolean): void => {
    const positions = run.positions()
    scope.postMessage({ positions, settled }, [positions.buffer])
    told = performance.now()
  }
  while (run.step()) if (performance.now() - told > every) tell(false)
  tell(true)
}
