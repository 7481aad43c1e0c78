import { encodeDeployData, encodeFunctionData, getContractAddress, parseUnits, toHex, type Abi, type Hex } from 'viem'
import { spawnAnvil } from '../../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../fixtures/anvil/chain.ts'
import { ownArtifact, type Exchange } from '../../../fixtures/anvil/uniswap.ts'
import { deployVenues } from '../../../fixtures/anvil/venues.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { Script } from '../script.ts'
import { deployDollars, rawDollars } from './anvil-dollars.ts'
import type { Stage } from './stage.ts'
import { actorOf, pursesOf, stepsOf, type Deed, type DeedOf, type Purse } from './steps.ts'

/**
 * Plays scripts on a real EVM node with the real Uniswap v2: every deed is a signed transaction, deeds of one transaction run
 * through one contract. Between two
 * moments few blocks are mined, each far from the last in time: more than a rule takes for together, far fewer than the chain would.
 */

const CHAIN_ID = 1
const BLOCK_SECONDS = 12
const MOST_BLOCKS_BETWEEN = 4
const FEE_ETHER = 0.03
const GAS_LIMIT = 3_000_000n
const GAS_PRICE = 2_000_000_000n
const FAR_FUTURE = 4_102_444_800n
const MAX = 2n ** 256n - 1n
const SUPPLY = parseUnits('1000000000', 18)
const raw = (units: number): bigint => parseUnits(units.toFixed(9), 18)

export const stageOnAnvil: Stage = async (script) => {
  const anvil = await spawnAnvil({ chainId: CHAIN_ID, args: ['--order', 'fifo'] })
  try {
    const chain = await openDevChain(anvil.url)
    const deployer = account('deployer of the venues')
    await chain.setBalance(deployer.address, raw(1_000))
    const venues = await deployVenues(chain, deployer, CHAIN_ID)
    const contracts = new Map<string, Contract>()
    for (const name of script.contracts) contracts.set(name, await chain.deploy(deployer, ownArtifact('Errands'), []))
    const errands = await chain.deploy(deployer, ownArtifact('Errands'), [])
    const play = new Play(chain, venues.v2, errands, contracts, pursesOf(script, FEE_ETHER))
    play.dollars = await deployDollars({ chain, venues, deployer }, script, play.at)
    await play.run(script)
    return { endpoints: [anvil.url], token: trustedAddress(play.token.address), at: (name) => trustedAddress(play.at(name)), stop: anvil.stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

interface Call {
  /** null makes a contract. */
  readonly target: Hex | null
  readonly value: bigint
  readonly data: Hex
}

class Play {
  readonly #chain: DevChain
  readonly #exchange: Exchange
  readonly #errands: Contract
  readonly #contracts: ReadonlyMap<string, Contract>
  readonly #purse: Purse
  readonly #nonces = new Map<string, number>()
  readonly #approved = new Set<string>()
  readonly #paid = new Set<string>()
  #pending: Hex[] = []
  /** The node takes no transaction that spends what only the open block brings. */
  readonly #paidInOpenBlock = new Set<string>()
  #time: number
  #bystanders = 0
  #token: Contract | null = null
  /** Where the script pays with dollar coins. */
  dollars: Contract | null = null

  constructor(chain: DevChain, exchange: Exchange, errands: Contract, contracts: ReadonlyMap<string, Contract>, purse: Purse) {
    this.#chain = chain
    this.#exchange = exchange
    this.#errands = errands
    this.#contracts = contracts
    this.#purse = purse
    this.#time = chain.now() + BLOCK_SECONDS
  }

  get token(): Contract {
    if (this.#token === null) throw new Error('the script makes no token')
    return this.#token
  }

  readonly at = (name: string): Hex => this.#contracts.get(name)?.address ?? addressOf(account(name))

  async run(script: Script): Promise<void> {
    for (const [name, coins] of this.#purse.before) await this.#chain.setBalance(this.at(name), raw(coins))
    for (const step of stepsOf(script, NETWORKS.eth.blockSeconds)) {
      if (step.do === 'pass') await this.#pass(step.seconds, step.blocks)
      else if (step.do === 'others') for (let i = 0; i < step.transactions; i++) await this.#bystander()
      else await this.#act(step.deeds)
    }
    await this.#pass(BLOCK_SECONDS, 1)
  }

  /** Ends the open block, then lets time go by. */
  async #pass(seconds: number, blocks: number): Promise<void> {
    await this.#mine()
    const between = Math.min(blocks, MOST_BLOCKS_BETWEEN) - 1
    const whole = Math.max(Math.round(seconds), blocks)
    const pause = Math.max(1, Math.floor(whole / (between + 1)))
    if (between > 0) await this.#chain.rpc('anvil_mine', [toHex(between), toHex(pause)])
    this.#time += Math.max(whole, (between + 1) * pause)
  }

  async #mine(): Promise<void> {
    if (this.#pending.length === 0) return
    const newest = (await this.#chain.rpc('eth_getBlockByNumber', ['latest', false])) as { readonly timestamp: Hex }
    this.#time = Math.max(this.#time, Number(newest.timestamp) + 1)
    await this.#chain.rpc('evm_setNextBlockTimestamp', [toHex(this.#time)])
    await this.#chain.rpc('evm_mine', [])
    await this.#chain.rpc('evm_setAutomine', [true])
    const sent = this.#pending
    this.#pending = []
    this.#paidInOpenBlock.clear()
    const receipts = (await this.#chain.rpc('eth_getBlockReceipts', ['latest'])) as readonly { transactionHash: Hex; status: Hex }[]
    const good = new Set(receipts.filter(({ status }) => status === '0x1').map(({ transactionHash }) => transactionHash))
    const failed = sent.filter((hash) => !good.has(hash)).length
    if (failed > 0) throw new Error(`${failed} of ${sent.length} transactions of a block failed`)
  }

  async #act(deeds: readonly Deed[]): Promise<void> {
    const [first] = deeds
    if (first === undefined) return
    // Making a token and its pool are transactions of their own here, one behind the other in one block.
    if (first.do === 'create') {
      await this.#create(first.by)
      if (deeds.length > 1) await this.#act(deeds.slice(1))
    } else if (first.do === 'pool') {
      await this.#pool(first)
      if (deeds.length > 1) await this.#act(deeds.slice(1))
    } else if (deeds.length === 1 && !(first.do === 'send' && this.#contracts.has(first.from))) await this.#alone(first)
    else await this.#together(deeds)
    for (const deed of deeds) {
      if (deed.do !== 'pay') continue
      this.#paidInOpenBlock.add(deed.to)
      await this.#fill(deed.to)
    }
  }

  async #create(by: string): Promise<void> {
    const { abi, bytecode } = ownArtifact('LaunchToken')
    const data = encodeDeployData({ abi, bytecode, args: ['Scripted', 'SCRIPT', SUPPLY] })
    const nonce = await this.#send(by, { target: null, value: 0n, data })
    this.#token = { address: getContractAddress({ from: this.at(by), nonce: BigInt(nonce) }).toLowerCase() as Hex, abi }
  }

  async #pool({ by, tokens, coins }: DeedOf<'pool'>): Promise<void> {
    await this.#approve(by, this.#exchange.router)
    const args = [this.token.address, raw(tokens), 0n, 0n, this.at(by), FAR_FUTURE]
    await this.#send(by, this.#routed('addLiquidityETH', args, raw(coins)))
  }

  async #alone(deed: Deed): Promise<unknown> {
    if (deed.do === 'pay') return this.#send(deed.from, { target: this.at(deed.to), value: raw(deed.coins), data: '0x' })
    if (deed.do === 'send') return this.#send(deed.from, this.#call(this.token, 'transfer', [this.at(deed.to), raw(deed.tokens)]))
    if (deed.do === 'payDollars' && this.dollars !== null)
      return this.#send(deed.from, this.#call(this.dollars, 'transfer', [this.at(deed.to), rawDollars(deed.dollars)]))
    if (deed.do === 'buy') return this.#send(actorOf(deed), this.#buys(deed))
    if (deed.do === 'sell') return this.#sells(deed)
  }

  #buys({ wallet, coins }: DeedOf<'buy'>): Call {
    const path = [this.#exchange.weth.address, this.token.address]
    return this.#routed('swapExactETHForTokens', [0n, path, this.at(wallet), FAR_FUTURE], raw(coins))
  }

  /** A sale within a block of other trades must know the balance that they leave: those before it are mined with it in a trial. */
  async #sells({ wallet, share }: DeedOf<'sell'>): Promise<void> {
    await this.#approve(wallet, this.#exchange.router)
    const held = await this.#balanceInOpenBlock(wallet)
    const amount = share >= 1 ? held : (held * BigInt(Math.round(share * 1e6))) / 1_000_000n
    if (amount === 0n) return
    const path = [this.token.address, this.#exchange.weth.address]
    await this.#send(wallet, this.#routed('swapExactTokensForETH', [amount, 0n, path, this.at(wallet), FAR_FUTURE], 0n))
  }

  async #balanceInOpenBlock(wallet: string): Promise<bigint> {
    return BigInt(
      (await this.#chain.rpc('eth_call', [{ to: this.token.address, data: encode(this.token, 'balanceOf', [this.at(wallet)]) }, 'pending'])) as Hex,
    )
  }

  async #together(deeds: readonly Deed[]): Promise<void> {
    const contract = deeds.flatMap((deed) => (deed.do === 'send' ? (this.#contracts.get(deed.from) ?? []) : []))[0]
    const calls: Call[] = []
    for (const deed of deeds) {
      if (deed.do === 'pay') calls.push({ target: this.at(deed.to), value: raw(deed.coins), data: '0x' })
      else if (deed.do === 'buy') calls.push(this.#buys(deed))
      else if (deed.do === 'send' && contract !== undefined) calls.push(this.#call(this.token, 'transfer', [this.at(deed.to), raw(deed.tokens)]))
      else if (deed.do === 'send') {
        await this.#approve(deed.from, this.#errands)
        calls.push(this.#call(this.token, 'transferFrom', [this.at(deed.from), this.at(deed.to), raw(deed.tokens)]))
      } else throw new Error(`no contract does a ${deed.do} together with others`)
    }
    const payer = deeds.find((deed) => deed.do === 'buy' || deed.do === 'pay')
    const value = calls.reduce((sum, call) => sum + call.value, 0n)
    const data = encode(contract ?? this.#errands, 'run', [calls])
    const sender = payer === undefined ? `caller of ${contract?.address ?? ''}` : actorOf(payer)
    if (payer === undefined) await this.#chain.setBalance(this.at(sender), raw(1))
    await this.#send(sender, { target: (contract ?? this.#errands).address, value, data })
  }

  async #approve(name: string, spender: Contract): Promise<void> {
    const key = `${name} ${spender.address}`
    if (this.#approved.has(key)) return
    this.#approved.add(key)
    await this.#send(name, this.#call(this.token, 'approve', [spender.address, MAX]))
  }

  async #bystander(): Promise<void> {
    const name = `bystander ${this.#bystanders++ % 8}`
    if (!this.#paid.has(name)) {
      this.#paid.add(name)
      await this.#chain.setBalance(this.at(name), raw(10))
    }
    await this.#send(name, { target: this.at(name), value: 1n, data: '0x' })
  }

  /** Coins that come by no transaction, once a wallet's first payment is in a block. */
  async #fill(name: string): Promise<void> {
    const more = this.#purse.later.get(name)
    if (more === undefined || this.#paid.has(name)) return
    this.#paid.add(name)
    await this.#mine()
    this.#time += 1
    const held = BigInt((await this.#chain.rpc('eth_getBalance', [this.at(name), 'latest'])) as Hex)
    await this.#chain.setBalance(this.at(name), held + raw(more))
  }

  #call(contract: Contract, name: string, args: readonly unknown[]): Call {
    return { target: contract.address, value: 0n, data: encode(contract, name, args) }
  }
  #routed(name: string, args: readonly unknown[], value: bigint): Call {
    return { target: this.#exchange.router.address, value, data: encode(this.#exchange.router, name, args) }
  }

  /** Answers the nonce. */
  async #send(from: string, { target, value, data }: Call): Promise<number> {
    if (this.#paidInOpenBlock.has(from)) await this.#mine()
    if (this.#pending.length === 0) await this.#chain.rpc('evm_setAutomine', [false])
    const sender = account(from)
    const nonce = this.#nonces.get(from) ?? Number(await this.#chain.rpc('eth_getTransactionCount', [sender.address, 'latest']))
    this.#nonces.set(from, nonce + 1)
    const fields = { chainId: CHAIN_ID, nonce, value, data, gas: GAS_LIMIT, gasPrice: GAS_PRICE, type: 'legacy', to: target } as const
    this.#pending.push((await this.#chain.rpc('eth_sendRawTransaction', [await sender.signTransaction(fields)])) as Hex)
    return nonce
  }
}

const encode = ({ abi }: { abi: Abi }, functionName: string, args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
