import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Trade, Transfer } from '../../../src-shared/domain/events.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { buildFacts, shippedRules } from './story.ts'

/** Swaps of smart accounts (ERC-4337): one transaction of a stranger executes the operations of several accounts. */

const address = trustedAddress
const { transfers, trades, ...story } = buildFacts({
  holds: { buyer: 300, friend: 100 },
  sends: [
    ['pool', 'buyer', 300, 1],
    ['pool', 'friend', 100, 1],
  ],
  buys: [
    ['buyer', 300, 30, 1],
    ['friend', 100, 10, 1],
  ],
})
const operated = <Row extends Transfer | Trade>(row: Row, event: number): Row => ({
  ...row,
  tx: 'bundle',
  position: { ...row.position, tx: 9, event },
})

function buysOf(change: (trade: Trade, n: number) => Trade): unknown[] {
  const facts = {
    ...story,
    transfers: transfers.map((row, n) => operated(row as Transfer, n)),
    trades: trades.map((row, n) => change(operated({ ...(row as Trade), signer: address('bundler') }, 2 + n), n)),
  }
  const { buys } = detectAll(facts, { rules: shippedRules, changed: [] }).index.flows
  return buys.map(({ wallet, raw, native }) => [wallet, raw, native])
}

const operatedBy =
  (...accounts: string[]) =>
  (trade: Trade, n: number): Trade => ({ ...trade, account: address(accounts[n] ?? '') })

it('each account spent what its own operation paid', () => {
  expect(buysOf(operatedBy('buyer', 'friend'))).toEqual([
    ['buyer', 300n, 30n],
    ['friend', 100n, 10n],
  ])
})

it('tokens that an account buys for another wallet were paid by that operation', () => {
  expect(buysOf(operatedBy('buyer', 'sponsor'))).toEqual([
    ['buyer', 300n, 30n],
    ['friend', 100n, 10n],
  ])
})

it('an operation whose swap names a router as the receiver is known by its account', () => {
  const operations = operatedBy('buyer', 'friend')
  expect(buysOf((trade, n) => ({ ...operations(trade, n), receiver: address('router') }))).toEqual([
    ['buyer', 300n, 30n],
    ['friend', 100n, 10n],
  ])
})

it('what each spent is unknown if one transaction without operations bought for both', () => {
  expect(buysOf((trade) => trade)).toEqual([
    ['buyer', 300n, null],
    ['friend', 100n, null],
  ])
})
