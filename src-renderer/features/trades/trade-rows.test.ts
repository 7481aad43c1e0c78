import { describe, expect, it } from 'vitest'
import type { TradeRecord } from '../../../src-shared/contract/records/trade.ts'
import { tradeRows } from './trade-rows.ts'

const leg = (address: string, amount: number, usd: number | null = null) => ({ address, amount, amount_usd: usd })
const trade = (over: Partial<TradeRecord>): TradeRecord => ({
  block_time: '2025-04-07T00:37:14.000Z',
  block: 7,
  tx_signature: 'tx1',
  dex: 'raydium',
  dex_version: 'v4',
  signer: 'w',
  receiver: null,
  pool_address: 'p',
  token_in: leg('SOL', 2, 300),
  token_out: leg('MINT', 1000),
  fee_usd: null,
  ...over,
})

describe('trades seen from a token', () => {
  it('are buys when the token comes out and sells when it goes in', () => {
    const [buy, sell] = tradeRows([trade({}), trade({ tx_signature: 'tx2', token_in: leg('MINT', 5), token_out: leg('SOL', 1, 150) })], 'MINT')
    expect(buy).toMatchObject({ side: 'buy', amount: 1000, other: { address: 'SOL', amount: 2 }, usd: 300, dex: 'raydium v4', time: 1_743_986_234 })
    expect(sell).toMatchObject({ side: 'sell', amount: 5, other: { address: 'SOL', amount: 1 }, usd: 150 })
  })

  it('have one id for each leg', () => {
    expect(tradeRows([trade({}), trade({}), trade({ tx_signature: 'tx2' })], 'MINT').map(({ id }) => id)).toEqual(['tx1:0', 'tx1:1', 'tx2:0'])
  })

  it('take no side where the token is on both or neither', () => {
    expect(tradeRows([trade({}), trade({ token_in: leg('MINT', 1) })], 'OTHER')[0]?.side).toBe('route')
    expect(tradeRows([trade({ token_in: leg('MINT', 1) })], 'MINT')[0]?.side).toBe('route')
  })
})
