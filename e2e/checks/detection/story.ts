import { NATIVE, type Pool, type Trade, type Transfer } from '../../../src-shared/domain/events.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import { readFileSync } from 'node:fs'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { deepFreeze } from './deep-freeze.ts'
import { ruleSet, type RuleSet } from '../../../src-main/detectors/rules/rule-set.ts'

/** Builds deeply frozen facts of a launch from payments, transfers, buys and balances. Names stand for addresses. */

export const shippedRules: RuleSet = ruleSet.parse(JSON.parse(readFileSync(new URL('../../../resources/rules/1.json', import.meta.url), 'utf8')))

const START = 1_700_000_000
const SUPPLY = 1_000_000n
const a = trustedAddress

export interface Story {
  readonly holds: Readonly<Record<string, number>>
  /** [from, to, amount, hours after the start]. The first payment to a wallet is its first funding. */
  readonly pays?: readonly (readonly [string, string, number, number])[]
  readonly sends?: readonly (readonly [string, string, number, number])[]
  /** [wallet, tokens, native spent, hours]: bought from the pool. */
  readonly buys?: readonly (readonly [string, number, number, number])[]
  readonly labels?: Readonly<Record<string, Label>>
  readonly contracts?: readonly string[]
  readonly pools?: readonly string[]
  readonly creator?: string
}

export function buildFacts({ holds, pays = [], sends = [], buys = [], labels = {}, contracts = [], pools = [], creator }: Story): TokenFacts {
  const time = (hours: number): number => START + Math.round(hours * 3600)
  const block = (hours: number): number => 1000 + Math.round(hours * 300)
  const transfer = (token: string, from: string, to: string, raw: number, hours: number, i: number): Transfer => ({
    kind: 'transfer',
    network: 'eth',
    position: { block: block(hours), tx: i, event: 0 },
    time: time(hours),
    tx: `${token}-${i}`,
    token: a(token),
    from: a(from),
    to: a(to),
    raw: BigInt(raw),
  })
  const funding = new Map<string, Funding>()
  pays.forEach(([from, to, raw, hours], i) => {
    if (funding.has(to)) return
    funding.set(to, { wallet: a(to), funder: a(from), raw: BigInt(raw), tx: `${NATIVE}-${i}`, block: block(hours), time: time(hours), reason: null })
  })
  const trades = buys.map(([wallet, raw, spent, hours], i): Trade => ({
    kind: 'trade',
    network: 'eth',
    position: { block: block(hours), tx: 500 + i, event: 0 },
    time: time(hours),
    tx: `buy-${i}`,
    dex: 'v2',
    dexVersion: '2',
    signer: a(wallet),
    receiver: a(wallet),
    pool: a('pool'),
    tokenIn: { token: a('wrapped'), raw: BigInt(spent), decimals: 18, usd: null },
    tokenOut: { token: a('token'), raw: BigInt(raw), decimals: 0, usd: null },
    feeUsd: null,
    leg: 0,
    source: 'event',
    confidence: 'sure',
  }))
  return deepFreeze({
    token: {
      network: 'eth',
      address: a('token'),
      name: 'Story',
      symbol: 'STORY',
      decimals: 0,
      totalSupply: SUPPLY,
      logo: null,
      creator: creator === undefined ? null : a(creator),
      owner: null,
      createdAt: START,
      createdBlock: 1000,
      createdTx: null,
      origin: 'node',
      asOf: time(1000),
      asOfBlock: block(1000),
      holderCount: Object.keys(holds).length,
      notes: [],
    },
    holdings: Object.entries(holds).map(([address, raw]) => ({ address: a(address), raw: BigInt(raw), verified: true })),
    complete: true,
    labels: new Map(
      Object.entries(labels).map(([address, tag]) => [address, { name: null, tags: [tag], linkPolicy: tag === 'exchange' ? 'hub' : 'own' }]),
    ),
    accounts: new Map(contracts.map((address) => [address, 'contract'])),
    pools: ['pool', ...pools].map((address): Pool => ({
      kind: 'pool',
      network: 'eth',
      address: a(address),
      dex: 'v2',
      dexVersion: '2',
      token0: a('token'),
      token1: a('wrapped'),
      createdBlock: null,
      createdTx: null,
    })),
    transfers: sends.map(([from, to, raw, hours], i) => transfer('token', from, to, raw, hours, i)),
    nativeTransfers: pays.map(([from, to, raw, hours], i) => transfer(NATIVE, from, to, raw, hours, i)),
    dollarPayments: [],
    funding: [...funding.values()],
    trades,
    activity: [],
    nativeBalances: new Map(),
    recordedLinks: [],
    counterparties: new Map(),
    nativeTokens: new Set(['wrapped']),
    tradesFromBirth: true,
    tips: null,
    producedBlocks: null,
    launchTransactions: [],
    tradingSwitch: 'unread',
    authorities: [],
    contractOwners: [],
    grantedRoles: [],
    clustersBefore: { clusters: [], nextId: 0 },
    asOf: { time: time(1000), block: block(1000) },
  })
}

/** The same facts with every list reversed and shuffled, for tests of order. */
export function shuffleFacts(facts: TokenFacts, seed: number): TokenFacts {
  let state = seed
  const stir = <T>(rows: readonly T[]): T[] =>
    rows
      .map((row) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return { row, key: state }
      })
      .sort((x, y) => x.key - y.key)
      .map(({ row }) => row)
  return deepFreeze({
    ...facts,
    holdings: stir(facts.holdings),
    pools: stir(facts.pools),
    transfers: stir(facts.transfers),
    nativeTransfers: stir(facts.nativeTransfers),
    funding: stir(facts.funding),
    trades: stir(facts.trades),
    recordedLinks: stir(facts.recordedLinks),
    labels: new Map(stir([...facts.labels])),
    accounts: new Map(stir([...facts.accounts])),
  })
}

/** Names: `person0`, `person1`, … */
export const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}`)
