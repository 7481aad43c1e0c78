import type { GraphElements, GraphNode } from '../elements/elements.ts'
import { isService } from '../elements/style-table.ts'

/** Maps time to x. Long gaps are compressed, so that a launch and the years after it fit on one axis. */
export interface TimeScale {
  /** x in graph units for a time in Unix seconds at which one of the wallets was first seen. */
  readonly xOf: (time: number) => number
  /** Labelled times, from left to right. */
  readonly ticks: readonly { readonly x: number; readonly time: number }[]
}

/** Distance to the left of the scale for wallets without a time. */
export const TIMELESS_GAP = 90
const MAX_TICKS = 7
/** Seconds. Gaps shorter than this are hardly visible. */
const SHORT = 60

/** The scale for these nodes; null if none has a time. x never decreases with time. Pure. */
export function timeScale(nodes: readonly GraphNode[], width: number): TimeScale | null {
  const times = [...new Set(nodes.flatMap((node) => node.since ?? []))].sort((a, b) => a - b)
  if (times.length === 0) return null
  const reached = [0]
  for (let i = 1; i < times.length; i++) reached.push((reached[i - 1] ?? 0) + Math.log2(1 + ((times[i] ?? 0) - (times[i - 1] ?? 0)) / SHORT))
  const total = reached.at(-1) ?? 0
  const at = new Map(times.map((time, i) => [time, total === 0 ? width / 2 : ((reached[i] ?? 0) / total) * width]))
  return { xOf: (time) => at.get(time) ?? 0, ticks: ticksOf(times, at, width) }
}

export interface KnownScale {
  readonly scale: TimeScale
  /** x of wallets without a time; null if there are none. */
  readonly timelessX: number | null
}

const scales = new WeakMap<GraphElements, KnownScale>()

/** Stores the scale that a layout used, for its axis. */
export function storeScale(elements: GraphElements, width: number): void {
  const scale = timeScale(elements.nodes, width)
  const hasTimeless = elements.nodes.some((node) => node.since === null && !isService(node))
  if (scale !== null) scales.set(elements, { scale, timelessX: hasTimeless ? -TIMELESS_GAP : null })
}

/** Null if the elements have no times or were never laid out by time. */
export const readScale = (elements: GraphElements): KnownScale | null => scales.get(elements) ?? null

/** The times nearest to evenly spaced points, so that every label is a time at which a wallet was first seen. */
function ticksOf(times: readonly number[], at: ReadonlyMap<number, number>, width: number): TimeScale['ticks'] {
  const ticks: { x: number; time: number }[] = []
  const least = width / (MAX_TICKS * 1.4)
  for (let i = 0; i < MAX_TICKS; i++) {
    const wish = (width * i) / (MAX_TICKS - 1)
    const time = times.reduce((best, each) => (Math.abs((at.get(each) ?? 0) - wish) < Math.abs((at.get(best) ?? 0) - wish) ? each : best))
    const x = at.get(time) ?? 0
    const last = ticks.at(-1)
    if (last === undefined || x - last.x >= least) ticks.push({ x, time })
  }
  return ticks
}
