import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, textColorOn, mixColors, toHex } from '../theme/color.ts'
import { enclose } from './enclose.ts'
import { convexHull, hullOf, isInside } from './hull.ts'
import { packCircles } from './pack-circles.ts'

const radii = fc.array(fc.double({ min: 1, max: 90, noNaN: true }), { minLength: 1, maxLength: 120 })
const SEED = { seed: 20_250_407, numRuns: 60 }

describe('packing circles', () => {
  it('never puts one on another, whatever their order', () => {
    fc.assert(
      fc.property(radii, (list) => {
        const spots = packCircles(list)
        for (const [i, a] of spots.entries()) {
          for (const [j, b] of spots.slice(0, i).entries()) {
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual((list[i] ?? 0) + (list[j] ?? 0) - 1e-3)
          }
        }
      }),
      SEED,
    )
  })

  it('wastes little area with equal circles', () => {
    const spots = packCircles(Array.from({ length: 400 }, () => 5))
    const reach = Math.max(...spots.map(({ x, y }) => Math.hypot(x, y))) + 5
    const filled = (400 * 25) / (reach * reach)
    expect(filled).toBeGreaterThan(0.75)
  })

  it('spreads sideways with an aspect above 1', () => {
    const spots = packCircles(
      Array.from({ length: 200 }, () => 5),
      2,
    )
    const [wide, high] = [Math.max(...spots.map(({ x }) => x)), Math.max(...spots.map(({ y }) => y))]
    expect(wide / high).toBeGreaterThan(1.6)
  })
})

describe('a circle around circles', () => {
  it('encloses them all', () => {
    fc.assert(
      fc.property(radii, (list) => {
        const circles = packCircles(list).map((spot, i) => ({ ...spot, r: list[i] ?? 0 }))
        const around = enclose(circles)
        for (const { x, y, r } of circles) expect(Math.hypot(x - around.x, y - around.y) + r).toBeLessThanOrEqual(around.r + 1e-6)
      }),
      SEED,
    )
  })
})

describe('hulls', () => {
  it('are the corners of a square, not what lies inside', () => {
    const hull = convexHull([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
      { x: 1, y: 1 },
    ])
    expect(hull).toHaveLength(4)
    expect(isInside(hull, { x: 1, y: 1 })).toBe(true)
    expect(isInside(hull, { x: 3, y: 1 })).toBe(false)
  })

  it('keep their distance from the circles', () => {
    const hull = hullOf([{ x: 0, y: 0, r: 10 }], 5)
    for (const { x, y } of hull) expect(Math.hypot(x, y)).toBeCloseTo(15)
    expect(hullOf([], 5)).toEqual([])
  })

  it('are those of all corners of all circles, counter-clockwise', () => {
    const circle = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }), r: fc.integer({ min: 1, max: 60 }) })
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 30 }), (circles) => {
        const corners = circles.flatMap(({ x, y, r }) =>
          Array.from({ length: 24 }, (_, i) => ({ x: x + Math.cos((i * Math.PI) / 12) * (r + 5), y: y + Math.sin((i * Math.PI) / 12) * (r + 5) })),
        )
        const [ours, known] = [hullOf(circles, 5), convexHull(corners)]
        expect(areaOf(ours)).toBeCloseTo(areaOf(known), 3)
        for (const { x, y } of ours) expect(corners.some((corner) => Math.hypot(corner.x - x, corner.y - y) < 1e-6)).toBe(true)
      }),
      SEED,
    )
  })
})

/** Positive for a counter-clockwise outline. */
function areaOf(outline: readonly { x: number; y: number }[]): number {
  return outline.reduce((sum, { x, y }, i) => {
    const next = outline[(i + 1) % outline.length] ?? { x, y }
    return sum + (x * next.y - next.x * y) / 2
  }, 0)
}

describe('colours', () => {
  it('are parsed from every form CSS returns', () => {
    expect([' #AbC ', '#0f6fb5', 'rgb(15 111 181)', 'rgba(15, 111, 181, 0.5)', 'teal'].map((css) => toHex(css, '#000000'))).toEqual([
      '#aabbcc',
      '#0f6fb5',
      '#0f6fb5',
      '#0f6fb5',
      '#000000',
    ])
  })

  it('are mixed, and get a readable text colour', () => {
    expect(mixColors('#ffffff', '#000000', 0.5)).toBe('#808080')
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
    expect([textColorOn('#0e24a3'), textColorOn('#b0ee65')]).toEqual(['#ffffff', '#0e1013'])
  })
})
