import type { GraphNode } from '../elements/elements.ts'
import { SERVICE_NAMES_WIDTH } from '../elements/style-table.ts'

const ROW_GAP = 8
/** Minimum height of a column, however small the other nodes are. */
const MIN_HEIGHT = 420
/** The largest services each have a row with their name. The others are close together below. */
const NAMED_ROWS = 12
const GRID_GAP = 5

export interface PlacedNode {
  readonly id: string
  readonly x: number
  readonly y: number
}

type Service = Pick<GraphNode, 'id' | 'radius'>

interface Column {
  /** y starts at 0. */
  readonly nodes: readonly PlacedNode[]
  readonly width: number
  readonly height: number
}

/**
 * Puts services below each other, largest first, up to `height`, and the others in a grid below or beside them. `nodes` are ordered largest first. x
 * starts at 0, y is centred on 0.
 */
export function serviceColumn(nodes: readonly Service[], height: number): PlacedNode[] {
  const limit = Math.max(MIN_HEIGHT, height)
  const rows = namedRows(nodes.slice(0, NAMED_ROWS), limit)
  const others = nodes.slice(rows.nodes.length)
  return withGrid(rows, others, limit)
}

function namedRows(nodes: readonly Service[], limit: number): Column {
  const widest = Math.max(0, ...nodes.map(({ radius }) => radius))
  const placed: PlacedNode[] = []
  let y = 0
  for (const { id, radius } of nodes) {
    if (placed.length > 0 && y + 2 * radius > limit) break
    placed.push({ id, x: widest, y: y + radius })
    y += 2 * radius + ROW_GAP
  }
  return { nodes: placed, width: 2 * widest + SERVICE_NAMES_WIDTH, height: y - ROW_GAP }
}

function withGrid({ nodes, width, height }: Column, others: readonly Service[], limit: number): PlacedNode[] {
  const step = 2 * Math.max(0, ...others.map(({ radius }) => radius)) + GRID_GAP
  const across = Math.max(1, Math.floor(width / step))
  const below = height + 2 * ROW_GAP + Math.ceil(others.length / across) * step
  const grid = (columns: number, left: number, top: number): PlacedNode[] =>
    others.map(({ id }, index) => ({ id, x: left + ((index % columns) + 0.5) * step, y: top + (Math.floor(index / columns) + 0.5) * step }))
  if (others.length === 0 || below <= limit)
    return centred([...nodes, ...grid(across, 0, height + 2 * ROW_GAP)], Math.max(height, others.length === 0 ? 0 : below))
  const rows = Math.max(1, Math.floor(height / step))
  return centred([...nodes, ...grid(Math.ceil(others.length / rows), width, 0)], height)
}

const centred = (nodes: readonly PlacedNode[], height: number): PlacedNode[] => nodes.map(({ id, x, y }) => ({ id, x, y: y - height / 2 }))
