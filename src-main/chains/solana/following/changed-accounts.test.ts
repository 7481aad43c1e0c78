import { expect, test } from 'vitest'
import { ChangedAccounts } from './changed-accounts.ts'

test('counts announcements beyond the limit, and still adds the states of a known account', () => {
  const changed = new ChangedAccounts()
  for (let i = 0; i < 50_002; i++) changed.add(`account ${i}`, { slot: 7, raw: 1n })
  changed.add('account 0', { slot: 8, raw: 2n })
  expect(changed.lost).toBe(2)
  expect(changed.take(7).size).toBe(50_000)
  expect([...changed.take(8)]).toEqual([['account 0', [{ slot: 8, raw: 2n }]]])
})

test('has the newest states of an account that changes often', () => {
  const changed = new ChangedAccounts()
  for (let slot = 1; slot <= 100; slot++) changed.add('vault', { slot, raw: null })
  expect([...(changed.take(90).get('vault') ?? [])].map(({ slot }) => slot)).toEqual([85, 86, 87, 88, 89, 90])
  expect(changed.take(100).get('vault')).toHaveLength(10)
})
