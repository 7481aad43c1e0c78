import type { NetworkRow } from '../../../src-shared/networks.ts'

/**
 * A launch as a list of chain-independent actions: payments, transfers, buys and sells, with their order in blocks.
 * `simulate.ts` turns them into the facts that a chain would record. The players in `nodes/` send them to a real node
 * as transactions.
 */

export type Action =
  /** Time passes. */
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'blocks'; readonly count: number }
  /** Unrelated transactions in between. */
  | { readonly do: 'gap'; readonly transactions: number }
  /** The player waits until its caller has read the node. */
  | { readonly do: 'pause' }
  /** Creates the token. The creator receives the whole supply and pays no tax. */
  | { readonly do: 'create'; readonly by: string; readonly tax?: Tax; readonly closed?: Closed }
  /** The creator hands over, or destroys, an object that gives a right over the token. */
  | { readonly do: 'grant'; readonly by: string; readonly to: string | null; readonly role: Role }
  /** The creator opens trading of a token that was created closed. */
  | { readonly do: 'openTrading'; readonly by: string }
  /** The creator changes the shares of the tax. */
  | { readonly do: 'setTax'; readonly by: string; readonly shares: readonly number[] }
  /** Creates the pool without liquidity, at the price of these amounts if the venue sets one. */
  | { readonly do: 'emptyPool'; readonly by: string; readonly tokens: number; readonly coins: number }
  /** Opens the pool with tokens and coins of `by`. */
  | { readonly do: 'pool'; readonly by: string; readonly tokens: number; readonly coins: number; readonly sameTransaction?: boolean }
  /** A launchpad closes the curve and opens a Uniswap v2 pool with what the curve took. `rest`: receiver of the leftover tokens; none by default. */
  | { readonly do: 'graduate'; readonly by: string; readonly rest?: string; readonly sameTransaction?: boolean }
  /** `sameTransaction`: the action belongs to the transaction of the previous action. */
  | { readonly do: 'pay'; readonly from: string; readonly to: string; readonly coins: number; readonly sameTransaction?: boolean }
  | { readonly do: 'payDollars'; readonly from: string; readonly to: string; readonly dollars: number }
  | { readonly do: 'send'; readonly from: string; readonly to: string; readonly tokens: number; readonly sameTransaction?: boolean }
  /** `signer`: the signer when it is not the wallet. `tip`: the transaction also pays a tip account. `gas`: settings other than the default. */
  | {
      readonly do: 'buy'
      readonly wallet: string
      readonly coins: number
      readonly signer?: string
      readonly sameTransaction?: boolean
      readonly tip?: boolean
      readonly gas?: Gas
    }
  /** `share`: 0 to 1 of the wallet's balance. */
  | { readonly do: 'sell'; readonly wallet: string; readonly share: number; readonly sameTransaction?: boolean }

/** Capabilities of a coin on Sui. */
export type Role = 'TreasuryCap' | 'DenyCap' | 'UpgradeCap'

/** What a sender sets on networks whose transactions have gas settings. */
export interface Gas {
  readonly limit: number
  readonly gwei: number
}

/** Until the creator opens trading, the token moves only from and to the creator and these wallets. */
export interface Closed {
  readonly exempt: readonly string[]
}

/** The share of each move that the token's code takes. */
export interface Tax {
  /** The receivers, with their shares (0 to 1) of the moved amount. Empty if it is burned or reflected. */
  readonly to: readonly { readonly wallet: string; readonly share: number }[]
  readonly on: readonly ('buy' | 'sell' | 'send')[]
  /**
   * `sent`: the sender sends it separately from the remaining amount. `sent on`: the receiver sends it. `collected`: the token's contract keeps it,
   * sells it with the next sale and pays out the coin (on a node, with the next move). `burned`: to the dead address. `reflected`: raises all
   * balances without a transfer.
   */
  readonly how: 'sent' | 'sent on' | 'collected' | 'burned' | 'reflected'
}

/**
 * Uniswap version: in v2 and v3 the pool's contract holds its tokens, in v4 one contract holds the tokens of all pools. A `curve` belongs to a
 * launchpad, which also creates the token. Nodes of other networks have one kind of pool.
 */
export type Venue = 'v2' | 'v3' | 'v4' | 'curve'

export interface Truth {
  /** Groups of wallets with one owner. A wallet that is not listed is on its own. */
  readonly owners: readonly (readonly string[])[]
  /** State of each wallet that bought in the first blocks. null when the scenario does not test snipers. */
  readonly snipers: Readonly<Record<string, 'held' | 'sold_partially' | 'sold_fully' | 'bought_more'>> | null
  readonly bundlers: readonly string[] | null
  readonly insiders: readonly string[] | null
}

/** A contract that keeps tokens. */
export interface Controlled {
  readonly contract: string
  /** Owner that the contract names; null if it names none. */
  readonly owner: string | null
  readonly deployer: string
  /** Transactions that the deployer had sent before. */
  readonly sent: number
}

export interface Script {
  readonly actions: readonly Action[]
  readonly truth: Truth
  readonly venue: Venue
  /** Name and symbol of the token, if the node's tokens have them. */
  readonly called?: { readonly name: string; readonly symbol: string }
  /** Exchanges whose address the label lists know. */
  readonly exchanges: readonly string[]
  readonly contracts: readonly string[]
  /** Contracts whose owner or deployer matters. `contracts` lists them too. */
  readonly controlled: readonly Controlled[]
  /** ERC-4337 smart accounts, each with its own owner. They act by user operations that a bundler sends. */
  readonly accounts: readonly string[]
  /** Services that the label lists call mixers or bridges. */
  readonly pathEnds: ReadonlyMap<string, 'mixer' | 'bridge'>
  /** Services that the label lists know: relayers, sponsors, market makers. */
  readonly services: readonly string[]
  /** US dollars per coin. null when the price is unknown. */
  readonly coinPrice: number | null
  /** Slots without a block, counted from the pool's slot. */
  readonly skipped: readonly number[]
}

/** `catch` must be detected, `trap` must not, `adversary` shows the limits of the rules, `unseen` was never tuned on. */
export type Purpose = 'catch' | 'trap' | 'adversary' | 'unseen'

export interface Scenario {
  readonly name: string
  readonly purpose: Purpose
  /** The only network family that records what the scenario is about; absent if every network can play it. */
  readonly family?: NetworkRow['family']
  /** @param windowBlocks blocks after the first event in which a buyer is a sniper. Default: 3, as on most networks. */
  build(random: Random, windowBlocks?: number): Script
}

/** Seeded generator (xorshift32), so a script is the same on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** An integer, both ends included. */
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
