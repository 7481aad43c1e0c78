import { describe, expect, it } from 'vitest'
import {
  accountsAt,
  GOT,
  HELD,
  MINT,
  PAID,
  TRADER,
  TRADER_GETS,
  TRADER_PAYS,
  tradesOf,
  VAULT_PAID,
  VAULT_PAYS,
} from '../../decode/testing/exchange.ts'
import type { Called } from '../../decode/testing/swap-answer.ts'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { event, key } from '../testing/anchor-events.ts'

describe('a trade on a curve', () => {
  const [CURVE, BUYER] = [key(7), key(8)]

  it('of pump.fun is received by the owner of the account that the tokens go to', () => {
    const bought = event('TradeEvent', [{ key: MINT }, { u64: 500n }, { u64: 30n }, { u8: 1 }, { key: TRADER }, { skip: 40 }])
    const called: Called = {
      signers: [TRADER],
      program: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
      accounts: accountsAt(12, { 2: MINT, 3: CURVE, 4: VAULT_PAYS, 5: TRADER_GETS, 6: TRADER }),
      data: '66063d1201daebea',
      held: [
        { address: VAULT_PAYS, mint: MINT, owner: CURVE },
        { address: TRADER_GETS, mint: MINT, owner: BUYER },
      ],
      payments: [GOT, { from: TRADER, to: CURVE, raw: 500n, inSol: true }],
      emitted: [bought],
    }
    expect(tradesOf(called)).toMatchObject([{ signer: TRADER, receiver: BUYER, tokenIn: { raw: 500n }, tokenOut: { token: MINT, raw: 30n } }])
  })

  it('of Boop is in the event that it writes to the log', () => {
    const sold = event('TokenSoldEvent', [{ key: MINT }, { u64: 700n }, { u64: 49n }, { u64: 1n }, { key: TRADER }, { key: TRADER }])
    const called: Called = {
      signers: [TRADER],
      program: 'boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4',
      accounts: accountsAt(12, { 0: MINT, 1: CURVE, 3: VAULT_PAID, 4: key(9), 5: TRADER_PAYS, 6: TRADER }),
      data: '6d3d28bbe6b087ae',
      held: HELD,
      payments: [PAID, { from: key(9), to: TRADER, raw: 49n, inSol: true }],
      logged: [sold],
    }
    expect(tradesOf(called)).toMatchObject([
      {
        dex: 'boop',
        pool: CURVE,
        receiver: TRADER,
        tokenIn: { raw: 700n, token: MINT },
        tokenOut: { raw: 49n, token: WRAPPED_SOL },
        confidence: 'sure',
      },
    ])
  })
})
