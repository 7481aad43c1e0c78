import { describe, expect, it } from 'vitest'
import type { GraphChange } from './graph.ts'
import { describeGraphChange } from './graph-text.ts'

const key = { network: 'eth', token_address: '0x1111111111111111111111111111111111111111' } as const
const node = 'group:0x2222222222222222222222222222222222222222'
const pin = { node, x: 1, y: 2, from: null }

describe('a step in the graph, in words', () => {
  it.each<[GraphChange, string]>([
    [{ ...key, part: 'graph_set', set: 'hidden', nodes: [node], before: false, after: true }, 'Hid 0x222…222 of 0x111…111'],
    [{ ...key, part: 'graph_set', set: 'hidden', nodes: ['a', 'b'], before: true, after: false }, 'Showed 2 wallets of 0x111…111'],
    [{ ...key, part: 'graph_set', set: 'grouped', nodes: ['a'], before: false, after: true }, 'Drew 1 cluster of 0x111…111 as one'],
    [{ ...key, part: 'graph_set', set: 'grouped', nodes: ['a', 'b'], before: true, after: false }, 'Expanded 2 clusters of 0x111…111'],
    [{ ...key, part: 'pins', before: [], after: [pin] }, 'Pinned 0x222…222 of 0x111…111'],
    [{ ...key, part: 'pins', before: [pin], after: [{ ...pin, x: 2 }] }, 'Moved 0x222…222 of 0x111…111'],
    [{ ...key, part: 'pins', before: [pin], after: [] }, 'Unpinned 0x222…222 of 0x111…111'],
    [{ part: 'thresholds', before: {}, after: { 'cluster.accept': 0.8 } }, 'Tried the threshold cluster.accept at 0.8'],
    [{ part: 'thresholds', before: { a: 1, b: 2 }, after: { b: 2 } }, 'Took back the threshold a'],
    [{ part: 'thresholds', before: { a: 1 }, after: { b: 2 } }, 'Tried 2 thresholds'],
    [{ part: 'thresholds', before: { a: 1 }, after: {} }, 'Ended the trial of thresholds'],
  ])('%#', (change, text) => expect(describeGraphChange(change)).toBe(text))
})
