import { describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import type { GraphElements, Point } from '../elements/elements.ts'
import { isInside } from '../geometry/hull.ts'
import { computeHulls } from '../painting/scene.ts'
import { smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'
import { bubbleLayout } from './bubble-layout.ts'

function overlaps(elements: GraphElements, positions: ReadonlyMap<string, Point>): string[] {
  const placed = elements.nodes.map((node) => ({ node, at: positions.get(node.id) ?? { x: Number.NaN, y: Number.NaN } }))
  return placed.flatMap((a, i) =>
    placed
      .slice(0, i)
      .filter((b) => !(Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y) >= a.node.radius + b.node.radius))
      .map((b) => `${a.node.id} on ${b.node.id}`),
  )
}

describe('bubble layout', () => {
  const elements = buildElements(smallStory(), null)
  const positions = bubbleLayout(elements)

  it('places every node without overlaps', () => {
    expect(positions.size).toBe(elements.nodes.length)
    expect(overlaps(elements, positions)).toEqual([])
  })

  it('is deterministic', () => {
    expect(bubbleLayout(buildElements(smallStory(), null))).toEqual(positions)
  })

  it('keeps other nodes out of the hulls of clusters', () => {
    for (const [id, hull] of computeHulls(elements, positions)) {
      const inside = elements.nodes.filter((node) => isInside(hull, positions.get(node.id) ?? { x: 0, y: 0 }))
      expect(inside.map((node) => node.cluster)).toEqual(inside.map(() => id))
    }
  })

  it('puts pools and exchanges to the right', () => {
    const rightmost = Math.max(
      ...elements.nodes.filter((node) => node.kind === 'wallet').map((node) => (positions.get(node.id)?.x ?? 0) + node.radius),
    )
    for (const id of ['pool', 'exchange']) {
      expect((positions.get(id)?.x ?? 0) - (elements.nodeById.get(id)?.radius ?? 0)).toBeGreaterThan(rightmost)
    }
  })

  it('puts the funder of the others in the middle of its cluster', () => {
    const distance = (id: string): number => {
      const [at, middle] = [positions.get(id), positions.get('funder')]
      return Math.hypot((at?.x ?? 0) - (middle?.x ?? 0), (at?.y ?? 0) - (middle?.y ?? 0))
    }
    for (const id of ['a1', 'a2', 'a3']) {
      const gap = distance(id) - (elements.nodeById.get(id)?.radius ?? 0) - (elements.nodeById.get('funder')?.radius ?? 0)
      expect(gap, id).toBeCloseTo(22, 3)
    }
  })

  it('puts small wallets outside of the clusters', () => {
    const reach = (ids: readonly string[]): number =>
      ids.reduce((sum, id) => sum + Math.hypot(positions.get(id)?.x ?? 0, positions.get(id)?.y ?? 0), 0) / ids.length
    const loners = elements.nodes.filter((node) => node.id.startsWith('loner')).map((node) => node.id)
    expect(reach(loners)).toBeGreaterThan(reach(['whale', 'a1', 'a2', 'a3', 'b1', 'b2']))
  })

  it.each([1, 2, 40])('packs %d wallets without clusters', (count) => {
    const lone = buildElements(snapshotOf(Array.from({ length: count }, (_, i) => wallet(`w${i}`, 30 / (i + 1)))), null)
    expect(overlaps(lone, bubbleLayout(lone))).toEqual([])
  })
})
