import { expect, it } from 'vitest'
import type { GraphTheme } from '../../theme/theme.ts'
import { axisLabels, axisLines, type TimeAxis } from './axis-marks.ts'

const theme = { link: '#000000', background: '#ffffff', quiet: '#4a525c' } as GraphTheme
const DAY = 86_400
const axis: TimeAxis = {
  scale: { xOf: (time) => time, ticks: [0, 100, 300, 600].map((x, n) => ({ x, time: n * DAY })) },
  top: -20,
  bottom: 80,
  timelessX: -90,
}
const PANEL = { width: 800, height: 400 }
const labels = (zoom: number, panX: number, panY = 100) => axisLabels(axis, { zoom, panX, panY }, PANEL, theme)

it('has a line at each labelled time, as wide as a pixel at any zoom', () => {
  const lines = axisLines(axis, theme, 0.5)
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines[1])).toContain('M100 -20L100 80')
  expect(JSON.stringify(lines[1])).toContain('"width":0.5')
})

it('has a label below each line, and leaves out those that would overlap the one before', () => {
  expect(labels(1, 200).map(({ x, y }) => [x, y])).toEqual([
    [110, 206],
    [300, 206],
    [500, 206],
    [736, 206],
  ])
  const texts = labels(1, 200).map(({ text }) => text)
  expect(texts[0]).toBe('Time unknown')
  expect(texts.slice(1).map((text) => /Jan (\d)|(\d) Jan/.exec(text)?.slice(1).join(''))).toEqual(['2', '3', '4'])
})

it('stays above the closed legend, and inside the panel', () => {
  expect(labels(10, 200, 0).every(({ y }) => y === 400 - 52)).toBe(true)
  for (const panX of [-5_000, 5_000]) for (const { x } of labels(1, panX)) expect([64, 736]).toContain(x)
})
