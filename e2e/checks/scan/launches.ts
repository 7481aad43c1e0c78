import type { Action, Script } from '../accuracy/script.ts'

/** Launch scripts that trip the rules about holders, clusters and early buyers, shared by all networks. */

const SUPPLY = 1_000_000_000
const MAKER = 'maker'
const POOL_COINS = 100
const OWN_WALLETS = 9
const BUYERS = 2

interface Shape {
  /** Percent of supply that the creator keeps. */
  readonly kept: number
  /** Percent of supply for each of nine wallets that the creator funded first. */
  readonly given?: number
  /** Coins that each of two wallets spends in one transaction right after the pool opens. The pool holds 100. */
  readonly buys?: number
}

function launch({ kept, given = 0, buys = 0 }: Shape): Script {
  const own = given === 0 ? [] : Array.from({ length: OWN_WALLETS }, (_, i) => `own ${i + 1}`)
  const buyers = buys === 0 ? [] : Array.from({ length: BUYERS }, (_, i) => `buyer ${i + 1}`)
  const tokens = (percent: number): number => (SUPPLY * percent) / 100
  const actions: Action[] = [
    ...own.flatMap((to, i): Action[] => [
      { do: 'pay', from: MAKER, to, coins: 1 + 0.37 * i },
      { do: 'wait', seconds: 900 },
    ]),
    { do: 'create', by: MAKER },
    { do: 'pool', by: MAKER, tokens: tokens(100 - kept - given * own.length), coins: POOL_COINS, sameTransaction: true },
    { do: 'blocks', count: 1 },
    ...buyers.map((wallet, i): Action => ({ do: 'buy', wallet, coins: buys, signer: buyers[0] ?? '', sameTransaction: i > 0 })),
    { do: 'wait', seconds: 600 },
    ...own.flatMap((to): Action[] => [
      { do: 'send', from: MAKER, to, tokens: tokens(given) },
      { do: 'wait', seconds: 60 },
    ]),
  ]
  return {
    actions,
    truth: { owners: [], snipers: null, bundlers: null, insiders: null },
    exchanges: [],
    contracts: [],
    accounts: [],
    pathEnds: new Map(),
    controlled: [],
    services: [],
    coinPrice: null,
    venue: 'v2',
    skipped: [],
  }
}

export const KEPT = 'a launch that its maker keeps two thirds of, alone and in nine wallets'
export const PARTLY_KEPT = 'a launch that its maker keeps a third of, alone and in nine wallets'
const BOUGHT_TOGETHER = 'a launch of which two people buy a third in one transaction, and its maker keeps a little'
const SOME_BOUGHT_TOGETHER = 'a launch of which two people buy a sixth in one transaction'

export const LAUNCHES = {
  [KEPT]: launch({ kept: 26, given: 4.6 }),
  [PARTLY_KEPT]: launch({ kept: 11, given: 2.4 }),
  [BOUGHT_TOGETHER]: launch({ kept: 6, buys: 30 }),
  [SOME_BOUGHT_TOGETHER]: launch({ kept: 0, buys: 10 }),
} as const satisfies Readonly<Record<string, Script>>

/** Holder rules that these launches trip on every network. */
export const HOLDER_RULES = {
  top1_25: KEPT,
  top1_10: PARTLY_KEPT,
  top10_50: KEPT,
  top10_30: PARTLY_KEPT,
  cluster_40: KEPT,
  cluster_20: PARTLY_KEPT,
} as const

/** Early-buyer rules that these launches trip on networks that compute them. */
export const EARLY_RULES = {
  bundlers_25: BOUGHT_TOGETHER,
  bundlers_10: SOME_BOUGHT_TOGETHER,
  insiders_20: KEPT,
  insiders_5: BOUGHT_TOGETHER,
  snipers_20: BOUGHT_TOGETHER,
} as const
