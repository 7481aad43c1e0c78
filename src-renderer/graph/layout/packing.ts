import type { GraphElements, Positions } from '../elements/elements.ts'
import type { PackRequest, PackResponse } from './pack-worker.ts'
import { pack, type Packed, type PackedLayout } from './pack.ts'
import { storeScale } from './time-scale.ts'

/** Graphs of up to this many nodes are packed faster than a worker starts. */
const MAX_ON_PAGE = 300

/** The positions of a small graph; null if `packInWorker` must compute them. */
export function packOnPage(layout: PackedLayout, elements: GraphElements): Positions | null {
  return elements.nodes.length > MAX_ON_PAGE ? null : positionsOf(elements, pack(layout, elements))
}

/** Computes the positions of a graph, in a worker if it takes long. Returns a function that stops it, after which `done` is not called. */
export function packInWorker(layout: PackedLayout, elements: GraphElements, done: (positions: Positions) => void): () => void {
  const known = packOnPage(layout, elements)
  if (known !== null) {
    done(known)
    return () => undefined
  }
  const { nodes, clusters } = elements
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data: { coordinates, width } }: MessageEvent<PackResponse>) => {
    worker.terminate()
    const positions = new Map(nodes.map(({ id }, i) => [id, { x: coordinates[2 * i] ?? 0, y: coordinates[2 * i + 1] ?? 0 }]))
    done(positionsOf(elements, { positions, width }))
  }
  const inside = endsInside(elements)
  worker.postMessage({ layout, nodes, clusters, inside } satisfies PackRequest, [inside.buffer])
  return () => worker.terminate()
}

function endsInside({ nodes, links }: GraphElements): Uint32Array<ArrayBuffer> {
  const indexes = new Map(nodes.map(({ id }, i) => [id, i]))
  return Uint32Array.from(links.flatMap(({ source, target, inside }) => (inside ? [indexes.get(source) ?? 0, indexes.get(target) ?? 0] : [])))
}

function positionsOf(elements: GraphElements, { positions, width }: Packed): Positions {
  if (width !== null) storeScale(elements, width)
  return positions
}
