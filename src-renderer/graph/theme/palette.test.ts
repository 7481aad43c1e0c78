import { describe, expect, it } from 'vitest'
import { contrast, linearRgb } from './color.ts'
import { CLUSTER_PALETTE, CLUSTER_STEPS, clusterColor, clusterRing, type ThemeMode } from '../../../src-shared/graph-files/cluster-colors.ts'

const BACKGROUND: Record<ThemeMode, string> = { light: '#ffffff', dark: '#14171b' }
const MIN_CONTRAST = 3
const MIN_DISTANCE = 0.06

type Matrix = readonly (readonly [number, number, number])[]
/** Machado, Oliveira, Fernandes 2009, severity 1.0. */
const VISIONS: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function perceived(hex: string, matrix: Matrix): [number, number, number] {
  const rgb = linearRgb(hex)
  const [r = 0, g = 0, b = 0] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

describe.each(['light', 'dark'] as const)('cluster colours, %s', (mode) => {
  it('contrast with the background', () => {
    for (const color of CLUSTER_PALETTE[mode]) expect(contrast(color, BACKGROUND[mode]), color).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })

  it.each(Object.keys(VISIONS))('stay distinct under %s', (vision) => {
    const matrix = VISIONS[vision] ?? []
    const colors = CLUSTER_PALETTE[mode].map((hex) => perceived(hex, matrix))
    let least = Number.POSITIVE_INFINITY
    for (const [i, a] of colors.entries()) {
      for (const b of colors.slice(0, i)) least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))
    }
    expect(least).toBeGreaterThanOrEqual(MIN_DISTANCE)
  })
})

describe('after twelve clusters', () => {
  it('colours repeat and get a ring', () => {
    expect(CLUSTER_PALETTE.light).toHaveLength(CLUSTER_STEPS)
    expect(clusterColor(12, 'dark')).toBe(clusterColor(0, 'dark'))
    expect([0, 11, 12, 25].map(clusterRing)).toEqual([0, 0, 1, 2])
  })
})
