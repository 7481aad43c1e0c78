import { formatMoment } from '../../../format/time.ts'
import type { TimeScale } from '../../layout/time-scale.ts'
import { mix } from '../../theme/color.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { path, type PathMark, type TextMark } from './mark.ts'

/** What the layout by time draws besides wallets. */
export interface TimeAxis {
  readonly scale: TimeScale
  /** From the first row to the last, in graph units. */
  readonly top: number
  readonly bottom: number
  /** Where wallets without a time stand; null when there are none. */
  readonly timelessX: number | null
}

/** Faint lines at the moments of the axis, under the wallets. Graph units; `unit` is one screen pixel. */
export function axisLines({ scale, top, bottom }: TimeAxis, theme: GraphTheme, unit: number): PathMark[] {
  const stroke = mix(theme.link, theme.background, 0.45)
  return scale.ticks.map(({ x }) => path(`M${x} ${top}L${x} ${bottom}`, { stroke, width: unit, dash: [3 * unit, 4 * unit] }))
}

const SIZE = 11
const GAP = 26
/** The closed legend stands at the foot of the panel. */
const ABOVE_LEGEND = 52
/** Two words nearer than this many pixels would lie over one another. */
const LEAST_APART = 128

/** The moments in words, in screen pixels: at the foot of the lines, or at the edge of the panel where the foot is below it. */
export function axisLabels(
  axis: TimeAxis,
  camera: { readonly zoom: number; readonly panX: number; readonly panY: number },
  panel: { readonly width: number; readonly height: number },
  theme: GraphTheme,
): TextMark[] {
  const y = Math.min(panel.height - ABOVE_LEGEND, axis.bottom * camera.zoom + camera.panY + GAP)
  const word = (text: string, x: number): TextMark => ({
    kind: 'text',
    x: Math.min(panel.width - LEAST_APART / 2, Math.max(LEAST_APART / 2, x * camera.zoom + camera.panX)),
    y,
    text,
    size: SIZE,
    weight: 400,
    color: theme.quiet,
    halo: theme.background,
    anchor: 'middle',
  })
  const words = [
    ...(axis.timelessX === null ? [] : [word('Time unknown', axis.timelessX)]),
    ...axis.scale.ticks.map(({ x, time }) => word(formatMoment(time), x)),
  ]
  const kept: TextMark[] = []
  for (const each of words) if (each.x - (kept.at(-1)?.x ?? -Infinity) >= LEAST_APART) kept.push(each)
  return kept
}
