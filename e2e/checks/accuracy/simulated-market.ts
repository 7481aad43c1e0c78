import type { Address } from '../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { computeSwapOutput } from './constant-product.ts'
import type { Action, Script, Tax } from './script.ts'
import { POOL, TOKEN, TOKEN_DECIMALS, toRawTokens, type SimulatedToken } from './simulated-token.ts'

/** The pools of a scripted token, with their trades. */

export const WRAPPED = 'wrapped coin'
/** Holds the tokens of all pools if they share one account. */
export const POOL_MANAGER = 'pool manager'
/** Replaces the curve of a launchpad. */
export const GRADUATED_POOL = 'pool after graduation'
const TIP_COINS = 0.001

type EventFields = Pick<Trade, 'network' | 'position' | 'time' | 'tx'>

interface Chain {
  readonly network: NetworkId
  readonly token: SimulatedToken
  readonly at: (name: string) => Address
  /** Position and time of the next event. */
  readonly eventFields: () => EventFields
  readonly rawCoins: (coins: number) => bigint
  readonly pay: (from: string, to: string, raw: bigint) => void
}

interface OpenPool {
  readonly name: string
  /** Holder of the pool's tokens. */
  readonly vault: string
  /** Coins of the deposit. A curve counts them without holding them. */
  readonly deposited: bigint
  coins: bigint
}

export class SimulatedMarket {
  readonly trades: Trade[] = []
  readonly tips: { readonly tx: string; readonly from: string; readonly raw: bigint }[] = []
  /** Blocks and transactions that created pools, by name. */
  readonly #created = new Map<string, EventFields>()
  readonly #chain: Chain
  readonly #accounts: readonly string[]
  readonly #vault: string
  #open: OpenPool | null = null

  constructor(chain: Chain, { accounts, venue }: Pick<Script, 'accounts' | 'venue'>) {
    this.#chain = chain
    this.#accounts = accounts
    this.#vault = venue === 'v4' ? POOL_MANAGER : POOL
  }

  /** Creates the pool, with liquidity or without. */
  create(deposit: Extract<Action, { do: 'pool' | 'emptyPool' }>): void {
    const { token, rawCoins, eventFields } = this.#chain
    if (!this.#created.has(POOL)) this.#created.set(POOL, eventFields())
    if (deposit.do === 'emptyPool') return
    const coins = rawCoins(deposit.coins)
    this.#open = { name: POOL, vault: this.#vault, deposited: coins, coins }
    token.give(deposit.by, this.#vault, toRawTokens(deposit.tokens))
  }

  /** Moves the coins that a curve took, and tokens of the same value, into a new pool. */
  graduate(rest?: string): void {
    const { token, eventFields } = this.#chain
    const curve = this.#pool
    const coins = curve.coins - curve.deposited
    this.#created.set(GRADUATED_POOL, eventFields())
    this.#open = { name: GRADUATED_POOL, vault: GRADUATED_POOL, deposited: coins, coins }
    token.give(curve.vault, GRADUATED_POOL, (token.held(curve.vault) * coins) / curve.coins)
    if (rest !== undefined) token.give(curve.vault, rest, token.held(curve.vault))
  }

  buy({ wallet, coins, signer, tip }: Extract<Action, { do: 'buy' }>): void {
    const { token, rawCoins, at } = this.#chain
    const pool = this.#pool
    const spent = rawCoins(coins)
    const raw = computeSwapOutput(token.held(pool.vault), pool.coins, spent)
    pool.coins += spent
    token.move('buy', pool.vault, wallet, raw)
    const { tx } = this.#trade(signer ?? wallet, wallet, [WRAPPED, spent], [TOKEN, raw])
    if (tip === true) this.tips.push({ tx, from: at(signer ?? wallet), raw: rawCoins(TIP_COINS) })
  }

  sell(wallet: string, share: number): void {
    const { token } = this.#chain
    const pool = this.#pool
    const held = token.held(wallet)
    const raw = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (raw === 0n) return
    if (token.tax?.how === 'collected') this.#sellCollected(wallet, token.tax)
    const before = token.held(pool.vault)
    const sold = token.move('sell', wallet, pool.vault, raw)
    const earned = computeSwapOutput(pool.coins, before, sold)
    pool.coins -= earned
    this.#trade(wallet, wallet, [TOKEN, sold], [WRAPPED, earned])
  }

  /** In order of creation. */
  get pools(): Pool[] {
    const { network, at } = this.#chain
    const venue = { kind: 'pool', network, dex: 'scripted', dexVersion: '1', token0: at(TOKEN), token1: at(WRAPPED) } as const
    return [...this.#created].map(([name, { position, tx }]) => ({ ...venue, address: at(name), createdBlock: position.block, createdTx: tx }))
  }

  get #pool(): OpenPool {
    if (this.#open === null) throw new Error('A trade needs a pool')
    return this.#open
  }

  /** The token's contract sells the collected tokens and pays the coins to the receivers of the tax. */
  #sellCollected(seller: string, tax: Tax): void {
    const { token, pay } = this.#chain
    const [pool, raw] = [this.#pool, token.held(TOKEN)]
    if (raw === 0n) return
    const earned = computeSwapOutput(pool.coins, token.held(pool.vault), raw)
    pool.coins -= earned
    token.move('send', TOKEN, pool.vault, raw)
    this.#trade(seller, null, [TOKEN, raw], [WRAPPED, earned])
    const all = tax.to.reduce((sum, { share }) => sum + share, 0)
    for (const { wallet, share } of tax.to) pay(TOKEN, wallet, (earned * BigInt(Math.round((share / all) * 1e6))) / 1_000_000n)
  }

  #trade(signer: string, receiver: string | null, [tokenIn, rawIn]: [string, bigint], [tokenOut, rawOut]: [string, bigint]): Trade {
    const { network, at, eventFields } = this.#chain
    const leg = (name: string, raw: bigint) => ({
      token: at(name),
      raw,
      decimals: name === TOKEN ? TOKEN_DECIMALS : NETWORKS[network].native.decimals,
      usd: null,
    })
    const trade: Trade = {
      kind: 'trade',
      ...eventFields(),
      dex: 'scripted',
      dexVersion: '1',
      signer: at(signer),
      ...(this.#accounts.includes(signer) ? { account: at(signer) } : {}),
      receiver: receiver === null ? null : at(receiver),
      pool: at(this.#pool.name),
      tokenIn: leg(tokenIn, rawIn),
      tokenOut: leg(tokenOut, rawOut),
      feeUsd: null,
      leg: 0,
      source: 'event',
      confidence: 'sure',
    }
    this.trades.push(trade)
    return trade
  }
}
