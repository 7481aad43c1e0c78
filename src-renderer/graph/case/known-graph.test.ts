import { describe, expect, it } from 'vitest'
import { graphDifference, knownGraph, pinMoves, shownGraph } from './known-graph.ts'

const at = (x: number, y: number) => ({ x, y })
const pin = (node: string, x: number, y: number, from: { x: number; y: number } | null = null) => ({ node, x, y, from })

describe('what the graph shows beside what the case has', () => {
  const known = knownGraph({ hidden: ['a', 'b'], grouped: ['g'], pinned: [pin('p', 10, 10, at(0, 0)), pin('q', 5, 5)] })
  const positions = new Map([
    ['p', at(10.4, 10)],
    ['q', at(50.2, 5)],
    ['r', at(-0.2, 7)],
  ])

  it('is a step with what was added and removed, and only pins that moved', () => {
    const view = { hidden: new Set(['b', 'c']), grouped: new Set<string>(), pinned: new Set(['p', 'q', 'r']) }
    const now = shownGraph(view, known, positions, new Map([['r', at(2.6, 3)]]))
    expect(graphDifference(known, now)).toEqual({
      hide: ['c'],
      show: ['a'],
      expand: ['g'],
      pin: [pin('q', 50, 5), pin('r', 0, 7, at(3, 3))],
    })
  })

  it('is no step where nothing differs, or where a pinned wallet is not in the snapshot', () => {
    const view = { hidden: new Set(['b', 'a']), grouped: new Set(['g']), pinned: new Set(['q', 'p']) }
    expect(graphDifference(known, shownGraph(view, known, new Map([['p', at(10, 10)]]), new Map()))).toBeNull()
  })

  it('moves pins to their places, and those that were taken back to where they came from', () => {
    const wanted = knownGraph({ hidden: [], grouped: [], pinned: [pin('q', 5, 5)] })
    expect(pinMoves(known, wanted, positions)).toEqual(
      new Map([
        ['p', at(0, 0)],
        ['q', at(5, 5)],
      ]),
    )
    expect(pinMoves(known, known, new Map([['p', at(10, 11)]]))).toEqual(new Map())
  })
})
