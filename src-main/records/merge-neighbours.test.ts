import { expect, it } from 'vitest'
import type { Label } from '../../src-shared/domain/labels.ts'
import { mergeNeighbours } from './merge-neighbours.ts'

const link = {
  ...{ source: 'me', target: 'other', kind: 'transfer' as const, token: 'self', forward: 1, backward: 0, forward_count: 1, backward_count: 0 },
  ...{ first_time: null, last_time: null, evidence: [] },
}

it('names a neighbour by what any token knows', () => {
  const list = (token: string, label: string | null, ...tags: Label[]) => ({
    token,
    neighbours: [{ address: 'other', label, tags, is_holder: true, percentage: 1, cluster: null, links: [link] }],
  })
  const [merged] = mergeNeighbours('me', [list('newest', null, 'wallet'), list('older', 'Binance 1', 'exchange')])
  expect(merged).toMatchObject({ address: 'other', label: 'Binance 1', tags: ['exchange', 'wallet'], tokens: ['newest', 'older'], sent: 2 })
})
