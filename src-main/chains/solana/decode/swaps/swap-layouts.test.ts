import { describe, expect, it } from 'vitest'
import {
  accountsAt,
  GOT,
  HELD,
  MINT,
  OTHER,
  PAID,
  POOL,
  STRANGER,
  TRADER,
  TRADER_GETS,
  TRADER_PAYS,
  tradesOf,
  VAULT_PAID,
  VAULT_PAYS,
  warningsOf,
} from '../testing/exchange.ts'
import type { Called, Payment } from '../testing/swap-answer.ts'

/** Layouts as in recorded transactions (https://github.com/jowency-me/solana-tx-parser/tree/main/testdata/transactions), or as in the IDL of the venue. */
const PAIR = { 2: VAULT_PAID, 3: VAULT_PAYS, 4: TRADER_PAYS, 5: TRADER_GETS }
const LAYOUTS: readonly [string, string, string, readonly string[]][] = [
  ['humidifi v1', '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', '71b0727c', accountsAt(9, { 1: POOL, ...PAIR })],
  ['humidifi v1', '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', '6ab8c706', accountsAt(13, { 1: POOL, ...PAIR })],
  ['humidifi v1', '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', 'f99c9585', accountsAt(14, { 1: POOL, ...PAIR })],
  ['bisonfi v1', 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', '07', accountsAt(9, { 1: POOL, ...PAIR })],
  ['bisonfi v1', 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', '02', accountsAt(10, { 1: POOL, ...PAIR })],
  ['bisonfi v1', 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', '02', accountsAt(12, { 1: POOL, ...PAIR })],
  ['exa6gyh v1', 'ExA6GYhHAeRNMWVNLrDir1SKPJZcZA2oaPq6uriSmxfJ', 'f8c69e91e17587c8', accountsAt(8, { 1: POOL, ...PAIR })],
  [
    'fusionamm v1',
    'fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9',
    'f8c69e91e17587c8',
    accountsAt(16, { 4: POOL, 7: TRADER_PAYS, 8: TRADER_GETS, 9: VAULT_PAID, 10: VAULT_PAYS }),
  ],
  [
    'aquifer v1',
    'AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45',
    '13',
    accountsAt(17, { 3: TRADER_GETS, 6: TRADER_PAYS, 13: VAULT_PAYS, 15: VAULT_PAID }),
  ],
  [
    'meteora dbc',
    'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
    'b75d992818e6c297',
    accountsAt(15, { 2: POOL, 3: TRADER_PAYS, 4: TRADER_GETS, 5: VAULT_PAID, 6: VAULT_PAYS }),
  ],
  [
    'raydium stable',
    '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h',
    '09',
    accountsAt(18, { 1: POOL, 4: VAULT_PAID, 5: VAULT_PAYS, 15: TRADER_PAYS, 16: TRADER_GETS }),
  ],
]

describe.each(LAYOUTS)('a swap on %s', (venue, program, data, accounts) => {
  const called = (payments: readonly Payment[], signer = TRADER): Called => ({ signers: [signer], program, accounts, data, held: HELD, payments })

  it.each([
    ['paid before it pays out', [PAID, GOT]],
    ['paid after it paid out', [GOT, PAID]],
  ])(`with ${accounts.length} accounts is the trader’s, %s`, (_order, payments) => {
    for (const signer of [TRADER, STRANGER]) {
      const [trade, ...others] = tradesOf(called(payments, signer))
      expect(others).toEqual([])
      expect(trade).toMatchObject({
        signer,
        receiver: TRADER,
        pool: venue === 'aquifer v1' ? null : POOL,
        tokenIn: { token: MINT, raw: 700n },
        tokenOut: { token: OTHER, raw: 30n },
        confidence: 'sure',
      })
      expect(`${trade?.dex ?? ''} ${trade?.dexVersion ?? ''}`).toBe(venue)
    }
    expect(warningsOf(called(payments))).toEqual([])
  })
})

it('takes the transfer of a signer as the payment where no layout is known', () => {
  const called = {
    signers: [TRADER],
    program: 'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j',
    accounts: accountsAt(9, { 1: POOL }),
    data: '02',
    held: HELD,
  }
  for (const payments of [
    [PAID, GOT],
    [GOT, PAID],
  ])
    expect(tradesOf({ ...called, payments })).toMatchObject([{ receiver: TRADER, tokenIn: { raw: 700n }, tokenOut: { raw: 30n } }])
})
