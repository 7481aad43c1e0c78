import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatPercent } from '../../format/number.ts'
import { useThemeMode } from '../../stores/theme-mode.ts'
import { cx } from '../../ui/cx.ts'
import type { CurvePair } from './distribution-rows.ts'
import styles from './LorenzChart.module.css'

const HEIGHT = 300

/** Lorenz curves of wallets and of merged clusters, with the line of equality. Each has its own line style. */
export function LorenzChart({ curves, describedBy }: { curves: CurvePair; describedBy: string }) {
  const container = useRef<HTMLDivElement>(null)
  const mode = useThemeMode((state) => state.mode)
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const chart = new uPlot(buildOptions(element, curves), toChartData(curves), element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
    // The canvas takes its colours from the theme, so a new theme needs a new chart.
  }, [curves, mode])
  return (
    <div
      ref={container}
      className={cx('chart', styles.chart)}
      style={{ height: HEIGHT }}
      role="img"
      aria-label="Lorenz curve of the holders"
      aria-describedby={describedBy}
    />
  )
}

const percent = (value: number): string => `${Math.round(value * 100)} %`

function toChartData({ holders, wallets, owners }: CurvePair): uPlot.AlignedData {
  return [[...holders], [...wallets], ...(owners === null ? [] : [[...owners]]), [...holders]]
}

function buildOptions(element: Element, { owners }: CurvePair): uPlot.Options {
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
  const merged: uPlot.Series = {
    label: 'Clusters merged',
    stroke: token('--text-2'),
    width: 2,
    dash: [9, 4],
    points: { show: false },
    value: (_chart, value) => (value === null ? '' : formatPercent(value * 100)),
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 22, 0, 0],
    scales: { x: { time: false, range: [0, 1] }, y: { range: [0, 1] } },
    // Legend markers repeat the line style: solid, dashed, and dotted for equality.
    legend: {
      live: true,
      markers: { dash: ({ series }, i) => (i === series.length - 1 ? 'dotted' : series[i]?.dash === undefined ? 'solid' : 'dashed') },
    },
    cursor: { points: { size: 6 }, y: false },
    axes: [
      { ...axis('Holders, smallest first'), size: 30 },
      { ...axis('Share of holdings'), size: 48 },
    ],
    series: [
      { label: 'Holders', value: (_chart, value) => (value === null ? 'hover the curve' : percent(value)) },
      {
        label: 'Wallets',
        stroke: token('--accent'),
        width: 2,
        fill: `color-mix(in oklab, ${token('--accent')} 10%, transparent)`,
        points: { show: false },
        value: (_chart, value) => (value === null ? '' : formatPercent(value * 100)),
      },
      ...(owners === null ? [] : [merged]),
      {
        label: 'Equal distribution',
        stroke: token('--control-line'),
        width: 1,
        dash: [2, 4],
        points: { show: false },
        value: (_chart, value) => (value === null ? '' : percent(value)),
      },
    ],
  }
}
