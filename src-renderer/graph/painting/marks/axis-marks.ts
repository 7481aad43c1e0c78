import { formatMoment } from '../../../format/time.ts'
import type { TimeScale } from '../../layout/time-scale.ts'
import { mixColors } from '../../theme/color.ts'
import type { GraphTheme } from '../../theme/theme.ts'
import { path, type PathMark, type TextMark } from './mark.ts'

/** The axis of the layout by time. */
export interface TimeAxis {
  readonly scale: TimeScale
  /** Extent from the first row to the last, in graph units. */
  readonly top: number
  readonly bottom: number
  /** x of wallets without a time; null if there are none. */
  readonly timelessX: number | null
}

/** Faint lines at the labelled times, below the nodes. Graph units; `unit` is one screen pixel. */
export function axisLines({ scale, top, bottom }: TimeAxis, theme: GraphTheme, unit: number): PathMark[] {
  const stroke = mixColors(theme.link, theme.background, 0.45)
  return scale.ticks.map(({ x }) => path(`M${x} ${top}L${x} ${bottom}`, { stroke, width: unit, dash: [3 * unit, 4 * unit] }))
}

const SIZE = 11
const GAP = 26
/** The closed legend is at the bottom of the panel. */
const ABOVE_LEGEND = 52
/** Labels closer than this many pixels would overlap. */
const MIN_DISTANCE = 128

/** Labels below the lines, in screen pixels; at the edge of the panel if the lines end outside it. */
export function axisLabels(
  axis: TimeAxis,
  camera: { readonly zoom: number; readonly panX: number; readonly panY: number },
  panel: { readonly width: number; readonly height: number },
  theme: GraphTheme,
): TextMark[] {
  const y = Math.min(panel.height - ABOVE_LEGEND, axis.bottom * camera.zoom + camera.panY + GAP)
  const label = (text: string, x: number): TextMark => ({
    kind: 'text',
    x: Math.min(panel.width - MIN_DISTANCE / 2, Math.max(MIN_DISTANCE / 2, x * camera.zoom + camera.panX)),
    y,
    text,
    size: SIZE,
    weight: 400,
    color: theme.quiet,
    halo: theme.background,
    anchor: 'middle',
  })
  const labels = [
    ...(axis.timelessX === null ? [] : [label('Time unknown', axis.timelessX)]),
    ...axis.scale.ticks.map(({ x, time }) => label(formatMoment(time), x)),
  ]
  const kept: TextMark[] = []
  for (const each of labels) if (each.x - (kept.at(-1)?.x ?? -Infinity) >= MIN_DISTANCE) kept.push(each)
  return kept
}
