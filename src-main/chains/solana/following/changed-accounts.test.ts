import { expect, test } from 'vitest'
import { ChangedAccounts } from './changed-accounts.ts'

test('counts announcements beyond the limit, and still updates the slot of a known account', () => {
  const changed = new ChangedAccounts()
  for (let i = 0; i < 50_002; i++) changed.add(`account ${i}`, 7)
  changed.add('account 0', 8)
  expect(changed.lost).toBe(2)
  expect(changed.take(7).size).toBe(49_999)
  expect([...changed.take(8)]).toEqual([['account 0', 8]])
})
