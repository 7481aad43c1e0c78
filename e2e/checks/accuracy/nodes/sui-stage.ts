import { idOf, SUI } from '../../../fixtures/sui/ids.ts'
import { Ledger, type Play as Transaction } from '../../../fixtures/sui/ledger.ts'
import { startSuiNode } from '../../../fixtures/sui/node.ts'
import { fund, publishCoin } from '../../../fixtures/sui/coins.ts'
import { openPool, swapThrough, type PoolState } from '../../../fixtures/sui/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { Script } from '../script.ts'
import type { Stage } from './stage.ts'
import { actorOf, pursesOf, stepsOf, type Deed, type DeedOf, type Purse } from './steps.ts'

/**
 * Plays scripts on the Sui test ledger, which serves the real protocols: one programmable transaction for all deeds of a
 * transaction. Between two moments few checkpoints are sealed, more than early buyers are looked for in; the rest is time.
 */

const MOST_CHECKPOINTS_BETWEEN = 30
const FEE_SUI = 0.01
const TOKEN_DECIMALS = 6
const SUPPLY = 1_000_000_000n * 10n ** BigInt(TOKEN_DECIMALS)
const rawTokens = (units: number): bigint => BigInt(Math.round(units * 10 ** TOKEN_DECIMALS))
const rawCoins = (units: number): bigint => BigInt(Math.round(units * 10 ** NETWORKS.sui.native.decimals))
const at = (name: string): string => idOf(`scripted person ${name}`)

export const stageOnSui: Stage = async (script) => {
  const play = new Play(pursesOf(script, FEE_SUI))
  play.run(script)
  const node = await startSuiNode(play.ledger)
  return { endpoints: node.endpoints, token: trustedAddress(play.coin), at: (name) => trustedAddress(at(name)), stop: () => node.stop() }
}

class Play {
  readonly ledger = new Ledger()
  readonly #purse: Purse
  readonly #filled = new Set<string>()
  #bystanders = 0
  #coin: string | null = null
  #pool: PoolState | null = null

  constructor(purse: Purse) {
    this.#purse = purse
  }

  get coin(): string {
    if (this.#coin === null) throw new Error('the script makes no token')
    return this.#coin
  }

  run(script: Script): void {
    for (const [name, coins] of this.#purse.before) fund(this.ledger, [at(name)], rawCoins(coins))
    this.ledger.seal()
    for (const step of stepsOf(script, NETWORKS.sui.blockSeconds)) {
      if (step.do === 'pass') this.#pass(step.seconds, step.blocks)
      else if (step.do === 'others')
        for (let i = 0; i < step.transactions; i++) this.ledger.execute({ sender: at(`bystander ${this.#bystanders++ % 8}`) })
      else this.#act(step.deeds)
    }
    this.ledger.seal(2)
  }

  #pass(seconds: number, blocks: number): void {
    const sealed = Math.min(blocks, MOST_CHECKPOINTS_BETWEEN)
    this.ledger.seal(sealed - 1)
    this.ledger.rest(Math.max(0, seconds - sealed * NETWORKS.sui.blockSeconds))
  }

  #act(deeds: readonly Deed[]): void {
    const [first] = deeds
    if (first === undefined) return
    // A coin's type is there only once its package is published: making its pool is a transaction of its own.
    if (first.do === 'create')
      this.#coin = publishCoin(this.ledger, { publisher: at(first.by), ...NAMES, decimals: TOKEN_DECIMALS, supply: SUPPLY }).coin
    else if (first.do === 'pool') {
      const { by, tokens, coins } = first
      this.#pool = openPool(this.ledger, at(by), 'cetus', this.coin, SUI, rawTokens(tokens), rawCoins(coins))
    } else {
      const payer = deeds.find((deed) => deed.do === 'buy') ?? first
      this.ledger.execute({ sender: at(actorOf(payer)) }, (tx) => {
        for (const deed of deeds) this.#within(tx, deed)
      })
      for (const deed of deeds) if (deed.do === 'pay') this.#fill(deed.to)
      return
    }
    this.#act(deeds.slice(1))
  }

  #within(tx: Transaction, deed: Deed): void {
    if (deed.do === 'pay') tx.move(at(deed.from), at(deed.to), SUI, rawCoins(deed.coins))
    if (deed.do === 'send') tx.move(at(deed.from), at(deed.to), this.coin, rawTokens(deed.tokens))
    if (deed.do === 'buy') this.#swaps(tx, SUI, { from: at(actorOf(deed)), to: at(deed.wallet), raw: rawCoins(deed.coins) })
    if (deed.do === 'sell') this.#sells(tx, deed)
  }

  #sells(tx: Transaction, { wallet, share }: DeedOf<'sell'>): void {
    const { coins: held } = this.ledger.balance(at(wallet), this.coin)
    const raw = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (raw > 0n) this.#swaps(tx, this.coin, { from: at(wallet), to: at(wallet), raw })
  }

  #swaps(tx: Transaction, coinIn: string, { from, to, raw }: { from: string; to: string; raw: bigint }): void {
    if (this.#pool === null) throw new Error('a swap needs a pool')
    tx.take(from, coinIn, raw)
    const out = swapThrough(tx, this.#pool, coinIn, raw, to)
    tx.give(to, coinIn === SUI ? this.coin : SUI, out)
  }

  /** What a wallet spends beyond its payments comes from nobody, after its first one. */
  #fill(name: string): void {
    const more = this.#purse.later.get(name)
    if (more === undefined || this.#filled.has(name)) return
    this.#filled.add(name)
    fund(this.ledger, [at(name)], rawCoins(more))
  }
}

const NAMES = { module: 'script', name: 'Scripted', symbol: 'SCRIPT' }
