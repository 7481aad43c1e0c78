import { expect, it } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { accountsAt, eventsOf, GOT, HELD, MINT, PAID, STRANGER, TRADER, UNKNOWN_PROGRAM } from '../testing/exchange.ts'
import type { Called } from '../testing/swap-answer.ts'
import { key } from '../../programs/testing/anchor-events.ts'
import { UnreadSwaps } from './unread-swaps.ts'

const undecoded: Called = { signers: [STRANGER], program: UNKNOWN_PROGRAM, accounts: accountsAt(4), data: '01', held: HELD, payments: [PAID, GOT] }

function summaryOf(token: string, ...transactions: readonly Called[]): string[] {
  const unread = new UnreadSwaps(trustedAddress(token))
  for (const called of transactions) unread.add(eventsOf(called))
  return unread.summary()
}

it('counts the transactions that exchange the token without being decoded', () => {
  expect(summaryOf(MINT, undecoded, undecoded)).toEqual([
    'Trades may be missing: 2 transactions may have traded the token in a way that is not decoded.',
  ])
})

it('does not count exchanges of other tokens, payments, and trades that are decoded', () => {
  expect(summaryOf(key(60), undecoded)).toEqual([])
  expect(summaryOf(MINT, { ...undecoded, payments: [PAID] }, { ...undecoded, signers: [TRADER] })).toEqual([])
})
