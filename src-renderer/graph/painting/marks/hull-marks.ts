import type { GraphCluster, Point } from '../../elements/elements.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { fillOf } from '../../theme/theme.ts'
import { path, type PathMark } from './mark.ts'
import { polygonPath } from './shapes.ts'

const FAINT = { light: 0.09, dark: 0.13 } as const
const EDGE = { light: 0.42, dark: 0.45 } as const

/** The faint area behind a cluster. `unit` is one screen pixel in graph units. */
export function hullMarks(cluster: GraphCluster, outline: readonly Point[], theme: GraphTheme, unit: number): PathMark[] {
  const d = polygonPath(outline)
  const color = fillOf(theme, cluster.id)
  return [path(d, { fill: color, opacity: FAINT[theme.mode] }), path(d, { stroke: color, width: unit, opacity: EDGE[theme.mode] })]
}
