import { expect, it } from 'vitest'
import { mergeSingles } from './bundles.ts'

it('merges single wallets by block and reason, and keeps bundles', () => {
  const drawn = mergeSingles([
    { id: 0, slot: 5, reason: 'same_tx', wallets: ['a', 'b'], tx: ['t0'] },
    { id: 1, slot: 5, reason: 'same_slot_as_pool', wallets: ['c'], tx: ['t1'] },
    { id: 2, slot: 5, reason: 'same_slot_as_pool', wallets: ['d'], tx: ['t2'] },
    { id: 3, slot: 6, reason: 'same_slot_as_pool', wallets: ['e'], tx: ['t3'] },
  ])
  expect(drawn.map(({ id, wallets, numbered }) => [id, wallets, numbered])).toEqual([
    [0, ['a', 'b'], true],
    [1, ['c', 'd'], false],
    [3, ['e'], false],
  ])
})
