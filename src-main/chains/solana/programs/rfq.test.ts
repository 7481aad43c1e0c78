import { describe, expect, it } from 'vitest'
import { accountsAt, MINT, OTHER, TRADER, TRADER_GETS, TRADER_PAYS, tradesOf, UNKNOWN_PROGRAM, warningsOf } from '../decode/testing/exchange.ts'
import { u64, type Called, type HeldAccount, type Payment } from '../decode/testing/swap-answer.ts'
import { WRAPPED_SOL } from '../encoding/addresses.ts'
import { key } from './testing/anchor-events.ts'

describe('a fill of a request for quotes', () => {
  const [MAKER, MAKER_GETS, MAKER_PAYS, PROGRAM] = [key(6), key(15), key(16), '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH']
  const held: readonly HeldAccount[] = [
    { address: TRADER_PAYS, mint: MINT, owner: TRADER },
    { address: TRADER_GETS, mint: OTHER, owner: TRADER },
    { address: MAKER_GETS, mint: MINT, owner: MAKER },
    { address: MAKER_PAYS, mint: OTHER, owner: MAKER },
  ]
  const fill = (paid: bigint, got: bigint): string => `a860b7a35c0a28a0${Buffer.concat([u64(paid), u64(got), u64(1_770_000_000n)]).toString('hex')}`
  /** taker, maker, both accounts of the input, both of the output, the mints with their programs (IDL cited in rfq.ts). */
  const accountsOf = (takerOutput: string, output: string): string[] =>
    accountsAt(11, { 0: TRADER, 1: MAKER, 2: TRADER_PAYS, 3: MAKER_GETS, 4: takerOutput, 5: MAKER_PAYS, 6: MINT, 8: output })
  const payments: readonly Payment[] = [
    { from: TRADER_PAYS, to: MAKER_GETS, raw: 700n },
    { from: MAKER_PAYS, to: TRADER_GETS, raw: 30n },
  ]

  it('is one trade of the taker, whom the maker’s signature makes no seller', () => {
    const called = { signers: [MAKER, TRADER], program: PROGRAM, accounts: accountsOf(TRADER_GETS, OTHER), data: fill(700n, 30n), held, payments }
    expect(tradesOf(called)).toMatchObject([
      { dex: 'jupiterz', pool: null, signer: TRADER, receiver: TRADER, tokenIn: { token: MINT, raw: 700n }, tokenOut: { token: OTHER, raw: 30n } },
    ])
    expect(warningsOf({ ...called, data: fill(700n, 31n) })).toEqual(['swap_unread'])
  })

  it('pays out SOL that the maker unwraps', () => {
    const unwrapped = key(17)
    const inSol = held.map((account) => (account.mint === OTHER ? { ...account, mint: WRAPPED_SOL } : account))
    const called: Called = {
      signers: [MAKER, TRADER],
      program: PROGRAM,
      accounts: accountsOf(PROGRAM, WRAPPED_SOL),
      data: fill(700n, 30n),
      held: [...inSol, { address: unwrapped, mint: WRAPPED_SOL, owner: MAKER }],
      payments: [
        { from: TRADER_PAYS, to: MAKER_GETS, raw: 700n },
        { from: MAKER_PAYS, to: unwrapped, raw: 30n },
        { from: MAKER, to: TRADER, raw: 30n, inSol: true },
      ],
    }
    expect(tradesOf(called)).toMatchObject([{ receiver: TRADER, tokenIn: { token: MINT, raw: 700n }, tokenOut: { token: WRAPPED_SOL, raw: 30n } }])
  })

  it('of an unknown program is one trade too, of the signer who pays no fee', () => {
    const called = { signers: [MAKER, TRADER], program: UNKNOWN_PROGRAM, accounts: accountsOf(TRADER_GETS, OTHER), data: '01', held, payments }
    expect(tradesOf(called)).toMatchObject([{ dex: 'unknown', signer: TRADER, receiver: TRADER, tokenIn: { raw: 700n }, tokenOut: { raw: 30n } }])
  })
})
