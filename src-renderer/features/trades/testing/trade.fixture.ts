import type { TradeRecord } from '../../../../src-shared/contract/records/trade.ts'

/** Synthetic trades for display tests. */

export const leg = (address: string, amount: number, usd: number | null = null) => ({ address, amount, amount_usd: usd })

export const trade = (over: Partial<TradeRecord>): TradeRecord => ({
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
  local: { id: 'id', leg: 0, token_in_amount_raw: '2', token_out_amount_raw: '1' },
  ...over,
})
