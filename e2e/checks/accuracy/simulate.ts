import type { Address } from '../../../src-shared/domain/address.ts'
import { NATIVE, type DollarPayment, type TradingSwitch, type Transfer } from '../../../src-shared/domain/events.ts'
import type { Position } from '../../../src-shared/domain/position.ts'
import type { Funding, GrantedRole } from '../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { KnownLabel, TokenFacts } from '../../../src-main/detectors/facts.ts'
import { SimulatedSends } from './simulated-sends.ts'
import { addressOf, ZERO_ADDRESS } from './scripted-address.ts'
import type { Action, Script } from './script.ts'
import { GRADUATED_POOL, POOL_MANAGER, SimulatedMarket, WRAPPED } from './simulated-market.ts'
import { POOL, SimulatedToken, SUPPLY, TOKEN, TOKEN_DECIMALS, toRawTokens } from './simulated-token.ts'

/**
 * Plays a script against a constant-product pool and records the facts that a chain would have. It tests the
 * detectors on these facts. It does not test that reading a node yields them; `nodes/` does.
 */

const START = 1_700_000_000
const FIRST_BLOCK = 1_000_000
const BLOCK_SECONDS: Readonly<Record<NetworkId, number>> = { sol: 0.4, eth: 12, base: 2, bsc: 3, sui: 0.25 }
const DOLLAR_DECIMALS = 6
/** Number of blocks from the pool's block in which skipped slots are simulated. */
const TRACKED_BLOCKS = 40

export interface Simulation {
  readonly facts: TokenFacts
  /** Resolves a name to its address. */
  readonly at: (name: string) => Address
}

export function simulate(script: Script, network: NetworkId): Simulation {
  const play = new Simulator(network, script)
  for (const action of script.actions) play.act(action)
  return { facts: play.facts(script), at: play.at }
}

class Simulator {
  readonly #network: NetworkId
  readonly #skipped: readonly number[]
  readonly #coinPrice: number | null
  readonly #names = new Map<string, Address>()
  readonly #token: SimulatedToken
  readonly #coins: Transfer[] = []
  readonly #dollars: DollarPayment[] = []
  readonly #market: SimulatedMarket
  readonly #firstFunding = new Map<string, Funding>()
  readonly #sends: SimulatedSends
  readonly #roles: GrantedRole[] = []
  #block = FIRST_BLOCK
  #time = START
  #index = 0
  #event = 0
  #switch: TradingSwitch | null = null
  /** Block of the first liquidity. */
  #funded: number | null = null
  #created: { by: string; block: number; time: number; tx: string } | null = null

  constructor(network: NetworkId, script: Script) {
    const { skipped, coinPrice } = script
    this.#sends = new SimulatedSends(script)
    this.#network = network
    this.#skipped = skipped
    this.#coinPrice = coinPrice
    const { at } = this
    const eventFields = () => this.#eventFields()
    const token = new SimulatedToken(network, at, eventFields)
    this.#token = token
    const pay = (from: string, to: string, raw: bigint): void => this.#pay(from, to, raw)
    this.#market = new SimulatedMarket({ network, token, at, eventFields, rawCoins: (coins) => this.#rawCoins(coins), pay }, script)
  }

  readonly at = (name: string): Address => {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const address = addressOf(name, this.#network)
    this.#names.set(name, address)
    return address
  }

  act(action: Action): void {
    this.#play(action)
    this.#sends.add(action, { tx: this.#tx(), block: this.#block, value: action.do === 'buy' ? this.#rawCoins(action.coins) : 0n })
  }

  #play(action: Action): void {
    switch (action.do) {
      case 'wait':
        return this.#advance(Math.max(1, Math.round(action.seconds / BLOCK_SECONDS[this.#network])))
      case 'blocks':
        return this.#advance(action.count)
      case 'pause':
        return
      case 'gap':
        this.#index += action.transactions
        return
      case 'create':
        this.#beginTransaction()
        this.#created = { by: action.by, block: this.#block, time: this.#seconds(), tx: this.#tx() }
        return this.#token.mint(ZERO_ADDRESS[this.#network], action.by, SUPPLY, action.tax ?? null)
      case 'setTax':
        return this.#setTax(action.shares)
      case 'emptyPool':
        return this.#inTransaction(false, () => this.#market.create(action))
      case 'grant':
        this.#beginTransaction()
        if (action.to !== null) this.#roles.push({ member: this.at(action.to), role: action.role, tx: this.#tx() })
        return
      case 'openTrading':
        this.#beginTransaction()
        this.#switch = { block: this.#block, tx: this.#tx(), txIndex: this.#index }
        return
      case 'pool':
        this.#funded = this.#block
        return this.#inTransaction(action.sameTransaction, () => this.#market.create(action))
      case 'graduate':
        return this.#inTransaction(action.sameTransaction, () => this.#market.graduate(action.rest))
      case 'pay':
        return this.#inTransaction(action.sameTransaction, () => this.#pay(action.from, action.to, this.#rawCoins(action.coins)))
      case 'payDollars':
        return this.#inTransaction(false, () => this.#payDollars(action.from, action.to, action.dollars))
      case 'send':
        return this.#inTransaction(action.sameTransaction, () => this.#token.give(action.from, action.to, toRawTokens(action.tokens)))
      case 'buy':
        return this.#inTransaction(action.sameTransaction, () => this.#market.buy(action))
      case 'sell':
        return this.#inTransaction(action.sameTransaction, () => this.#market.sell(action.wallet, action.share))
    }
  }

  #advance(blocks: number): void {
    for (let i = 0; i < Math.min(blocks, TRACKED_BLOCKS); i++) {
      this.#block++
      while (this.#isSkipped(this.#block)) this.#block++
    }
    this.#block += Math.max(0, blocks - TRACKED_BLOCKS)
    this.#time += blocks * BLOCK_SECONDS[this.#network]
    this.#index = 0
  }

  #isSkipped(block: number): boolean {
    return this.#network === 'sol' && this.#funded !== null && this.#skipped.includes(block - this.#funded)
  }

  #beginTransaction(): void {
    this.#index++
    this.#event = 0
  }

  #inTransaction(sameTransaction: boolean | undefined, act: () => void): void {
    if (sameTransaction === true) this.#event++
    else this.#beginTransaction()
    act()
  }

  #tx(): string {
    return `${this.#block}-${this.#index}`
  }

  #seconds(): number {
    return Math.floor(this.#time)
  }

  #rawCoins(coins: number): bigint {
    return BigInt(Math.round(coins * 1e6)) * 10n ** BigInt(NETWORKS[this.#network].native.decimals - 6)
  }

  #eventFields(): { network: NetworkId; position: Position; time: number; tx: string } {
    return { network: this.#network, position: { block: this.#block, tx: this.#index, event: this.#event++ }, time: this.#seconds(), tx: this.#tx() }
  }

  #setTax(shares: readonly number[]): void {
    const { tax } = this.#token
    if (tax !== null) this.#token.tax = { ...tax, to: tax.to.map((part, i) => ({ ...part, share: shares[i] ?? part.share })) }
  }

  #pay(from: string, to: string, raw: bigint): void {
    const coin: Transfer = { kind: 'transfer', ...this.#eventFields(), token: NATIVE, from: this.at(from), to: this.at(to), raw }
    this.#coins.push(coin)
    if (this.#firstFunding.has(to)) return
    const { tx, time } = coin
    this.#firstFunding.set(to, { wallet: coin.to, funder: coin.from, raw, tx, block: this.#block, time, reason: null })
  }

  #payDollars(from: string, to: string, dollars: number): void {
    const { position, time, tx } = this.#eventFields()
    const raw = BigInt(Math.round(dollars * 10 ** DOLLAR_DECIMALS))
    const [payer, payee, token] = [this.at(from), this.at(to), this.at('dollar coin')]
    this.#dollars.push({ from: payer, to: payee, token, raw, decimals: DOLLAR_DECIMALS, coinUsd: this.#coinPrice, tx, block: position.block, time })
  }

  facts({ exchanges, contracts, controlled, accounts, pathEnds, services, venue }: Script): TokenFacts {
    const { at } = this
    const holdings = [...this.#token.balances].filter(([, raw]) => raw > 0n).map(([name, raw]) => ({ address: at(name), raw, verified: true }))
    const known = new Map<string, KnownLabel>()
    for (const name of exchanges) known.set(at(name), { name, tags: ['exchange'], linkPolicy: 'hub' })
    if (venue === 'v4') known.set(at(POOL_MANAGER), { name: POOL_MANAGER, tags: ['liquidity_pool'], linkPolicy: 'hub' })
    for (const name of services) known.set(at(name), { name, tags: ['wallet'], linkPolicy: 'hub', category: pathEnds.get(name) ?? null })
    const created = this.#created
    return {
      token: {
        network: this.#network,
        address: at(TOKEN),
        name: 'Scripted',
        symbol: 'SCRIPT',
        decimals: TOKEN_DECIMALS,
        totalSupply: SUPPLY,
        logo: null,
        creator: created === null ? null : at(created.by),
        owner: null,
        createdAt: created?.time ?? null,
        createdBlock: created?.block ?? null,
        createdTx: created?.tx ?? null,
        origin: 'node',
        asOf: this.#seconds() + 60,
        asOfBlock: this.#block + 1,
        holderCount: holdings.length,
        notes: [],
      },
      holdings,
      complete: true,
      labels: known,
      accounts: new Map(
        [...this.#names].map(([name, address]) => [
          address,
          contracts.includes(name) || [POOL, GRADUATED_POOL, POOL_MANAGER, TOKEN].includes(name)
            ? 'contract'
            : accounts.includes(name)
              ? 'smart_account'
              : 'wallet',
        ]),
      ),
      pools: this.#market.pools,
      transfers: this.#token.transfers,
      nativeTransfers: this.#coins,
      dollarPayments: this.#dollars,
      funding: [...this.#firstFunding.values()],
      trades: this.#market.trades,
      activity: [],
      nativeBalances: new Map(),
      recordedLinks: [],
      counterparties: new Map(),
      nativeTokens: new Set([at(WRAPPED)]),
      tradesFromBirth: true,
      tips: this.#market.tips,
      launchTransactions: NETWORKS[this.#network].family === 'evm' ? this.#sends.buys : [],
      tradingSwitch: this.#switch ?? 'none',
      producedBlocks: this.#network === 'sol' ? this.#producedBlocks() : null,
      authorities: [],
      contractOwners: controlled.map(({ contract, owner, deployer, sent }) => ({
        contract: at(contract),
        owner: at(owner ?? deployer),
        deployerNonce: owner === null ? sent : null,
      })),
      grantedRoles: this.#roles,
      clustersBefore: { clusters: [], nextId: 0 },
      asOf: { time: this.#seconds() + 60, block: this.#block + 1 },
    }
  }

  #producedBlocks(): number[] {
    const first = this.#funded ?? FIRST_BLOCK
    return Array.from({ length: TRACKED_BLOCKS }, (_, i) => first + i).filter((block) => !this.#isSkipped(block))
  }
}
