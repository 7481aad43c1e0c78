import type { Point } from '../../elements/elements.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { path, type Mark } from './mark.ts'
import { polygonPath } from './shapes.ts'

/** The line drawn around wallets. Pixels of the panel. */
export function lassoMark(line: readonly Point[], theme: GraphTheme): Mark[] {
  if (line.length < 2) return []
  const d = polygonPath(line)
  return [path(d, { fill: theme.accent, opacity: 0.1 }), path(d, { stroke: theme.accent, width: 1.5, dash: [4, 3] })]
}
