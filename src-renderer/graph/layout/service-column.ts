import type { GraphNode } from '../elements/elements.ts'

const ROW_GAP = 14
/** Between two columns: space for names beside the shapes, less where all names fit inside. */
const COLUMN_GAP = { besideNames: 96, withNamesInside: 32 } as const
/** From this radius a name mostly fits into its shape, in graph units. */
export const NAME_FITS_RADIUS = 34
/** A column is never shorter than this, however small the rest of the graph. */
const MIN_HEIGHT = 420

export interface PlacedNode {
  readonly id: string
  readonly x: number
  readonly y: number
}

/** Puts nodes below each other, largest on top, in as many columns as `height` requires. x starts at 0, y is centred on 0. */
export function serviceColumn(nodes: readonly Pick<GraphNode, 'id' | 'radius'>[], height: number): PlacedNode[] {
  const limit = Math.max(MIN_HEIGHT, height)
  const positions: PlacedNode[] = []
  let left = 0
  let column: Pick<GraphNode, 'id' | 'radius'>[] = []
  let used = 0
  const close = (): void => {
    const widest = column.reduce((most, node) => Math.max(most, node.radius), 0)
    let y = -(used - ROW_GAP) / 2
    for (const node of column) {
      positions.push({ id: node.id, x: left + widest, y: y + node.radius })
      y += 2 * node.radius + ROW_GAP
    }
    const holdNames = column.every((node) => node.radius >= NAME_FITS_RADIUS)
    left += 2 * widest + (holdNames ? COLUMN_GAP.withNamesInside : COLUMN_GAP.besideNames)
    column = []
    used = 0
  }
  for (const node of nodes) {
    const tall = 2 * node.radius + ROW_GAP
    if (column.length > 0 && used + tall > limit) close()
    column.push(node)
    used += tall
  }
  if (column.length > 0) close()
  return positions
}
