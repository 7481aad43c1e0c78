import type { PackableElements } from '../elements/elements.ts'
import { pack, type PackedLayout } from './pack.ts'

/** Packs one large graph off the main thread. In: nodes, clusters and links. Out: a position for each node, in the same order. */

export interface PackRequest extends Pick<PackableElements, 'nodes' | 'clusters'> {
  readonly layout: PackedLayout
  /** Links inside clusters, as the indexes of their two ends, because addresses would be copied one by one. */
  readonly inside: Uint32Array<ArrayBuffer>
}

export interface PackResponse {
  /** x0, y0, x1, y1, … */
  readonly coordinates: Float64Array<ArrayBuffer>
  readonly width: number | null
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PackRequest>) => void) | null
  postMessage: (response: PackResponse, transfer: Transferable[]) => void
}

scope.onmessage = ({ data: { layout, nodes, clusters, inside } }) => {
  const idOf = (end: number | undefined): string => nodes[end ?? 0]?.id ?? ''
  const links = Array.from({ length: inside.length / 2 }, (_, i) => ({ source: idOf(inside[2 * i]), target: idOf(inside[2 * i + 1]), inside: true }))
  const { positions, width } = pack(layout, { nodes, clusters, links, nodeById: new Map(nodes.map((node) => [node.id, node])) })
  const coordinates = new Float64Array(2 * nodes.length)
  for (const [i, { id }] of nodes.entries()) {
    const at = positions.get(id)
    coordinates.set([at?.x ?? 0, at?.y ?? 0], 2 * i)
  }
  scope.postMessage({ coordinates, width }, [coordinates.buffer])
}
