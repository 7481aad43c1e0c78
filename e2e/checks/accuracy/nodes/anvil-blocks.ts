import { parseGwei, parseUnits, toHex, type Hex } from 'viem'
import { account, addressOf, type DevChain } from '../../../fixtures/anvil/chain.ts'
import type { Gas } from '../script.ts'
import type { Call } from './anvil-market.ts'

/** Signed transactions on anvil, collected into blocks with chosen times. */

export const CHAIN_ID = 1
export const BLOCK_SECONDS = 12
const BYSTANDERS = 8
const SERVICE_COINS = 10
const GAS_LIMIT = 6_000_000n
const GAS_PRICE = 2_000_000_000n
export const raw = (units: number): bigint => parseUnits(units.toFixed(9), 18)

export class AnvilBlocks {
  readonly #chain: DevChain
  readonly #nonces = new Map<string, number>()
  readonly #toppedUp = new Set<string>()
  #pending: Hex[] = []
  /** Names paid in the open block. */
  readonly #paidInOpenBlock = new Set<string>()
  #time: number
  #bystanders = 0

  constructor(chain: DevChain) {
    this.#chain = chain
    this.#time = chain.now() + BLOCK_SECONDS
  }

  /** Mines the open block, then advances time. */
  async advance(seconds: number, blocks: number): Promise<void> {
    await this.#mine()
    const between = blocks - 1
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
    if (failed > 0) throw new Error(`${failed} of ${sent.length} transactions in a block failed`)
  }

  /** A transaction that has nothing to do with the token. */
  async sendUnrelated(): Promise<void> {
    const name = `bystander ${this.#bystanders++ % BYSTANDERS}`
    await this.ensureCoins(name)
    await this.send(name, { target: addressOf(account(name)), value: 1n, data: '0x' })
  }

  /** Gives coins to a wallet that no action of the script pays. */
  async ensureCoins(name: string): Promise<void> {
    if (this.#toppedUp.has(name)) return
    this.#toppedUp.add(name)
    await this.#chain.setBalance(addressOf(account(name)), raw(SERVICE_COINS))
  }

  /** Mines the open block if it pays one of these wallets, since the node rejects a transaction that spends coins of a pending payment. */
  async settle(names: readonly string[]): Promise<void> {
    if (names.some((name) => this.#paidInOpenBlock.has(name))) await this.#mine()
  }

  /**
   * Records a payment in the open block.
   *
   * @param more coins that the wallet needs beyond its payments; added to its balance once its first payment is mined
   */
  async paid(name: string, address: Hex, more: number | undefined): Promise<void> {
    this.#paidInOpenBlock.add(name)
    if (more === undefined || this.#toppedUp.has(name)) return
    this.#toppedUp.add(name)
    await this.#mine()
    this.#time += 1
    const held = BigInt((await this.#chain.rpc('eth_getBalance', [address, 'latest'])) as Hex)
    await this.#chain.setBalance(address, held + raw(more))
  }

  /** @returns the nonce */
  async send(from: string, call: Call, settings?: Gas): Promise<number> {
    await this.settle([from])
    const { target, value, data } = call
    if (this.#pending.length === 0) await this.#chain.rpc('evm_setAutomine', [false])
    const sender = account(from)
    const nonce = this.#nonces.get(from) ?? Number(await this.#chain.rpc('eth_getTransactionCount', [sender.address, 'latest']))
    this.#nonces.set(from, nonce + 1)
    const gas = settings === undefined ? GAS_LIMIT : BigInt(settings.limit)
    const gasPrice = settings === undefined ? GAS_PRICE : parseGwei(String(settings.gwei))
    const fields = { chainId: CHAIN_ID, nonce, value, data, gas, gasPrice, type: 'legacy', to: target } as const
    this.#pending.push((await this.#chain.rpc('eth_sendRawTransaction', [await sender.signTransaction(fields)])) as Hex)
    return nonce
  }
}
