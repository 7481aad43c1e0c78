import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatPercent } from '../../format/number.ts'
import { useThemeMode } from '../../stores/theme-mode.ts'

type Points = readonly (readonly [number, number])[]

const HEIGHT = 300

/** Share of balance held by the poorest share of holders, against perfect equality. */
export function LorenzChart({ points, describedBy }: { points: Points; describedBy: string }) {
  const room = useRef<HTMLDivElement>(null)
  const mode = useThemeMode((state) => state.mode)
  useEffect(() => {
    const element = room.current
    if (element === null) return undefined
    const chart = new uPlot(options(element), dataOf(points), element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
    // The theme gives the canvas its colours, so a new theme draws anew.
  }, [points, mode])
  return (
    <div ref={room} className="chart" style={{ height: HEIGHT }} role="img" aria-label="Lorenz curve of the holders" aria-describedby={describedBy} />
  )
}

const percent = (value: number): string => `${Math.round(value * 100)} %`

function dataOf(points: Points): uPlot.AlignedData {
  return [points.map(([x]) => x), points.map(([, y]) => y), points.map(([x]) => x)]
}

function options(element: Element): uPlot.Options {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const axis = (label: string): uPlot.Axis => ({
    label,
    labelSize: 18,
    labelGap: 0,
    labelFont: `11px ${token('--font-text')}`,
    font: `11px ${token('--font-text')}`,
    stroke: token('--text-3'),
    grid: { stroke: token('--line'), width: 1 },
    ticks: { stroke: token('--line'), size: 4 },
    values: (_chart, splits) => splits.map(percent),
  })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 22, 0, 0],
    scales: { x: { time: false, range: [0, 1] }, y: { range: [0, 1] } },
    legend: { live: true },
    cursor: { points: { size: 6 }, y: false },
    axes: [
      { ...axis('Holders, smallest first'), size: 30 },
      { ...axis('Of what all hold'), size: 48 },
    ],
    series: [
      { label: 'Holders', value: (_chart, value) => (value === null ? 'point at the curve' : percent(value)) },
      {
        label: 'Balance',
        stroke: token('--accent'),
        width: 2,
        fill: `color-mix(in oklab, ${token('--accent')} 10%, transparent)`,
        points: { show: false },
        value: (_chart, value) => (value === null ? '' : formatPercent(value * 100)),
      },
      {
        label: 'Even spread',
        stroke: token('--control-line'),
        width: 1,
        dash: [4, 4],
        points: { show: false },
        value: (_chart, value) => (value === null ? '' : percent(value)),
      },
    ],
  }
}
