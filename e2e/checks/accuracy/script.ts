/**
 * A launch told as a list of neutral actions: who pays, sends, buys and sells, in what block and at what place in it. A
 * player turns it into facts; `simulate.ts` computes what a chain would record, and a player on a real node can send the
 * same actions as transactions.
 */

export type Action =
  /** Time passes. */
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'blocks'; readonly count: number }
  /** Other people's transactions stand in between. */
  | { readonly do: 'gap'; readonly transactions: number }
  /** The token is made and all of it goes to its maker. */
  | { readonly do: 'create'; readonly by: string }
  /** Opens the pool with tokens and coins of its owner. */
  | { readonly do: 'pool'; readonly by: string; readonly tokens: number; readonly coins: number; readonly joined?: boolean }
  /** `joined`: in the transaction of the action before. */
  | { readonly do: 'pay'; readonly from: string; readonly to: string; readonly coins: number; readonly joined?: boolean }
  | { readonly do: 'payDollars'; readonly from: string; readonly to: string; readonly dollars: number }
  | { readonly do: 'send'; readonly from: string; readonly to: string; readonly tokens: number; readonly joined?: boolean }
  /** `signer`: who signed where it was not the wallet; `tip`: pays a tip account in the same transaction. */
  | {
      readonly do: 'buy'
      readonly wallet: string
      readonly coins: number
      readonly signer?: string
      readonly joined?: boolean
      readonly tip?: boolean
    }
  /** `share`: of what the wallet holds. */
  | { readonly do: 'sell'; readonly wallet: string; readonly share: number; readonly joined?: boolean }

export interface Truth {
  /** Wallets of one hand; everybody not named is alone. */
  readonly hands: readonly (readonly string[])[]
  /** What became of who bought in the first blocks; null where the scenario is not about it. */
  readonly snipers: Readonly<Record<string, 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'>> | null
  readonly bundlers: readonly string[] | null
  readonly insiders: readonly string[] | null
}

export interface Script {
  readonly actions: readonly Action[]
  readonly truth: Truth
  /** Exchanges whose address the label lists know. */
  readonly exchanges: readonly string[]
  readonly contracts: readonly string[]
  /** Services that the label lists know by another name: relayers, sponsors, market makers. */
  readonly services: readonly string[]
  /** Dollars that a coin is worth; null where nobody knows. */
  readonly coinPrice: number | null
  /** Slots without a block, by their distance from the pool's. */
  readonly skipped: readonly number[]
}

/** What a scenario is for: found it must be, left alone it must be, its figures tell where the limits are, or nobody saw it before. */
export type Purpose = 'catch' | 'trap' | 'adversary' | 'unseen'

export interface Scenario {
  readonly name: string
  readonly purpose: Purpose
  write(random: Random): Script
}

/** Numbers of a fixed seed (xorshift32): the same story on every machine. */
export interface Random {
  /** 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  between(least: number, most: number): number
}

export function seeded(seed: number): Random {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  for (let i = 0; i < 8; i++) next()
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    between: (least, most) => least + next() * (most - least),
  }
}
