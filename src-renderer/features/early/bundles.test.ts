import { expect, it } from 'vitest'
import { mergeSingles } from './bundles.ts'
import { bundleText } from './early-text.ts'

const FIGURES = { bought_pct: 4.1, spent: 12.3, held_pct: 2 }

it('merges single wallets by block and reason, and numbers bundles', () => {
  const drawn = mergeSingles([
    { id: 0, slot: 5, reason: 'same_tx', wallets: ['a', 'b'], tx: ['t0'], ...FIGURES },
    { id: 1, slot: 5, reason: 'same_slot_as_pool', wallets: ['c'], tx: ['t1'], ...FIGURES },
    { id: 2, slot: 5, reason: 'same_slot_as_pool', wallets: ['d'], tx: ['t2'], ...FIGURES },
    { id: 3, slot: 6, reason: 'same_slot_as_pool', wallets: ['e'], tx: ['t3'], ...FIGURES },
    { id: 4, slot: 6, reason: 'same_funder', wallets: ['e', 'f'], tx: ['t3', 't4'], ...FIGURES },
  ])
  expect(drawn.map(({ id, wallets, number }) => [id, wallets, number])).toEqual([
    [0, ['a', 'b'], 1],
    [1, ['c', 'd'], null],
    [3, ['e'], null],
    [4, ['e', 'f'], 2],
  ])
})

it('a bundle states what it bought, what it paid and what it still holds', () => {
  expect(bundleText(FIGURES, 'SOL')).toBe('bought 4.10 % for 12.3 SOL, 2.00 % still held')
  expect(bundleText({ ...FIGURES, spent: null }, 'SOL')).toBe('bought 4.10 % for an unknown amount, 2.00 % still held')
})
