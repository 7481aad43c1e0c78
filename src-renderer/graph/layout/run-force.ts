import type { GraphElements, Point, Positions } from '../elements/elements.ts'
import type { ForceProgress } from './force-worker.ts'
import { placeServices } from './bubble-layout.ts'
import { forceInput } from './force-input.ts'

/**
 * Runs the force layout in a worker. `onProgress` gets positions while the layout settles, and the settled ones once at the end. Returns a function
 * that stops it.
 */
export function runForce(
  elements: GraphElements,
  start: Positions,
  pinned: ReadonlySet<string>,
  onProgress: (positions: Positions, settled: boolean) => void,
): () => void {
  const input = forceInput(elements, start, pinned)
  const worker = new Worker(new URL('./force-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<ForceProgress>) => {
    const positions = new Map<string, Point>()
    for (const [i, id] of input.ids.entries()) positions.set(id, { x: data.positions[2 * i] ?? 0, y: data.positions[2 * i + 1] ?? 0 })
    placeServices(elements, positions)
    for (const id of pinned) positions.delete(id)
    onProgress(positions, data.settled)
    if (data.settled) worker.terminate()
  }
  worker.postMessage(input)
  return () => worker.terminate()
}
