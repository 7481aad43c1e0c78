import { expect, it } from 'vitest'
import type { SnapshotLink } from '../../src-shared/contract/records/snapshot.ts'
import type { Label } from '../../src-shared/domain/labels.ts'
import { mergeNeighbours } from './merge-neighbours.ts'

const link: SnapshotLink = {
  ...{ source: 'me', target: 'other', kind: 'transfer', token: 'self', forward: 1, backward: 0, forward_count: 1, backward_count: 0 },
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

it('adds up what went each way, each coin once, and sorts people before services', () => {
  const own = (address: string, links: readonly Partial<SnapshotLink>[], ...tags: Label[]) => ({
    ...{ address, label: null, tags, is_holder: true, percentage: 1, cluster: null },
    links: links.map((one) => ({ ...link, target: address, ...one })),
  })
  const coin = { token: 'native', forward_count: 7, first_time: 3, last_time: 30 }
  const list = mergeNeighbours('me', [
    {
      token: 'A',
      neighbours: [
        own('b', [{ forward_count: 2, backward_count: 1, first_time: 5, last_time: 9 }, coin]),
        own('c', [{ forward_count: 12 }]),
        own('d', [{ forward_count: 12 }]),
        own('pool', [{ forward_count: 99 }], 'liquidity_pool'),
        own('contract', [{ forward_count: 98 }], 'smart_contract'),
        own('still', [{ kind: 'same_tx', forward_count: 5 }]),
        own('uncounted', [{ forward: 3, forward_count: null, backward_count: 4 }]),
        own('payer', [{ source: 'a', target: 'me', forward_count: 3, backward_count: 1 }]),
      ],
    },
    {
      token: 'B',
      neighbours: [
        own('b', [
          { forward_count: 4, first_time: 1, last_time: 2 },
          { ...coin, forward_count: 6 },
        ]),
      ],
    },
  ])
  expect(list.map((one) => [one.address, one.tokens.join(''), one.sent, one.received, one.first, one.last])).toEqual([
    ['b', 'AB', 13, 1, 1, 30],
    ['c', 'A', 12, 0, null, null],
    ['d', 'A', 12, 0, null, null],
    ['payer', 'A', 1, 3, null, null],
    ['uncounted', 'A', null, 4, null, null],
    ['pool', 'A', 99, 0, null, null],
    ['contract', 'A', 98, 0, null, null],
  ])
})
