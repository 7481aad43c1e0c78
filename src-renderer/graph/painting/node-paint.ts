import type { GraphNode } from '../elements/elements.ts'
import { mixColors } from '../theme/color.ts'
import { NODE_STYLES, OUTLINE_WIDTH, RING_WIDTH, type NodeShape } from '../elements/style-table.ts'
import { fillOf, ringOf, type GraphTheme } from '../theme/theme.ts'

/** The look of one node, on canvas and in files. */
export interface NodePaint {
  readonly shape: NodeShape
  readonly fill: string
  /** Null for no outline. */
  readonly outline: string | null
  readonly outlineWidth: number
  readonly dashed: boolean
}

/** A cluster drawn as one node has a broad ring, darker or lighter than its fill. */
const GROUP_RING_WIDTH = 4

/** Share of the outline's colour in the fill of a pool, exchange or contract. */
const TINT = 0.13

export function nodePaint(node: GraphNode, theme: GraphTheme): NodePaint {
  const style = NODE_STYLES[node.kind]
  if (style.outline === 'group') {
    const fill = fillOf(theme, node.cluster)
    return { shape: style.shape, fill, outline: mixColors(fill, theme.label, 0.55), outlineWidth: GROUP_RING_WIDTH, dashed: false }
  }
  if (node.added) {
    return {
      shape: style.shape,
      fill: mixColors(theme.wallet, theme.background, TINT),
      outline: theme.accent,
      outlineWidth: OUTLINE_WIDTH,
      dashed: true,
    }
  }
  if (style.fill === 'cluster') {
    const ring = ringOf(theme, node.cluster)
    return { shape: style.shape, fill: fillOf(theme, node.cluster), outline: ring, outlineWidth: RING_WIDTH, dashed: false }
  }
  const outline = node.cluster !== null ? fillOf(theme, node.cluster) : outlineColor(node, theme)
  const fill = node.kind === 'passing' ? theme.background : mixColors(outline, theme.background, TINT)
  return { shape: style.shape, fill, outline, outlineWidth: OUTLINE_WIDTH, dashed: style.dashed }
}

function outlineColor(node: GraphNode, theme: GraphTheme): string {
  const { outline } = NODE_STYLES[node.kind]
  if (outline === 'pool') return theme.pool
  if (outline === 'exchange') return theme.exchange
  return theme.structure
}
