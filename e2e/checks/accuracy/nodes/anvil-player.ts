import { getContractAddress, type Hex } from 'viem'
import { spawnAnvil } from '../../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact } from '../../../fixtures/anvil/uniswap.ts'
import { deployVenues, type Venues } from '../../../fixtures/anvil/venues.ts'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { Gas, Script, Venue } from '../script.ts'
import { encodeCall, MARKETS, type Call, type Deposit, type Market } from './anvil-market.ts'
import { deployCurve, encodeLaunch, marketOnCurve, nextToken } from './anvil-curve.ts'
import { encodeToken, toMillionths } from './anvil-token.ts'
import { AnvilBlocks, BLOCK_SECONDS, CHAIN_ID, raw } from './anvil-blocks.ts'
import { deployContracts } from './anvil-contracts.ts'
import { openAccounts, type OpenAccounts } from './anvil-accounts.ts'
import { deployDollars, rawDollars } from './anvil-dollars.ts'
import type { ScriptPlayer } from './script-player.ts'
import { actorOf, computeFunds, toSteps, type ChainAction, type ActionOf, type Funds } from './steps.ts'

/**
 * Plays scripts on anvil with the real Uniswap v2, v3 or v4. Every action is a signed transaction. Actions of one transaction run
 * through one contract.
 *
 * A wait mines at most `MAX_BLOCKS_BETWEEN` blocks with distant timestamps: more than the rules treat as simultaneous, and
 * far fewer than the chain would have.
 */

const MAX_BLOCKS_BETWEEN = 4
const FEE_ETHER = 0.03
const TIP_ETHER = 0.001
const NOBODY = '0x000000000000000000000000000000000000dead'
const BUNDLER = 'bundler of user operations'
const BUILDER = addressOf(account('builder of the blocks'))
const MAX = 2n ** 256n - 1n

export const playOnAnvil: ScriptPlayer = async (script, pause) => {
  const anvil = await spawnAnvil({ chainId: CHAIN_ID, args: ['--order', 'fifo'] })
  try {
    const chain = await openDevChain(anvil.url)
    await chain.rpc('anvil_setCoinbase', [BUILDER])
    const deployer = account('deployer of the venues')
    await chain.setBalance(deployer.address, raw(1_000))
    const venues = await deployVenues(chain, deployer, CHAIN_ID)
    const contracts = await deployContracts(chain, deployer, script)
    const errands = await chain.deploy(deployer, ownArtifact('Errands'), [])
    const player = new Player(chain, venues, errands, contracts, computeFunds(script, FEE_ETHER))
    player.operations = script.accounts.length === 0 ? null : await openAccounts(chain, deployer, script.accounts)
    player.curve = script.venue === 'curve' ? await deployCurve(chain, deployer) : null
    player.dollars = await deployDollars({ chain, venues, deployer }, script, player.at)
    const at = (name: string): Address => trustedAddress(player.at(name))
    await player.run(script, async () => pause?.({ endpoints: [anvil.url], token: trustedAddress(player.token.address), at }))
    return { endpoints: [anvil.url], token: trustedAddress(player.token.address), at, stop: anvil.stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

class Player {
  readonly #chain: DevChain
  readonly #blocks: AnvilBlocks
  readonly #venues: Venues
  readonly #errands: Contract
  readonly #contracts: ReadonlyMap<string, Contract>
  readonly #funds: Funds
  readonly #approved = new Set<string>()
  #token: Contract | null = null
  #market: Market | null = null
  #venue: Venue = 'v2'
  #called = { name: 'Scripted', symbol: 'SCRIPT' }
  #isPoolCreated = false
  /** null when the script has no smart accounts. */
  operations: OpenAccounts | null = null
  /** null if no launchpad creates the script's token. */
  curve: Contract | null = null
  /** null if the script pays no dollars. */
  dollars: Contract | null = null

  constructor(chain: DevChain, venues: Venues, errands: Contract, contracts: ReadonlyMap<string, Contract>, funds: Funds) {
    this.#chain = chain
    this.#blocks = new AnvilBlocks(chain)
    this.#venues = venues
    this.#errands = errands
    this.#contracts = contracts
    this.#funds = funds
  }

  get token(): Contract {
    if (this.#token === null) throw new Error('The script creates no token')
    return this.#token
  }

  get #pool(): Market {
    if (this.#market === null) throw new Error('The script creates no token')
    return this.#market
  }

  readonly at = (name: string): Hex => this.#contracts.get(name)?.address ?? this.operations?.at(name) ?? addressOf(account(name))

  async run(script: Script, pause: () => Promise<void>): Promise<void> {
    this.#venue = script.venue
    this.#called = script.called ?? this.#called
    for (const [name, coins] of this.#funds.before) await this.#chain.setBalance(this.at(name), raw(coins))
    for (const step of toSteps(script, NETWORKS.eth.blockSeconds)) {
      if (step.do === 'pass') await this.#blocks.advance(step.seconds, step.exact === true ? step.blocks : Math.min(step.blocks, MAX_BLOCKS_BETWEEN))
      else if (step.do === 'pause') {
        await this.#blocks.advance(BLOCK_SECONDS, 1)
        await pause()
      } else if (step.do === 'others') for (let i = 0; i < step.transactions; i++) await this.#blocks.sendUnrelated()
      else await this.#play(step.actions)
    }
    await this.#blocks.advance(BLOCK_SECONDS, 1)
  }

  async #play(actions: readonly ChainAction[]): Promise<void> {
    const [first] = actions
    if (first === undefined) return
    // The token and its pool are created by separate transactions, consecutive in one block.
    if (first.do === 'create') {
      await this.#create(first)
      if (actions.length > 1) await this.#play(actions.slice(1))
    } else if (first.do === 'pool') {
      await this.#openPool(first)
      if (actions.length > 1) await this.#play(actions.slice(1))
    } else if (actions.length === 1 && !this.#contracts.has(actorOf(first))) await this.#playSingle(first)
    else await this.#playTogether(actions)
    for (const action of actions) {
      if (action.do !== 'pay') continue
      await this.#blocks.paid(action.to, this.at(action.to), this.#funds.later.get(action.to))
    }
  }

  async #create(action: ActionOf<'create'>): Promise<void> {
    const { by, tax } = action
    if (this.curve !== null) return this.#createOnCurve(by, this.curve)
    const { abi, data } = encodeToken(action, this.#called, this.#venues.v2, this.at)
    const nonce = await this.#send(by, { target: null, value: 0n, data })
    this.#token = { address: getContractAddress({ from: this.at(by), nonce: BigInt(nonce) }).toLowerCase() as Hex, abi }
    if (this.#venue !== 'curve') this.#market = MARKETS[this.#venue](this.#venues, this.token, tax !== undefined)
  }

  async #createOnCurve(by: string, curve: Contract): Promise<void> {
    this.#token = await nextToken(this.#chain, curve)
    this.#market = marketOnCurve(curve, this.#token)
    await this.#send(by, encodeLaunch(curve, this.#called))
  }

  #depositOf({ by, tokens, coins }: ActionOf<'pool' | 'emptyPool'>): Deposit {
    return { by: this.at(by), tokens: raw(tokens), coins: raw(coins) }
  }

  async #openPool(action: ActionOf<'pool'>): Promise<void> {
    const calls = this.#pool.deposit(this.#depositOf(action), this.#isPoolCreated)
    if (calls.length > 0) await this.#ensureApproved(action.by, this.#pool.spenders.deposit)
    for (const call of calls) await this.#send(action.by, call)
  }

  async #playSingle(action: ChainAction): Promise<unknown> {
    if (action.do === 'pay') return this.#send(action.from, { target: this.at(action.to), value: raw(action.coins), data: '0x' })
    if (action.do === 'send') return this.#send(action.from, encodeCall(this.token, 'transfer', [this.at(action.to), raw(action.tokens)]))
    if (action.do === 'payDollars' && this.dollars !== null)
      return this.#send(action.from, encodeCall(this.dollars, 'transfer', [this.at(action.to), rawDollars(action.dollars)]))
    if (action.do === 'buy')
      return this.#send(actorOf(action), action.tip === true ? this.#withTip(this.#encodeBuy(action)) : this.#encodeBuy(action), action.gas)
    if (action.do === 'emptyPool') {
      this.#isPoolCreated = true
      return this.#send(action.by, this.#pool.create(this.#depositOf(action)))
    }
    if (action.do === 'graduate') return this.#send(action.by, this.#encodeGraduation(action))
    if (action.do === 'openTrading') return this.#send(action.by, encodeCall(this.token, 'enableTrading', []))
    if (action.do === 'setTax') return this.#send(action.by, encodeCall(this.token, 'setShares', [toMillionths(action.shares)]))
    if (action.do === 'sell') return this.#sell(action)
  }

  /** Later trades go to the pool that the curve's call creates. */
  #encodeGraduation({ rest }: ActionOf<'graduate'>): Call {
    if (this.curve === null) throw new Error('The script has no launchpad')
    this.#market = MARKETS.v2(this.#venues, this.token, false)
    return encodeCall(this.curve, 'graduate', [this.token.address, this.#venues.v2.router.address, rest === undefined ? NOBODY : this.at(rest)])
  }

  /** The call and a payment to the block's builder, both through one contract. */
  #withTip(call: Call): Call {
    const tip = { target: BUILDER, value: raw(TIP_ETHER), data: '0x' } as const
    return { target: this.#errands.address, value: call.value + tip.value, data: encodeCall(this.#errands, 'run', [[call, tip]]).data }
  }

  #encodeBuy({ wallet, coins }: ActionOf<'buy'>): Call {
    return this.#pool.buy(this.at(wallet), raw(coins))
  }

  /** The amount depends on earlier trades in the open block, so the balance is read from the pending state. */
  async #sell({ wallet, share }: ActionOf<'sell'>): Promise<void> {
    await this.#ensureApproved(wallet, this.#pool.spenders.sale)
    const held = await this.#balanceInOpenBlock(wallet)
    const amount = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (amount === 0n) return
    await this.#send(wallet, this.#pool.sell(this.at(wallet), amount))
  }

  async #balanceInOpenBlock(wallet: string): Promise<bigint> {
    const { target: to, data } = encodeCall(this.token, 'balanceOf', [this.at(wallet)])
    return BigInt((await this.#chain.rpc('eth_call', [{ to, data }, 'pending'])) as Hex)
  }

  async #playTogether(actions: readonly ChainAction[]): Promise<void> {
    const buys = actions.filter((action) => action.do === 'buy')
    if (buys.length === actions.length && buys.every((buy) => this.operations?.at(actorOf(buy)) !== undefined)) {
      const byAccount = Map.groupBy(buys, actorOf)
      await this.#sendOperations(new Map([...byAccount].map(([name, own]) => [name, own.map((buy) => this.#encodeBuy(buy))])))
      return
    }
    const contract = actions.flatMap((action) => this.#contracts.get(actorOf(action)) ?? [])[0]
    const calls: Call[] = []
    for (const action of actions) {
      if (action.do === 'pay') calls.push({ target: this.at(action.to), value: raw(action.coins), data: '0x' })
      else if (action.do === 'buy') calls.push(this.#encodeBuy(action))
      else if (action.do === 'graduate') calls.push(this.#encodeGraduation(action))
      else if (action.do === 'send' && this.#contracts.has(action.from))
        calls.push(encodeCall(this.token, 'transfer', [this.at(action.to), raw(action.tokens)]))
      else if (action.do === 'send') {
        await this.#ensureApproved(action.from, contract ?? this.#errands)
        calls.push(encodeCall(this.token, 'transferFrom', [this.at(action.from), this.at(action.to), raw(action.tokens)]))
      } else throw new Error(`Cannot play "${action.do}" in one transaction with other actions`)
    }
    const payer = actions.find((action) => !this.#contracts.has(actorOf(action)))
    const value = payer === undefined ? 0n : calls.reduce((sum, call) => sum + call.value, 0n)
    const sender = payer === undefined ? `caller of ${contract?.address ?? ''}` : actorOf(payer)
    if (payer === undefined) await this.#chain.setBalance(this.at(sender), raw(1))
    await this.#send(sender, encodeCall(contract ?? this.#errands, 'run', [calls], value))
  }

  async #ensureApproved(name: string, spender: Contract): Promise<void> {
    const key = `${name} ${spender.address}`
    if (this.#approved.has(key)) return
    this.#approved.add(key)
    await this.#send(name, encodeCall(this.token, 'approve', [spender.address, MAX]))
  }

  /** Sends the calls in one transaction of a bundler. */
  async #sendOperations(calls: ReadonlyMap<string, readonly Call[]>): Promise<number> {
    if (this.operations === null) throw new Error('The script has no smart accounts')
    await this.#blocks.settle([...calls.keys()])
    await this.#blocks.ensureCoins(BUNDLER)
    return this.#send(BUNDLER, await this.operations.encode(calls, this.at(BUNDLER)))
  }

  /** @returns the nonce */
  async #send(from: string, call: Call, settings?: Gas): Promise<number> {
    if (this.operations?.at(from) !== undefined) return this.#sendOperations(new Map([[from, [call]]]))
    return this.#blocks.send(from, call, settings)
  }
}
