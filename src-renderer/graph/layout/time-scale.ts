import type { GraphElements, GraphNode } from '../elements/elements.ts'
import { standsAside } from './bubble-layout.ts'

/** Time as a distance from left to right. Long silences are squeezed, so that a launch and the years after it fit one picture. */
export interface TimeScale {
  /** Graph units for a moment in Unix seconds that one of the wallets was first seen at. */
  readonly xOf: (time: number) => number
  readonly width: number
  /** Moments that stand on the axis, from left to right. */
  readonly ticks: readonly { readonly x: number; readonly time: number }[]
}

/** Left of the scale: wallets of which no source tells when they were first seen. */
export const TIMELESS_GAP = 90
const MOST_TICKS = 7
/** Silences shorter than this many seconds look like none. */
const SHORT = 60

/** The scale of a picture; null where no wallet has a time. Every later moment stands at least as far right. Pure. */
export function timeScale(nodes: readonly GraphNode[], width: number): TimeScale | null {
  const times = [...new Set(nodes.flatMap((node) => node.since ?? []))].sort((a, b) => a - b)
  if (times.length === 0) return null
  const reached = [0]
  for (let i = 1; i < times.length; i++) reached.push((reached[i - 1] ?? 0) + Math.log2(1 + ((times[i] ?? 0) - (times[i - 1] ?? 0)) / SHORT))
  const total = reached.at(-1) ?? 0
  const at = new Map(times.map((time, i) => [time, total === 0 ? width / 2 : ((reached[i] ?? 0) / total) * width]))
  return { xOf: (time) => at.get(time) ?? 0, width, ticks: ticksOf(times, at, width) }
}

export interface KnownScale {
  readonly scale: TimeScale
  /** Where wallets without a time stand; null when there are none. */
  readonly timelessX: number | null
}

const scales = new WeakMap<GraphElements, KnownScale>()

/** Keeps the scale on which the wallets of a picture were given their places. */
export function keepScale(elements: GraphElements, width: number): void {
  const scale = timeScale(elements.nodes, width)
  const hasTimeless = elements.nodes.some((node) => node.since === null && !standsAside(node))
  if (scale !== null) scales.set(elements, { scale, timelessX: hasTimeless ? -TIMELESS_GAP : null })
}

/** Null where the picture has no times, or was never arranged by them. */
export const scaleOf = (elements: GraphElements): KnownScale | null => scales.get(elements) ?? null

/** Moments nearest to evenly spaced places: every one on the axis is a moment at which something happened. */
function ticksOf(times: readonly number[], at: ReadonlyMap<number, number>, width: number): TimeScale['ticks'] {
  const ticks: { x: number; time: number }[] = []
  const least = width / (MOST_TICKS * 1.4)
  for (let i = 0; i < MOST_TICKS; i++) {
    const wish = (width * i) / (MOST_TICKS - 1)
    const time = times.reduce((best, each) => (Math.abs((at.get(each) ?? 0) - wish) < Math.abs((at.get(best) ?? 0) - wish) ? each : best))
    const x = at.get(time) ?? 0
    const last = ticks.at(-1)
    if (last === undefined || x - last.x >= least) ticks.push({ x, time })
  }
  return ticks
}
