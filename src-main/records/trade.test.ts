import { describe, expect, it } from 'vitest'
import { tradeRecord } from '../../src-shared/contract/records/trade.ts'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { csvLine } from '../../src-shared/domain/csv.ts'
import type { Trade } from '../../src-shared/domain/events.ts'
import { tradesToRecords, tradeToRecord } from './trade.ts'

const trade: Trade = {
  kind: 'trade',
  network: 'sol',
  position: { block: 250_000_001, tx: 7, event: 2003 },
  time: 1_744_000_000,
  tx: '5sig',
  dex: 'raydium',
  dexVersion: 'v4',
  signer: trustedAddress('Signer'),
  receiver: null,
  pool: trustedAddress('Pool'),
  tokenIn: { token: trustedAddress('So11111111111111111111111111111111111111112'), raw: 1_500_000_001n, decimals: 9, usd: 180.5 },
  tokenOut: { token: trustedAddress('Token'), raw: 123_456_789_012_345_678n, decimals: 6, usd: null },
  feeUsd: null,
  leg: 0,
  source: 'event',
  confidence: 'sure',
}

describe('a trade as a record', () => {
  it('has amounts in token units and the time in milliseconds', () => {
    expect(tradeToRecord(trade)).toEqual({
      block_time: '2025-04-07T04:26:40.000Z',
      block: 250_000_001,
      tx_signature: '5sig',
      dex: 'raydium',
      dex_version: 'v4',
      signer: 'Signer',
      receiver: null,
      pool_address: 'Pool',
      token_in: { address: 'So11111111111111111111111111111111111111112', amount: 1.500000001, amount_usd: 180.5 },
      token_out: { address: 'Token', amount: 123456789012.34568, amount_usd: null },
      fee_usd: null,
      local: { id: tradeToRecord(trade)?.local.id, leg: 0, token_in_amount_raw: '1500000001', token_out_amount_raw: '123456789012345678' },
    })
  })

  it('has an id that only another trade changes', () => {
    const idOf = (over: Partial<Trade> = {}): string | undefined => tradeToRecord({ ...trade, ...over })?.local.id
    expect(idOf()).toMatch(/^[\w-]{16}$/)
    expect(idOf({ leg: 3, feeUsd: 1, time: 1, position: { block: 1, tx: 1, event: 2003 } })).toBe(idOf())
    const others = [
      { tx: '6sig' },
      { network: 'sui' as const },
      { pool: null },
      { position: { ...trade.position, event: 2004 } },
      { tokenIn: trade.tokenOut },
    ]
    expect(new Set([idOf(), ...others.map((over) => idOf(over))]).size).toBe(others.length + 1)
  })

  it('has the same id in CSV, where a leading hyphen would be quoted', () => {
    const ids = Array.from({ length: 200 }, (_, i) => tradeToRecord({ ...trade, tx: String(i) })?.local.id ?? null)
    expect(csvLine(ids)).toBe(`${ids.join(',')}\r\n`)
  })

  it('fits the contract', () => {
    expect(tradeRecord.safeParse(tradeToRecord(trade)).success).toBe(true)
  })

  it('does not exist where the decimals of a leg are unknown', () => {
    expect(tradeToRecord({ ...trade, tokenOut: { ...trade.tokenOut, decimals: null } })).toBeNull()
  })

  it('does not exist without a time', () => {
    expect(tradeToRecord({ ...trade, time: null })).toBeNull()
  })

  it('is left out of lists where it does not exist', () => {
    expect(tradesToRecords([trade, { ...trade, time: null }, trade])).toHaveLength(2)
  })
})
