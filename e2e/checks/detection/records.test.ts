import { describe, expect, it } from 'vitest'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { earlyRecord } from '../../../src-main/records/early-evidence.ts'
import { holderRecord } from '../../../src-main/records/holders.ts'
import { lifeLines } from '../../../src-main/records/life-lines.ts'
import { overlapRecord } from '../../../src-main/records/overlap.ts'
import { tokenRecords } from '../../../src-main/records/token-records.ts'
import { moneyPath } from '../../../src-main/records/path.ts'
import { snapshotRecord } from '../../../src-main/records/snapshot.ts'
import { tokenRoles } from '../../../src-main/records/token-roles.ts'
import { walletInToken } from '../../../src-main/records/wallet-in-token.ts'
import { findings, inOneTransaction } from './early-story.ts'
import { buildFacts, shippedRules, type Story } from './story.ts'

/** One launch, and every figure of its records: `a` buys 100,000 for 50 coins, gives 40,000 to `b` and sells 20,000 for 30 coins. */

const START = 1_700_000_000
const COIN = 1_000_000_000
const since = (time: number | null): number | null => (time === null ? null : time - START)

const launch: Story = {
  holds: { pool: 500_000, a: 40_000, b: 40_000, c: 30_000, dev: 20_000 },
  creator: 'dev',
  pays: [
    ['funder', 'a', 10 * COIN, 0],
    ['funder', 'c', 7 * COIN, 0.1],
    ['a', 'b', 5 * COIN, 0.5],
    ['a', 'b', 6 * COIN, 5],
    ['b', 'a', 2 * COIN, 6],
  ],
  sends: [
    ['pool', 'a', 100_000, 1],
    ['a', 'b', 40_000, 2],
    ['dev', 'c', 30_000, 1.01],
    ['b', 'x', 1, 4],
    ['x', 'b', 1, 4.5],
    ['a', 'pool', 20_000, 7],
  ],
  buys: [['a', 100_000, 50 * COIN, 1]],
}

function found(change: (facts: TokenFacts) => TokenFacts = (facts) => facts): Findings {
  const facts = buildFacts(launch)
  const trades = facts.trades.flatMap((one) => {
    const coin = { ...one.tokenIn, decimals: 9 }
    const buy = { ...one, tokenIn: coin }
    const [tokenIn, tokenOut] = [
      { ...one.tokenOut, raw: 20_000n },
      { ...coin, raw: BigInt(30 * COIN) },
    ]
    return [buy, { ...one, tokenIn, tokenOut, tx: 'sale', time: START + 25_200, position: { block: 3100, tx: 5, event: 1 } }]
  })
  const txs: Readonly<Record<string, string>> = { 'token-0': 'buy-0', 'token-5': 'sale' }
  const transfers = facts.transfers.map((row) => ({ ...row, tx: txs[row.tx] ?? row.tx }))
  return detectAll(change({ ...facts, trades, transfers, token: { ...facts.token, network: 'sol' } }), { rules: shippedRules, changed: [] })
}

describe('a snapshot', () => {
  const { nodes, links, categories } = snapshotRecord(found(), 99)

  it('has each holder, and who funded several, with rank, degrees and first appearance', () => {
    const rows = nodes.map((one) => [
      ...[one.address, one.balance, one.percentage, one.rank, one.is_holder],
      ...[one.degree_in, one.degree_out, since(one.first_seen), one.cluster],
    ])
    expect(rows).toEqual([
      ['pool', 500_000, 50, 1, true, 1, 1, 3_600, null],
      ['a', 40_000, 4, 2, true, 3, 4, 0, 0],
      ['b', 40_000, 4, 3, true, 3, 1, 1_800, 0],
      ['c', 30_000, 3, 4, true, 2, 0, 360, 0],
      ['dev', 20_000, 2, 5, true, 0, 1, 3_636, 0],
      ['funder', 0, 0, null, false, 0, 2, 0, 0],
    ])
  })

  it('has one link per pair, kind and token, with what moved each way', () => {
    const rows = links.map((one) => [
      ...[one.source, one.target, one.kind, one.token, one.forward, one.backward, one.forward_count, one.backward_count],
      ...[since(one.first_time), since(one.last_time), one.evidence.join(' ')],
    ])
    expect(rows).toEqual([
      ['a', 'b', 'funding', 'native', 5, 0, 1, 0, 1_800, 1_800, 'native-2'],
      ['a', 'b', 'transfer', 'native', 6, 2, 1, 1, 18_000, 21_600, 'native-3 native-4'],
      ['a', 'b', 'transfer', 'self', 40_000, 0, 1, 0, 7_200, 7_200, 'token-1'],
      ['a', 'funder', 'funding', 'native', 0, 10, 0, 1, 0, 0, 'native-0'],
      ['a', 'pool', 'transfer', 'self', 20_000, 100_000, 1, 1, 3_600, 25_200, 'buy-0 sale'],
      ['c', 'dev', 'transfer', 'self', 0, 30_000, 0, 1, 3_636, 3_636, 'token-2'],
      ['c', 'funder', 'funding', 'native', 0, 7, 0, 1, 360, 360, 'native-1'],
    ])
  })

  it('names the wallets of each label and what they hold', () => {
    expect(categories).toEqual([
      { name: 'liquidity_pool', size_pct: 50, addresses: ['pool'] },
      { name: 'team', size_pct: 5, addresses: ['c', 'dev'] },
      { name: 'funding_address', size_pct: 0, addresses: ['funder'] },
      { name: 'wallet', size_pct: 13, addresses: ['a', 'b', 'c', 'dev', 'funder'] },
    ])
  })
})

it('holders are ranked from 1, each with its cluster', () => {
  expect(holderRecord(found()).holders.map(({ rank, address, balance_raw, cluster }) => [rank, address, balance_raw, cluster])).toEqual([
    [1, 'pool', '500000', null],
    [2, 'a', '40000', 0],
    [3, 'b', '40000', 0],
    [4, 'c', '30000', 0],
    [5, 'dev', '20000', 0],
  ])
})

describe('a wallet', () => {
  const unknown = { spent: null, received: null, realised: null, unrealised: null, left_out: null }
  const idle = { spent: 0, received: 0, realised: null, unrealised: null, left_out: 0 }

  it('has what it bought and sold, and its result', () => {
    // 20,000 cost 10 and brought 30. Of the other 80,000 it holds 40,000, which cost 20 and are worth 60 at the price of the sale.
    const native = { spent: 50, received: 30, realised: 20, unrealised: 40, left_out: 0 }
    expect(walletInToken(found(), { wallet: 'a' })).toEqual({
      ...{ balance: 40_000, percentage: 4, tags: ['wallet'], cluster: 0, roles: ['sniper', 'insider'], roles_unknown: [] },
      classes: ['fresh_day', 'fresh_month'],
      ...{ bought: 100_000, sold: 20_000, native, usd: { ...unknown, left_out: 2 } },
      ...{ first_trade: START + 3_600, last_trade: START + 25_200, other: null },
    })
  })

  it('that never traded has no result, and one outside has nothing', () => {
    const nothing = { bought: 0, sold: 0, native: idle, usd: idle, first_trade: null, last_trade: null, other: null }
    expect(walletInToken(found(), { wallet: 'dev' })).toMatchObject({ ...nothing, cluster: 0, roles: ['creator'] })
    expect(walletInToken(found(), { wallet: 'x' })).toMatchObject({ ...nothing, balance: 0, percentage: 0, cluster: null, roles: [] })
  })

  it('has its labels in the token', () => {
    expect(walletInToken(found(), { wallet: 'pool' }).tags).toContain('liquidity_pool')
    expect(walletInToken(found(), { wallet: 'dev' }).tags).toContain('team')
  })

  it('has unknown figures without trades, and no result where they begin late or more was sold', () => {
    const late = walletInToken(
      found((facts) => ({ ...facts, tradesFromBirth: false })),
      { wallet: 'a' },
    )
    expect(late).toMatchObject({ bought: 100_000, native: { spent: 50, received: 30, realised: null, unrealised: null } })
    expect(late.roles_unknown).toEqual(['sniper', 'bundler'])
    const untraded = found((facts) => ({ ...facts, tradesFromBirth: false, trades: [] }))
    expect(walletInToken(untraded, { wallet: 'a' })).toMatchObject({ bought: null, sold: null, native: unknown, usd: unknown })
    const sold = found((facts) => ({ ...facts, trades: facts.trades.filter(({ tx }) => tx === 'sale') }))
    expect(walletInToken(sold, { wallet: 'a' })).toMatchObject({ bought: 0, sold: 20_000, native: { spent: 0, received: 30, realised: null } })
  })
})

it('stored roles are those of wallets with one, of clusters and of services', () => {
  const rows = tokenRoles(found(), null).wallets.map((one) => [
    ...[one.address, one.roles.join(' '), one.cluster, one.isService],
    ...[since(one.firstTrade), since(one.lastTrade), one.figures?.bought ?? null],
  ])
  expect(rows).toEqual([
    ['a', 'sniper insider', 0, false, 3_600, 25_200, 100_000],
    ['b', 'insider', 0, false, null, null, 0],
    ['c', 'insider', 0, false, null, null, 0],
    ['dev', 'creator', 0, false, null, null, 0],
    ['funder', '', 0, false, null, null, null],
    ['pool', '', null, true, null, null, null],
  ])
})

it('the five lists overlap in groups that add up, wallets in order', () => {
  expect(overlapRecord(found())).toEqual({
    groups: [
      { sets: ['clusters', 'dev'], wallets: 1, pct: 2, addresses: ['dev'] },
      { sets: ['clusters', 'insiders'], wallets: 2, pct: 7, addresses: ['b', 'c'] },
      { sets: ['clusters', 'snipers', 'insiders'], wallets: 1, pct: 4, addresses: ['a'] },
    ],
    union_pct: 13,
  })
})

describe('the public records', () => {
  const { clusters, snipers, insiders, overview, localOverview } = tokenRecords(found(), () => [], null)

  it('of clusters and insiders list the largest first', () => {
    expect(
      clusters.clusters.map(({ pct, cluster_addresses }) => [pct, cluster_addresses.map(({ address, percentage }) => [address, percentage])]),
    ).toEqual([
      [
        13,
        [
          ['a', 4],
          ['b', 4],
          ['c', 3],
          ['dev', 2],
          ['funder', 0],
        ],
      ],
    ])
    expect([insiders.total_insiders_pct, insiders.insiders.map(({ address }) => address)]).toEqual([11, ['a', 'b', 'c']])
  })

  it('of snipers count what became of each', () => {
    expect(snipers).toEqual({
      total_sniper_pct: 4,
      count: { total: 1, sold_partially: 1, sold_fully: 0, bought_more: 0 },
      snipers: [{ address: 'a', balance: 40_000, percentage: 4 }],
    })
  })

  it('have the shares of the lists, and on EVM networks no early ones', () => {
    const shares = { cluster_pct: 13, snipers_pct: 4, bundlers_pct: 0, insiders_pct: 11, dev_pct: 2, top10_pct: 13 }
    expect([overview, localOverview]).toEqual([shares, shares])
    const eth = tokenRecords(
      found((facts) => ({ ...facts, token: { ...facts.token, network: 'eth' } })),
      () => [],
      null,
    )
    expect(eth.overview).toEqual({ ...eth.localOverview, snipers_pct: 0, bundlers_pct: 0, insiders_pct: 0, dev_pct: 0 })
    expect(eth.localOverview).toMatchObject({ snipers_pct: 4, dev_pct: 2 })
  })

  it('of bundlers give the reasons that apply', () => {
    const pair: Story = {
      holds: { w1: 10, w2: 20 },
      buys: [
        ['w2', 20, 5, 1],
        ['w1', 10, 5, 1],
      ],
    }
    const { bundlers } = tokenRecords(findings(pair, inOneTransaction('w1', 'w2')), () => [], null)
    expect(bundlers.bundlers.map(({ address, reasons, slot }) => [address, reasons, slot])).toEqual([
      ['w2', ['same_tx', 'same_slot_as_pool'], 1_300],
      ['w1', ['same_tx', 'same_slot_as_pool'], 1_300],
    ])
  })
})

describe('the launch', () => {
  it('has its window, and its wallets by share', () => {
    const { window, snipers, insiders } = earlyRecord(found())
    expect(window).toMatchObject({ first_block: 1_300, last_block: 1_303, first_time: START + 3_600, last_time: START + 3_636, blocks: 4 })
    expect(snipers).toMatchObject([
      {
        ...{ address: 'a', balance: 40_000, percentage: 4, baseline: 100_000, status: ['sold_partially'] },
        first_buy: { block: 1_300, time: START + 3_600, tx: 'buy-0', amount: 100_000 },
        origin: { address: 'funder', kind: 'wallet', amount: 10, tx: 'native-0' },
      },
    ])
    expect(insiders.map(({ address, percentage, p, origin }) => [address, percentage, p, origin?.address, origin?.amount])).toEqual([
      ['a', 4, 0.8, 'funder', 10],
      ['b', 4, 0.8, 'a', 5],
      ['c', 3, 0.98, 'funder', 7],
    ])
  })

  it('has the place, fee and tip of each buy, and none that is unknown', () => {
    const sent = {
      ...{ tx: 'buy-0', block: 1_300, nonce: 7, value: 0n, gasLimit: 1, maxFee: 1n, maxPriorityFee: null },
      ...{ priorityFee: 30n, usualPriorityFee: 20n, paid: BigInt(2 * COIN) },
    }
    const buy = (change: (facts: TokenFacts) => Partial<TokenFacts>) => earlyRecord(found((facts) => ({ ...facts, ...change(facts) }))).buys[0]
    const plain = { priority_fee: null, times_usual_fee: null, nonce: null, tipped: null, tip: null }
    expect(buy(() => ({}))).toEqual({
      ...plain,
      ...{ block: 1_300, place: null, tx: 'buy-0', address: 'a', signer: 'a', amount: 100_000, spent: 50 },
    })
    const tips = [1, 2].map((coins) => ({ tx: 'buy-0', from: 'a', raw: BigInt(coins * COIN) }))
    expect(buy(() => ({ launchTransactions: [sent], tips }))).toMatchObject({
      ...{ priority_fee: 2, times_usual_fee: 1.5, nonce: 7, tipped: true, tip: 3 },
    })
    expect(buy(() => ({ tips: [] }))).toMatchObject({ tipped: false, tip: 0 })
    for (const usualPriorityFee of [0n, null])
      expect(buy(() => ({ launchTransactions: [{ ...sent, usualPriorityFee, paid: null }] }))).toMatchObject({ ...plain, nonce: 7 })
    // On Solana a node may return a transaction without its place, which is then stored as 0.
    const placed = (facts: TokenFacts, tx: number) => ({
      transfers: facts.transfers.map((row) => (row.tx === 'buy-0' ? { ...row, position: { ...row.position, tx } } : row)),
      trades: facts.trades.map((row) => (row.tx === 'buy-0' ? { ...row, position: { ...row.position, tx } } : row)),
    })
    expect(buy((facts) => placed(facts, 3))?.place).toBe(3)
    expect(buy((facts) => ({ ...placed(facts, 0), token: { ...facts.token, network: 'eth' } }))?.place).toBe(0)
  })
})

describe('timelines', () => {
  it('have each change in order, with the balance after it', () => {
    const [a, nobody] = lifeLines(found(), { wallets: ['a', 'nobody'] }).lines
    const rows = a?.events.map((one) => [since(one.time), one.block, one.kind, one.amount, one.balance_after, one.counterparty, one.tx])
    expect(rows).toEqual([
      [3_600, 1_300, 'buy', 100_000, 100_000, 'pool', 'buy-0'],
      [7_200, 1_600, 'out', 40_000, 60_000, 'b', 'token-1'],
      [25_200, 3_100, 'sell', 20_000, 40_000, 'pool', 'sale'],
    ])
    expect(nobody).toMatchObject({ first_buy: null, events: [] })
  })

  it('are those of the trades where no transfers are stored, and count each trade once where they are', () => {
    const of = (change: (facts: TokenFacts) => TokenFacts) =>
      lifeLines(found(change), { wallets: ['a'] }).lines[0]?.events.map(({ kind, amount, tx }) => [kind, amount, tx])
    expect(of((facts) => ({ ...facts, transfers: [] }))).toEqual([
      ['buy', 100_000, 'buy-0'],
      ['sell', 20_000, 'sale'],
    ])
    expect(of((facts) => ({ ...facts, transfers: facts.transfers.toReversed(), trades: facts.trades.toReversed() }))).toHaveLength(3)
  })
})

it('a path names its hops in the direction of what moved', () => {
  const path = (a: string, b: string) => moneyPath(found(), { a, b })
  const { hops, sentence } = path('x', 'funder')
  expect(hops.map((one) => [one.from, one.to, one.kind, one.token, one.amount, one.count, since(one.first_time), since(one.last_time)])).toEqual([
    ['x', 'b', 'transfer', 'self', 1, 1, 14_400, 16_200],
    ['a', 'b', 'funding', 'native', 5, 1, 1_800, 1_800],
    ['funder', 'a', 'funding', 'native', 10, 1, 0, 0],
  ])
  expect(sentence).toBe('x reaches funder in 3 hops, through b and a.')
  expect(path('a', 'b').sentence).toBe('a and b dealt with each other directly.')
  expect(path('a', 'a')).toMatchObject({ hops: [], sentence: 'Both are the same wallet.' })
})

describe('links that a file or a transaction states', () => {
  const link = (source: string, target: string, token: string) => ({ source, target, token, forward: 3, backward: 0 }) as never
  const { links, token_links } = snapshotRecord(
    found((facts) => ({
      ...facts,
      transfers: [],
      ...{ nativeTransfers: [], funding: [] },
      recordedLinks: [link('a', 'b', 'token'), link('a', 'b', 'native'), link('a', 'c', 'other'), link('a', 'x', 'token')],
    })),
    99,
  )

  it('are of the token, its coin or another token, between nodes, and uncounted', () => {
    const unknown = { forward_count: null, backward_count: null, first_time: null, last_time: null, evidence: [] }
    const stated = { source: 'a', target: 'b', kind: 'transfer', forward: 3, backward: 0, ...unknown }
    expect(links).toEqual([
      { ...stated, token: 'native' },
      { ...stated, token: 'self' },
    ])
    expect(token_links).toEqual([{ token: { address: 'other', symbol: null, name: null }, links: [{ ...stated, target: 'c', token: 'other' }] }])
  })

  it('tie wallets that bought in one transaction, between which nothing moved', () => {
    const pair: Story = {
      holds: { w1: 10, w2: 20 },
      buys: [
        ['w2', 20, 5, 1],
        ['w1', 10, 5, 1],
      ],
    }
    const { links: tied } = snapshotRecord(findings(pair, inOneTransaction('w1', 'w2')), 99)
    expect(tied).toMatchObject([{ source: 'w1', target: 'w2', kind: 'same_tx', token: 'self', forward: 0, backward: 0, forward_count: null }])
  })
})
