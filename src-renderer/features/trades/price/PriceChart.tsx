import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatAmount, formatPrice } from '../../../format/number.ts'
import { exactTime } from '../../../format/time.ts'
import { useThemeMode } from '../../../stores/theme-mode.ts'
import type { Candles } from './candles.ts'

const HEIGHT = 176
/** The volume takes the lowest part of the chart. */
const VOLUME_SHARE = 0.22
/** Minimum number of candles that the width is divided by. */
const MIN_CANDLES = 24
/** Wide enough for most prices, so that charts align. Longer prices widen it. */
const PRICE_WIDTH = 62
const TICK = 4
/** Half the width of the longest tick label, 12:34:56. */
const TICK_LABEL_HALF_WIDTH = 28
/** Gaps left and right of the price labels. */
const PRICE_GAPS = 10

interface Props {
  data: Candles
  /** "USD", "SOL": unit of the price. */
  unit: string
  /** Unit of the volume. */
  symbol: string | null
}

/** Candles and volume of the loaded trades. The legend shows the hovered candle, or the newest. */
export function PriceChart({ data, unit, symbol }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const latest = useRef(data)
  const mode = useThemeMode((state) => state.mode)

  useEffect(() => {
    latest.current = data
    if (chart.current === null) return
    chart.current.setData(toChartData(data))
    showNewestInLegend(chart.current)
  }, [data])

  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const made = new uPlot(buildOptions(element, latest, symbol), toChartData(latest.current), element)
    chart.current = made
    showNewestInLegend(made)
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      chart.current = null
    }
    // The canvas takes its colours from the theme, so it is redrawn when the theme changes.
  }, [mode, symbol])

  return <div ref={container} role="img" aria-label={`Price in ${unit} and volume of the loaded trades, also available under Table`} />
}

function toChartData({ candles }: Candles): uPlot.AlignedData {
  return [
    candles.map(({ time }) => time),
    candles.map(({ open }) => open),
    candles.map(({ high }) => high),
    candles.map(({ low }) => low),
    candles.map(({ close }) => close),
    candles.map(({ bought, sold }) => bought + sold),
  ]
}

function buildOptions(element: Element, latest: { readonly current: Candles }, symbol: string | null): uPlot.Options {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const axis: uPlot.Axis = {
    font: `11px ${token('--font-text')}`,
    stroke: token('--text-3'),
    grid: { stroke: token('--line'), width: 1 },
    ticks: { stroke: token('--line'), size: TICK },
  }
  const price = (label: string): uPlot.Series => ({
    label,
    scale: 'y',
    paths: () => null,
    points: { show: false },
    value: (_u, value) => formatPrice(value),
  })
  const colours = { rise: token('--ok'), fall: token('--critical') }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, TICK_LABEL_HALF_WIDTH, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: () => timeRange(latest.current) },
      y: { range: (_u, low, high) => priceRange(low, high) },
      v: { range: (_u, _low, high) => [0, (high || 1) / VOLUME_SHARE] },
    },
    cursor: { points: { show: false }, y: false, drag: { x: false, y: false } },
    axes: [
      { ...axis, size: 28, space: 64, values: (_u, splits, _axis, _space, step) => splits.map((at) => formatTick(at, step)) },
      { ...axis, size: priceWidth, values: (_u, splits) => splits.map(formatPrice) },
    ],
    series: [
      { label: 'UTC', value: (_u, value) => (value === null ? '–' : exactTime(value).replace(' UTC', '')) },
      price('Open'),
      price('High'),
      price('Low'),
      price('Close'),
      {
        label: symbol === null ? 'Volume' : `Volume in ${symbol}`,
        scale: 'v',
        fill: token('--line-strong'),
        width: 0,
        paths: uPlot.paths.bars?.({ size: [0.7, 24] }) ?? (() => null),
        points: { show: false },
        value: (_u, value) => formatAmount(value),
      },
    ],
    hooks: { draw: [(u) => drawCandles(u, colours)], setCursor: [showNewestInLegend] },
  }
}

/** Width of the price axis in CSS pixels. */
function priceWidth(u: uPlot, labels: readonly string[] | null): number {
  const { font } = u.axes[1] ?? {}
  // The canvas and its font use device pixels.
  u.ctx.font = Array.isArray(font) ? String(font[0]) : (font ?? '')
  const longest = (labels ?? []).reduce((most, word) => Math.max(most, u.ctx.measureText(word).width), 0)
  return Math.max(PRICE_WIDTH, Math.ceil(longest / uPlot.pxRatio) + TICK + PRICE_GAPS)
}

/** Shows the newest candle in the legend while none is hovered. */
function showNewestInLegend(u: uPlot): void {
  if (u.cursor.idx === null || u.cursor.idx === undefined) u.setLegend({ idx: u.data[0].length - 1 })
}

const DAY = 86_400
const MONTH_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Tick label, as precise as the step (seconds). */
function formatTick(at: number, step: number): string {
  const date = new Date(at * 1000)
  if (step >= DAY || at % DAY === 0) return MONTH_DAY.format(date)
  return date.toISOString().slice(11, step >= 60 ? 16 : 19)
}

/** One candle of margin on both sides. A few candles are centred instead of stretched. */
function timeRange({ candles, seconds }: Candles): uPlot.Range.MinMax {
  const first = candles[0]?.time ?? 0
  const last = candles.at(-1)?.time ?? first
  const room = Math.max(0, first + MIN_CANDLES * seconds - last) / 2
  return [first - seconds - room, last + seconds + room]
}

/** A flat price gets margins. The volume is below the lowest price. */
function priceRange(low: number, high: number): uPlot.Range.MinMax {
  const room = high > low ? high - low : high * 0.1 || 1
  return [low - room * VOLUME_SHARE * 1.4, high + room * 0.06]
}

function drawCandles(u: uPlot, colours: { rise: string; fall: string }): void {
  const [times, open, high, low, close] = u.data
  const { ctx } = u
  const width = Math.max(2, Math.min(14, (u.bbox.width / Math.max(1, times.length)) * 0.6))
  ctx.save()
  for (const [at, time] of times.entries()) {
    const first = open?.[at] ?? 0
    const last = close?.[at] ?? 0
    const x = Math.round(u.valToPos(time, 'x', true))
    const y = (value: number | null | undefined): number => Math.round(u.valToPos(value ?? 0, 'y', true))
    ctx.fillStyle = last >= first ? colours.rise : colours.fall
    ctx.fillRect(x - 0.5, y(high?.[at]), 1, Math.max(1, y(low?.[at]) - y(high?.[at])))
    const top = Math.min(y(first), y(last))
    ctx.fillRect(x - width / 2, top, width, Math.max(1, Math.abs(y(first) - y(last))))
  }
  ctx.restore()
}
