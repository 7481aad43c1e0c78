import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import type { Point } from '../elements/elements.ts'
import { isInside } from '../geometry/hull.ts'
import { computeHulls } from '../painting/scene.ts'
import { link, smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'
import { packOnPage } from './packing.ts'
import { withPins } from './restore-positions.ts'
import { timeLayout } from './time-layout.ts'
import { readScale, timeScale } from './time-scale.ts'

const LAUNCH = 1_700_000_000

/** Two clusters at different hours, many wallets in one minute, one wallet a year later, one without a time. */
const story = snapshotOf(
  [
    ...[0, 60, 120].map((after, i) => wallet(`a${i}`, 4 - i, { cluster: 0, first_seen: LAUNCH + after })),
    ...[90_000, 90_060].map((after, i) => wallet(`b${i}`, 1, { cluster: 1, first_seen: LAUNCH + after })),
    ...Array.from({ length: 60 }, (_, i) => wallet(`crowd${i}`, 0.1, { first_seen: LAUNCH + 600 + i })),
    wallet('late', 2, { first_seen: LAUNCH + 31_536_000 }),
    wallet('timeless', 0.5),
    wallet('byLink', 0.5),
    wallet('pool', 9, { tag: 'liquidity_pool' }),
  ],
  [link('byLink', 'pool', { first_time: LAUNCH + 30 })],
)

describe('the layout by time', () => {
  const elements = buildElements(story, null)
  const positions = packOnPage('time', elements) ?? new Map<string, Point>()
  const x = (id: string): number => positions.get(id)?.x ?? Number.NaN

  it('puts later wallets further right and compresses long gaps', () => {
    expect(x('a0')).toBeLessThan(x('crowd30'))
    expect(x('crowd30')).toBeLessThan(x('b0'))
    expect(x('b0')).toBeLessThan(x('late'))
    expect(x('late') - x('b0')).toBeLessThan(3 * (x('b0') - x('a0')))
  })

  it('uses the first link where first seen is unknown', () => {
    expect(x('byLink')).toBeGreaterThan(x('a0') - 30)
    expect(x('byLink')).toBeLessThan(x('b0'))
  })

  it('puts wallets without a time left of the axis', () => {
    expect(readScale(elements)?.timelessX).toBe(x('timeless'))
    expect(x('timeless')).toBeLessThan(Math.min(...elements.nodes.filter((node) => node.since !== null).map((node) => x(node.id))))
  })

  it('has no overlaps, and no other node inside a hull', () => {
    const nodes = elements.nodes.map((node) => ({ node, at: positions.get(node.id) ?? { x: Number.NaN, y: 0 } }))
    for (const [i, a] of nodes.entries()) {
      for (const b of nodes.slice(0, i)) expect(Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y)).toBeGreaterThanOrEqual(a.node.radius + b.node.radius)
    }
    for (const [id, hull] of computeHulls(elements, positions)) {
      const inside = nodes.filter(({ at }) => isInside(hull, at))
      expect(inside.map(({ node }) => node.cluster)).toEqual(inside.map(() => id))
    }
  })

  it('spreads nodes of one minute sideways in proportion to their distance from the row', () => {
    const sameMinute = buildElements(snapshotOf(Array.from({ length: 250 }, (_, i) => wallet(`c${i}`, 0.1, { first_seen: LAUNCH }))), null)
    const places = [...timeLayout(sameMinute).positions.values()]
    const [xs, ys] = [places.map((at) => at.x), places.map((at) => at.y)]
    const [middle, row] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
    const [wide, high] = [Math.max(...xs) - middle, Math.max(...ys) - row]
    expect(wide).toBeGreaterThan(0)
    expect(wide).toBeLessThan(0.2 * high)
    for (const at of places) expect(Math.hypot((at.x - middle) / wide, (at.y - row) / high)).toBeLessThan(1.15)
  })

  it('labels times at which wallets were first seen, in order', () => {
    const times = (readScale(elements)?.scale.ticks ?? []).map((tick) => tick.time)
    expect(times.length).toBeGreaterThan(2)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.every((time) => elements.nodes.some((node) => node.since === time))).toBe(true)
  })

  it('has no axis where no times are known, and still places all', () => {
    const untimed = buildElements(smallStory(), null)
    expect(timeScale(untimed.nodes, 1000)).toBeNull()
    expect(timeLayout(untimed).positions.size).toBe(untimed.nodes.length)
  })

  it('keeps only pinned positions between snapshots', () => {
    const placed = withPins(positions, new Map(elements.nodes.map((node) => [node.id, { x: 1, y: 2 }])), new Set(['late']))
    expect(placed.get('late')).toMatchObject({ x: 1, y: 2 })
    expect(placed.get('a0')).toEqual(positions.get('a0'))
  })
})
