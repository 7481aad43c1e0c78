import type { Packable } from '../elements/elements.ts'
import { pack, type PackedLayout } from '../layout/pack.ts'

/** Packs one large picture away from the page. In: its wallets, clusters and links. Out: a place for each wallet, in their order. */

export interface PackQuestion extends Pick<Packable, 'nodes' | 'clusters'> {
  readonly layout: PackedLayout
  /** Links inside of clusters: of each its two ends, as numbers of wallets. Addresses would be copied one by one. */
  readonly inside: Uint32Array<ArrayBuffer>
}

export interface PackAnswer {
  /** x0, y0, x1, y1, … */
  readonly places: Float64Array<ArrayBuffer>
  readonly width: number | null
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PackQuestion>) => void) | null
  postMessage: (answer: PackAnswer, move: Transferable[]) => void
}

scope.onmessage = ({ data: { layout, nodes, clusters, inside } }) => {
  const idOf = (end: number | undefined): string => nodes[end ?? 0]?.id ?? ''
  const links = Array.from({ length: inside.length / 2 }, (_, i) => ({ source: idOf(inside[2 * i]), target: idOf(inside[2 * i + 1]), inside: true }))
  const { positions, width } = pack(layout, { nodes, clusters, links, nodeById: new Map(nodes.map((node) => [node.id, node])) })
  const places = new Float64Array(2 * nodes.length)
  for (const [i, { id }] of nodes.entries()) {
    const at = positions.get(id)
    places.set([at?.x ?? 0, at?.y ?? 0], 2 * i)
  }
  scope.postMessage({ places, width }, [places.buffer])
}
