import type { GraphElements, Positions } from '../elements/elements.ts'
import { pack, type Packed, type PackedLayout } from './pack.ts'
import type { PackAnswer, PackQuestion } from '../workers/pack-worker.ts'
import { keepScale } from './time-scale.ts'

/** Up to this many wallets are packed sooner than a worker starts. */
const AT_ONCE = 300

/** The last picture and its packing: the explanation of its clusters comes a moment later and mostly moves nothing. */
let last: { readonly layout: PackedLayout; readonly elements: GraphElements; readonly packed: Packed } | null = null

/** The places of a picture that is small, or packed as the last one; null where `packAway` must find them. */
export function packedAtOnce(layout: PackedLayout, elements: GraphElements): Positions | null {
  if (last?.layout === layout && isAlike(last.elements, elements)) return keep(layout, elements, last.packed)
  return elements.nodes.length > AT_ONCE ? null : keep(layout, elements, pack(layout, elements))
}

/** Finds the places of a picture, in a worker where it takes long; tells them once, or never after `stop`. */
export function packAway(layout: PackedLayout, elements: GraphElements, tell: (positions: Positions) => void): { stop: () => void } {
  const known = packedAtOnce(layout, elements)
  if (known !== null) {
    tell(known)
    return { stop: () => undefined }
  }
  const { nodes, clusters } = elements
  const worker = new Worker(new URL('../workers/pack-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data: { places, width } }: MessageEvent<PackAnswer>) => {
    worker.terminate()
    const positions = new Map(nodes.map(({ id }, i) => [id, { x: places[2 * i] ?? 0, y: places[2 * i + 1] ?? 0 }]))
    tell(keep(layout, elements, { positions, width }))
  }
  const inside = endsInside(elements)
  worker.postMessage({ layout, nodes, clusters, inside } satisfies PackQuestion, [inside.buffer])
  return { stop: () => worker.terminate() }
}

function endsInside({ nodes, links }: GraphElements): Uint32Array<ArrayBuffer> {
  const numbers = new Map(nodes.map(({ id }, i) => [id, i]))
  return Uint32Array.from(links.flatMap(({ source, target, inside }) => (inside ? [numbers.get(source) ?? 0, numbers.get(target) ?? 0] : [])))
}

function keep(layout: PackedLayout, elements: GraphElements, packed: Packed): Positions {
  last = { layout, elements, packed }
  if (packed.width !== null) keepScale(elements, packed.width)
  return packed.positions
}

/** Whether two pictures are packed alike: same wallets in the same clusters, sizes and times, same links. */
function isAlike(a: GraphElements, b: GraphElements): boolean {
  return (
    a.nodes.length === b.nodes.length &&
    a.links.length === b.links.length &&
    a.nodes.every((node, i) => {
      const other = b.nodes[i]
      return (
        other !== undefined &&
        node.id === other.id &&
        node.radius === other.radius &&
        node.cluster === other.cluster &&
        node.kind === other.kind &&
        node.since === other.since
      )
    }) &&
    a.links.every(({ record, source, target }, i) => {
      const other = b.links[i]
      return other !== undefined && (record === other.record || (source === other.source && target === other.target))
    }) &&
    a.clusters.every((cluster, i) => cluster.pct === b.clusters[i]?.pct)
  )
}
