import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade, Transfer } from '../../../src-shared/domain/events.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { buildFacts, shippedRules } from './story.ts'

/** A batch auction: a solver's one transaction settles orders of several wallets, partly among them and partly through a pool. */

const address = trustedAddress
const { transfers, trades, token, ...story } = buildFacts({
  holds: { buyer: 300, friend: 100 },
  sends: [
    ['pool', 'settlement', 300, 1],
    ['settlement', 'buyer', 300, 1],
  ],
  buys: [['buyer', 300, 30, 1]],
})
const together = <Row extends Transfer | Trade>(row: Row, event: number): Row => ({
  ...row,
  tx: 'batch',
  position: { ...row.position, tx: 9, event },
})

function buysOf(rows: readonly Transfer[], change: Partial<Trade>, network: 'eth' | 'sol' = 'eth'): unknown[] {
  const facts = {
    ...story,
    token: { ...token, network },
    transfers: rows.map((row, n) => together(row, n)),
    trades: trades.map((row, n) => ({ ...together(row as Trade, 9 + n), signer: address('solver'), ...change })),
  }
  const { buys } = detectAll(facts, { rules: shippedRules, changed: [] }).index.flows
  return buys.map(({ wallet, raw, native }) => [wallet, raw, native])
}

const rows = transfers as readonly Transfer[]
const given = (from: string, to: string, raw: bigint): Transfer => ({ ...(rows[0] as Transfer), from: address(from), to: address(to), raw })

it('a buyer spent what the pool got, if the pool sold all of it', () => {
  expect(buysOf(rows, {})).toEqual([['buyer', 300n, 30n]])
})

it('what a buyer spent is unknown, if another order sold to it without a pool', () => {
  const more = [...rows, given('friend', 'settlement', 100n), given('settlement', 'buyer', 100n)]
  expect(buysOf(more, {})).toEqual([['buyer', 400n, null]])
})

it('a buy without a receiver is nobody’s as long as its transfers are not read, and not the solver’s', () => {
  expect(buysOf([], { receiver: null })).toEqual([])
  expect(buysOf([], { receiver: address('buyer') })).toEqual([['buyer', 300n, 30n]])
  expect(buysOf([], { receiver: null }, 'sol')).toEqual([['solver', 300n, 30n]])
})
