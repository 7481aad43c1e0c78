import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import { planOnwardQueries, planPaymentQueries, selectRecipients, type PaymentFacts } from './payment-queries.ts'

const a = trustedAddress
const DAY = 86_400
const NOW = 400 * DAY
const funding = (wallet: string, funder: string, time: number): Funding => ({
  wallet: a(wallet),
  funder: a(funder),
  raw: 1n,
  tx: `to ${wallet}`,
  block: time,
  time,
  reason: null,
})
const move = (from: string, to: string, raw: bigint, time: number) => ({
  kind: 'transfer' as const,
  network: 'eth' as const,
  position: { block: time, tx: 0, event: 0 },
  time,
  tx: `${from} to ${to} at ${time}`,
  token: a('token'),
  from: a(from),
  to: a(to),
  raw,
})
const buy = (wallet: string, time: number): PaymentFacts['trades'][number] => ({
  kind: 'trade',
  network: 'eth',
  position: { block: time, tx: 0, event: 0 },
  time,
  tx: `${wallet} buys at ${time}`,
  dex: 'x',
  dexVersion: '1',
  signer: a(wallet),
  receiver: a(wallet),
  pool: a('pool'),
  tokenIn: { token: a('coin'), raw: 1n, decimals: 18, usd: null },
  tokenOut: { token: a('token'), raw: 1n, decimals: 18, usd: null },
  feeUsd: null,
  leg: 0,
  source: 'event',
  confidence: 'sure',
})
const known = (facts: Partial<PaymentFacts>): PaymentFacts => ({
  wallets: [],
  creator: null,
  createdAt: null,
  supply: 1_000_000n,
  now: NOW,
  token: a('token'),
  fundings: [],
  trades: [],
  transfers: [],
  kinds: new Map([...'ABCDEFG'].map((name) => [a(name), 'wallet'])),
  hubs: new Set([a('exchange')]),
  stablecoins: new Set([a('dollar coin')]),
  ...facts,
})
const plan = (facts: Partial<PaymentFacts>) => planPaymentQueries(known(facts)).map(({ wallet, side, since, until }) => [wallet, side, since, until])

describe('planned payment queries', () => {
  it('cover payments to and by the creator from a week before the creation', () => {
    const at = 300 * DAY
    expect(plan({ creator: a('A'), createdAt: at, trades: [{ ...buy('B', at + 60) }] })).toEqual([
      ['A', 'received', at - 7 * DAY, NOW],
      ['A', 'paid', at - 7 * DAY, at + 60],
    ])
  })

  it('cover the day on which a common funder paid most of the wallets, but not hubs', () => {
    const at = 300 * DAY
    const fundings = [
      funding('A', 'F', at),
      funding('B', 'F', at + 5 * DAY),
      funding('C', 'F', at + 5 * DAY + 60),
      funding('D', 'exchange', at),
      funding('E', 'exchange', at),
    ]
    expect(plan({ fundings })).toEqual([['F', 'paid', at + 5 * DAY, at + 6 * DAY]])
  })

  it('cover the hour around a gift for its receiver, but not around dust or transfers of a contract', () => {
    const at = 300 * DAY
    const transfers = [move('A', 'B', 900n, at), move('A', 'C', 1n, at), move('vault', 'C', 900n, at)]
    const wanted = plan({
      wallets: [a('A')],
      transfers,
      kinds: new Map(
        [['A', 'B', 'C'].map(a), ['vault'].map(a)].flatMap((names, i) => names.map((name) => [name, i === 0 ? 'wallet' : 'contract'] as const)),
      ),
    })
    expect(wanted).toContainEqual(['B', 'paid', at - 3_600, at + 3_600])
    expect(planPaymentQueries(known({ wallets: [a('A')], transfers })).map(({ also }) => also?.payee)).toContain('A')
    expect(wanted.some(([wallet]) => wallet === 'C')).toBe(false)
  })

  it('cover the month before a wallet gave the token to as many receivers as a presale has buyers', () => {
    const at = 300 * DAY
    const given = (count: number) => Array.from({ length: count }, (_, i) => move('A', `buyer ${i}`, 100n, at + i))
    const received = (count: number) =>
      plan({ wallets: given(count).map(({ to }) => to), transfers: given(count) }).filter(([, side]) => side === 'received')
    expect(received(20)).toEqual([['A', 'received', at - 30 * DAY, at + 19]])
    expect(received(19)).toEqual([])
  })

  it('cover the day before a first buy unless the wallet was funded in it', () => {
    const at = 300 * DAY
    const facts = {
      wallets: [a('A'), a('B')],
      trades: [buy('A', at), buy('B', at), buy('A', at + DAY)],
      fundings: [funding('A', 'G', at - 100 * DAY), funding('B', 'F', at - 60)],
    }
    expect(plan(facts).filter(([, side]) => side === 'received')).toEqual([['A', 'received', at - DAY, at]])
  })

  it('cover no more than the last 180 days', () => {
    expect(plan({ wallets: [a('A')], trades: [buy('A', 10 * DAY)] })).toEqual([['A', 'paid', NOW - 180 * DAY, NOW]])
  })
})

describe('what payments that were found lead to', () => {
  it('queries for the payments of an unknown wallet that two or more of the wallets paid', () => {
    const rows = [move('A', 'C', 1n, 50), move('B', 'C', 1n, 60), move('A', 'D', 1n, 50), move('A', 'exchange', 1n, 1), move('B', 'exchange', 1n, 1)]
    const wanted = planOnwardQueries(rows, known({ wallets: [a('A'), a('B')] }))
    expect(wanted.map(({ wallet, since, until }) => [wallet, since, until])).toEqual([['C', 50, NOW]])
  })

  it('the recipients of a funder that paid more of them than a person does', () => {
    const rows = Array.from({ length: 120 }, (_, i) => move('A', `customer ${i}`, 1n, i))
    const wanted = selectRecipients(rows, [a('A'), a('B')])
    expect(wanted.size).toBe(100)
    expect(wanted.get(a('customer 7'))).toBe(7)
    expect(selectRecipients(rows.slice(0, 50), [a('A')]).size).toBe(0)
  })
})
