import { describe, expect, it } from 'vitest'
import { decodeSolanaAnswer } from '../answers.ts'
import { accountsAt, GOT, HELD, PAID, STRANGER, TRADER, tradesOf, UNKNOWN_PROGRAM, warningsOf } from '../testing/exchange.ts'
import { swapAnswer, type Called } from '../testing/swap-answer.ts'

describe('a program without a decoder', () => {
  const called: Called = { signers: [STRANGER], program: UNKNOWN_PROGRAM, accounts: accountsAt(4), data: '01', held: HELD, payments: [PAID, GOT] }

  it('that takes one token and gives another is warned about', () => {
    expect([tradesOf(called), warningsOf(called)]).toEqual([[], ['exchange_undecoded']])
  })

  it('is not if it only takes, or if the trade is inferred from balances', () => {
    expect(warningsOf({ ...called, payments: [PAID] })).toEqual([])
    const known = { ...called, signers: [TRADER] }
    expect([tradesOf(known), warningsOf(known)]).toMatchObject([[{ source: 'balances', tokenIn: { raw: 700n } }], []])
  })

  it.each([
    ['Meteora DLMM', 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', '5c04b0c177b95309'],
    ['Orca', 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'bfa9e00b83139efd'],
  ])('and a position on %s that is moved to other prices trade nothing', (_exchange, program, data) => {
    for (const signers of [[TRADER], [STRANGER]])
      expect([tradesOf({ ...called, signers, program, data }), warningsOf({ ...called, signers, program, data })]).toEqual([[], []])
  })

  it('may have moved anything where the node recorded no inner instructions', () => {
    const answer = swapAnswer(called)
    const unrecorded = { ...answer, meta: { ...(answer['meta'] as object), innerInstructions: null } }
    const { events } = decodeSolanaAnswer(unrecorded)
    expect(events).toMatchObject([{ kind: 'decode_warning', code: 'inner_not_recorded' }])
  })
})
