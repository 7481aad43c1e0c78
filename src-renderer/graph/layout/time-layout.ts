import type { GraphNode, PackableElements, Point } from '../elements/elements.ts'
import { boxOf } from '../geometry/box.ts'
import { HULL_PADDING, isService } from '../elements/style-table.ts'
import { placeServices } from './bubble-layout.ts'
import { swarm, type Swarm } from './swarm.ts'
import { TIMELESS_GAP, timeScale } from './time-scale.ts'

/** Space between two bands, for their hulls and the label of the lower one. */
const BAND_GAP = 2 * HULL_PADDING + 18
/** Distance from the last band to the wallets outside all clusters. */
const LONER_GAP = 40
const WIDTHS = [900, 1_400, 2_100, 3_200, 4_800] as const
/** Approximate width to height of the panel. */
const PANEL_ASPECT = 1.6

/** x is the time when a wallet was first seen. Along y, clusters are packed as bands, with wallets outside all clusters below them. */
export interface TimeLayout {
  readonly positions: Map<string, Point>
  /** Width of the time scale, in graph units. */
  readonly width: number
}

/** Uses the narrowest of a few widths at which the graph fills the panel. Pure. */
export function timeLayout(elements: PackableElements): TimeLayout {
  const wallets = elements.nodes.filter((node) => !isService(node))
  const [narrowest, ...wider] = WIDTHS
  let best = atWidth(elements, wallets, narrowest)
  let aspect = aspectOf(best.positions)
  if (wallets.every((node) => node.since === null)) return best
  for (const width of wider) {
    if (aspect >= PANEL_ASPECT) break
    // Doubling the width halves the height at best, so widths that cannot suffice are skipped.
    if (aspect * (width / best.width) ** 2 < PANEL_ASPECT && width !== wider.at(-1)) continue
    best = atWidth(elements, wallets, width)
    aspect = aspectOf(best.positions)
  }
  return best
}

function atWidth(elements: PackableElements, wallets: readonly GraphNode[], width: number): TimeLayout {
  const scale = timeScale(elements.nodes, width)
  const xOf = (node: GraphNode): number => (scale === null || node.since === null ? -TIMELESS_GAP : scale.xOf(node.since))
  const positions = new Map<string, Point>()
  const rows = new Rows()
  for (const cluster of elements.clusters) {
    const members = cluster.members.flatMap((id) => elements.nodeById.get(id) ?? []).filter((node) => !isService(node))
    if (members.length === 0) continue
    const band = swarm(members, xOf)
    const y = rows.place(band) - band.top
    for (const [id, at] of band.positions) positions.set(id, { x: at.x, y: at.y + y })
  }
  const loners = swarm(
    wallets.filter((node) => node.cluster === null),
    xOf,
  )
  const below = rows.bottom + LONER_GAP - loners.top
  for (const [id, at] of loners.positions) positions.set(id, { x: at.x, y: at.y + below })
  placeServices(elements, positions)
  return { positions, width }
}

/** Bands above and beside each other. Bands that do not overlap in time share a row. */
class Rows {
  readonly #rows: { top: number; height: number; taken: { left: number; right: number }[] }[] = []
  bottom = 0

  /** Returns the top of the band. */
  place(band: Swarm): number {
    const [left, right, height] = [band.left - BAND_GAP, band.right + BAND_GAP, band.bottom - band.top]
    const row = this.#rows.find((each) => each.height >= height && each.taken.every((other) => other.right < left || right < other.left))
    if (row !== undefined) {
      row.taken.push({ left, right })
      return row.top + (row.height - height) / 2
    }
    const top = this.bottom + (this.#rows.length === 0 ? 0 : BAND_GAP)
    this.#rows.push({ top, height, taken: [{ left, right }] })
    this.bottom = top + height
    return top
  }
}

function aspectOf(positions: ReadonlyMap<string, Point>): number {
  const { left, top, right, bottom } = boxOf(positions.values())
  return (right - left) / Math.max(1, bottom - top)
}
