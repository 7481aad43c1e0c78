import { beforeEach, describe, expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { intersect, isInside } from '../geometry/hull.ts'
import { computeHulls } from '../painting/scene.ts'
import { smallStory, snapshotOf, wallet } from '../testing/story.fixture.ts'
import { readArrangement, writeArrangement } from './arrangement-storage.ts'
import { bubbleLayout } from './bubble-layout.ts'
import { startForce } from './force.ts'
import { forceInput } from './force-input.ts'
import { restorePositions } from './restore-positions.ts'
import { anchorsOf, NO_POSITIONS, updateSavedPositions, type SavedPosition } from './saved-positions.ts'
import { serviceColumn } from './service-column.ts'

const elements = buildElements(smallStory(), null)
const packed = bubbleLayout(elements)

function movedPositions(): Map<string, SavedPosition> {
  const anchors = anchorsOf(elements, NO_POSITIONS)
  return new Map([...packed].map(([id, { x, y }]) => [id, { x: x + 7, y: y - 3, anchor: anchors.get(id) ?? '' }]))
}

describe('positions between snapshots', () => {
  it('stay for wallets that were in the snapshot before', () => {
    const placed = restorePositions(elements, movedPositions())
    expect(placed?.get('a1')).toEqual({ x: (packed.get('a1')?.x ?? 0) + 7, y: (packed.get('a1')?.y ?? 0) - 3 })
  })

  it('are free positions near their cluster for new wallets', () => {
    const next = buildElements(snapshotOf([...smallStory().nodes, wallet('a4', 0.5, { cluster: 0 })], smallStory().links), null)
    const placed = restorePositions(next, movedPositions())
    const at = placed?.get('a4')
    const distances = next.nodes
      .filter((node) => node.id !== 'a4')
      .map((node) => {
        const other = placed?.get(node.id)
        return Math.hypot((at?.x ?? 0) - (other?.x ?? 0), (at?.y ?? 0) - (other?.y ?? 0)) - node.radius
      })
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(next.nodeById.get('a4')?.radius ?? 0)
    expect(placed?.get('b1')).toEqual({ x: (packed.get('b1')?.x ?? 0) + 7, y: (packed.get('b1')?.y ?? 0) - 3 })
  })

  it('keep a new cluster together and clear of all known nodes', () => {
    const newcomers = ['n1', 'n2', 'n3'].map((id) => wallet(id, 1, { cluster: 2 }))
    const next = buildElements(snapshotOf([...smallStory().nodes, ...newcomers], smallStory().links), null)
    const placed = restorePositions(next, movedPositions()) ?? new Map()
    for (const [id, hull] of computeHulls(next, placed)) {
      const inside = next.nodes.filter((node) => isInside(hull, placed.get(node.id) ?? { x: 0, y: 0 }))
      expect(inside.map((node) => node.cluster)).toEqual(inside.map(() => id))
    }
    expect(next.nodes.filter((node) => !placed.has(node.id))).toEqual([])
  })

  it('change for clusters that merge, split and trade members, so that no hull crosses another or covers another node; all others stay', () => {
    const manyWallets = (groupOf: (n: number) => number | null) =>
      buildElements(
        snapshotOf(
          Array.from({ length: 150 }, (_, n) => wallet(`w${n}`, 3 / (n + 4), { cluster: groupOf(n) })),
          [],
        ),
        null,
      )
    const before = manyWallets((n) => (n < 100 ? n % 10 : null))
    const anchors = anchorsOf(before, NO_POSITIONS)
    const saved = new Map([...bubbleLayout(before)].map(([id, at]) => [id, { ...at, anchor: anchors.get(id) ?? '' }]))
    // Cluster 1 joins 0. 2 splits. 3 and 4 swap halves. Single wallets enter 5 or form 11. One wallet leaves 6. 7, 8 and 9 are unchanged.
    const regrouped = (n: number): number | null => {
      const group = n % 10
      if (n >= 145) return 11
      if (n >= 140) return 5
      if (n >= 100 || n === 16) return null
      if (group === 1) return 0
      if (group === 2 && n < 50) return 10
      return (group === 3 || group === 4) && n < 50 ? 7 - group : group
    }
    const after = manyWallets(regrouped)
    const placed = restorePositions(after, saved) ?? new Map()
    const hulls = [...computeHulls(after, placed)]
    expect(hulls).toHaveLength(11)
    for (const [id, hull] of hulls) {
      expect(hulls.filter(([other, outline]) => other !== id && intersect(hull, outline))).toEqual([])
      const inside = after.nodes.filter((node) => isInside(hull, placed.get(node.id) ?? { x: 0, y: 0 }))
      expect(inside.map((node) => node.cluster)).toEqual(inside.map(() => id))
    }
    const steady = after.nodes.filter(({ id, cluster }) => (cluster === null ? id !== 'w16' : cluster >= 7 && cluster <= 9))
    for (const { id } of steady) expect({ id, ...placed.get(id) }).toMatchObject({ id, x: saved.get(id)?.x, y: saved.get(id)?.y })
  })

  it('stay for a cluster whose first member is missing in between', () => {
    const whole = Array.from({ length: 40 }, (_, n) => wallet(`w${n}`, 40 - n, { cluster: n < 20 ? n % 2 : null }))
    const [all, without] = [whole, whole.slice(1)].map((nodes) => buildElements(snapshotOf(nodes, []), null))
    if (all === undefined || without === undefined) throw new Error('There are two.')
    const first = updateSavedPositions(NO_POSITIONS, all, bubbleLayout(all))
    const meanwhile = updateSavedPositions(first, without, restorePositions(without, first) ?? new Map())
    const back = restorePositions(all, meanwhile)
    expect(back).toEqual(new Map([...first].map(([id, { x, y }]) => [id, { x, y }])))
  })

  it('are packed again when most wallets are new', () => {
    expect(restorePositions(elements, new Map([['a1', { x: 0, y: 0, anchor: 'a1' }]]))).toBeNull()
  })
})

describe('a saved arrangement', () => {
  let storage: Storage
  beforeEach(() => {
    storage = memoryStorage()
  })

  it('is read as it was written, in whole units', () => {
    writeArrangement(
      storage,
      'sol:T',
      { layout: 'force', grouped: ['w0'], pinned: ['a1'], positions: new Map([['a1', { x: 1.6, y: -2.2, anchor: 'a1' }]]) },
      5,
    )
    expect(readArrangement(storage, 'sol:T')).toEqual({
      layout: 'force',
      grouped: ['w0'],
      pinned: ['a1'],
      positions: new Map([['a1', { x: 2, y: -2, anchor: 'a1' }]]),
    })
  })

  it('is kept for the six tokens used last', () => {
    for (let i = 0; i < 9; i++) writeArrangement(storage, `sol:T${i}`, { layout: 'bubbles', grouped: [], pinned: [], positions: new Map() }, i)
    expect([0, 2, 3, 8].map((i) => readArrangement(storage, `sol:T${i}`) !== null)).toEqual([false, false, true, true])
  })

  it('is null where the stored text cannot be read', () => {
    storage.setItem('holderscope.positions.sol:T', '{broken')
    expect(readArrangement(storage, 'sol:T')).toBeNull()
    expect(readArrangement(storage, 'sol:none')).toBeNull()
  })
})

describe('force layout', () => {
  const run = (): Float32Array => {
    const force = startForce(...inputOf())
    let steps = 0
    while (force.step()) steps++
    expect(steps).toBeLessThan(299)
    return force.positions()
  }
  const inputOf = (): Parameters<typeof startForce> => {
    const { bodies, springs } = forceInput(elements, packed, new Set(['whale']))
    return [bodies, springs]
  }

  it('comes to rest, at the same positions every time', () => {
    expect(run()).toEqual(run())
  })

  it('keeps pinned wallets where they are and leaves pools out', () => {
    const { ids } = forceInput(elements, packed, new Set(['whale']))
    expect(ids).not.toContain('pool')
    const positions = run()
    const whale = ids.indexOf('whale')
    expect(positions[2 * whale]).toBeCloseTo(packed.get('whale')?.x ?? 0, 2)
  })

  it('puts no wallet on another', () => {
    const { bodies } = forceInput(elements, packed, new Set(['whale']))
    const positions = run()
    const at = (i: number): [number, number] => [positions[2 * i] ?? 0, positions[2 * i + 1] ?? 0]
    for (const [i, a] of bodies.entries()) {
      for (const [j, b] of bodies.slice(0, i).entries()) {
        const [[x, y], [u, v]] = [at(i), at(j)]
        expect(Math.hypot(x - u, y - v)).toBeGreaterThan((a.r + b.r) * 0.9)
      }
    }
  })
})

describe('the column of services', () => {
  it('breaks into columns and never overlaps', () => {
    const column = serviceColumn(
      Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, radius: 40 - i })),
      500,
    )
    expect(new Set(column.map(({ x }) => x)).size).toBeGreaterThan(1)
    for (const [i, a] of column.entries()) {
      for (const [j, b] of column.slice(0, i).entries()) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40 - i + 40 - j)
    }
  })
})

/** The part of the browser's storage that the code uses: its keys are own properties. */
function memoryStorage(): Storage {
  const values: Record<string, unknown> = {}
  return Object.defineProperties(values, {
    getItem: { value: (key: string) => values[key] ?? null },
    setItem: {
      value: (key: string, value: string) => {
        values[key] = value
      },
    },
    removeItem: { value: (key: string) => Reflect.deleteProperty(values, key) },
  }) as unknown as Storage
}
