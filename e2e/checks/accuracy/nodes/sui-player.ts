import { idOf, SUI } from '../../../fixtures/sui/ids.ts'
import { Ledger, type TransactionBuilder as Transaction } from '../../../fixtures/sui/ledger.ts'
import { startSuiNode } from '../../../fixtures/sui/node.ts'
import { fund, publishCoin } from '../../../fixtures/sui/coins.ts'
import { openPool, swapThrough, type PoolState } from '../../../fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { Script } from '../script.ts'
import type { ScriptPlayer } from './script-player.ts'
import { actorOf, computeFunds, toSteps, type ChainAction, type ActionOf, type Funds } from './steps.ts'

/**
 * Plays scripts on the Sui test ledger, which serves the real protocols, with one programmable transaction per script
 * transaction. A wait seals at most `MAX_CHECKPOINTS_BETWEEN` checkpoints, more than the range of early buyers, and then only
 * advances time.
 */

const MAX_CHECKPOINTS_BETWEEN = 30
const FEE_SUI = 0.01
const TOKEN_DECIMALS = 6
const SUPPLY = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS)
const rawTokens = (units: number): bigint => BigInt(Math.round(units * 10 ** TOKEN_DECIMALS))
const rawCoins = (units: number): bigint => BigInt(Math.round(units * 10 ** NETWORKS.sui.native.decimals))
const at = (name: string): string => idOf(`scripted person ${name}`)

export const playOnSui: ScriptPlayer = async (script) => {
  const player = new Player(computeFunds(script, FEE_SUI))
  player.run(script)
  const node = await startSuiNode(player.ledger)
  return { endpoints: node.endpoints, token: trustedAddress(player.coin), at: (name) => trustedAddress(at(name)), stop: () => node.stop() }
}

class Player {
  readonly ledger = new Ledger()
  readonly #funds: Funds
  readonly #toppedUp = new Set<string>()
  #bystanders = 0
  #coin: string | null = null
  #pool: PoolState | null = null
  #upgradeCap = ''

  constructor(funds: Funds) {
    this.#funds = funds
  }

  get coin(): string {
    if (this.#coin === null) throw new Error('The script creates no token')
    return this.#coin
  }

  run(script: Script): void {
    for (const [name, coins] of this.#funds.before) fund(this.ledger, [at(name)], rawCoins(coins))
    this.ledger.seal()
    for (const step of toSteps(script, NETWORKS.sui.blockSeconds)) {
      if (step.do === 'pass') this.#advance(step.seconds, step.blocks)
      else if (step.do === 'others')
        for (let i = 0; i < step.transactions; i++) this.ledger.execute({ sender: at(`bystander ${this.#bystanders++ % 8}`) })
      else if (step.do === 'transaction') this.#play(step.actions)
    }
    this.ledger.seal(2)
  }

  #advance(seconds: number, blocks: number): void {
    const sealed = Math.min(blocks, MAX_CHECKPOINTS_BETWEEN)
    this.ledger.seal(sealed - 1)
    this.ledger.rest(Math.max(0, seconds - sealed * NETWORKS.sui.blockSeconds))
  }

  #play(actions: readonly ChainAction[]): void {
    const [first] = actions
    if (first === undefined) return
    // A coin's type exists only after its package is published, so the pool needs a separate transaction.
    if (first.do === 'create') {
      const names = { ...NAMES, decimals: TOKEN_DECIMALS, supply: SUPPLY, regulated: true }
      const { coin, upgradeCap } = publishCoin(this.ledger, { publisher: at(first.by), ...names })
      this.#coin = coin
      this.#upgradeCap = upgradeCap
    } else if (first.do === 'pool') {
      const { by, tokens, coins } = first
      this.#pool = openPool(this.ledger, at(by), 'cetus', this.coin, SUI, rawTokens(tokens), rawCoins(coins))
    } else {
      const payer = actions.find((action) => action.do === 'buy') ?? first
      this.ledger.execute({ sender: at(actorOf(payer)) }, (tx) => {
        for (const action of actions) this.#addAction(tx, action)
      })
      for (const action of actions) if (action.do === 'pay') this.#topUp(action.to)
      return
    }
    this.#play(actions.slice(1))
  }

  #addAction(tx: Transaction, action: ChainAction): void {
    if (action.do === 'pay') tx.move(at(action.from), at(action.to), SUI, rawCoins(action.coins))
    if (action.do === 'send') tx.move(at(action.from), at(action.to), this.coin, rawTokens(action.tokens))
    if (action.do === 'grant') this.#addGrant(tx, action)
    if (action.do === 'buy') this.#addSwap(tx, SUI, { from: at(actorOf(action)), to: at(action.wallet), raw: rawCoins(action.coins) })
    if (action.do === 'sell') this.#addSell(tx, action)
  }

  #addGrant(tx: Transaction, { to, role }: ActionOf<'grant'>): void {
    const { treasury = '', denyCap } = this.ledger.coins.get(this.coin) ?? {}
    const id = { TreasuryCap: treasury, DenyCap: denyCap ?? '', UpgradeCap: this.#upgradeCap }[role]
    const object = this.ledger.object(id)
    if (object === null) throw new Error(`The coin has no ${role}`)
    if (to === null) tx.delete(id)
    else tx.write({ ...object, owner: { kind: 'address', address: at(to) } })
  }

  #addSell(tx: Transaction, { wallet, share }: ActionOf<'sell'>): void {
    const { coins: held } = this.ledger.balance(at(wallet), this.coin)
    const raw = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (raw > 0n) this.#addSwap(tx, this.coin, { from: at(wallet), to: at(wallet), raw })
  }

  #addSwap(tx: Transaction, coinIn: string, { from, to, raw }: { from: string; to: string; raw: bigint }): void {
    if (this.#pool === null) throw new Error('A swap needs a pool')
    tx.take(from, coinIn, raw)
    const out = swapThrough(tx, this.#pool, coinIn, raw, to)
    tx.give(to, coinIn === SUI ? this.coin : SUI, out)
  }

  /** Sets the balance that a wallet needs beyond its payments, after the first one. */
  #topUp(name: string): void {
    const more = this.#funds.later.get(name)
    if (more === undefined || this.#toppedUp.has(name)) return
    this.#toppedUp.add(name)
    fund(this.ledger, [at(name)], rawCoins(more))
  }
}

const NAMES = { module: 'script', name: 'Scripted', symbol: 'SCRIPT' }
