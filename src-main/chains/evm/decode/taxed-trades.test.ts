import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, type Exchange } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { decodeEvmTransaction } from './decode-transaction.ts'

/** Trades of tokens whose code takes a share of each move, through the real Uniswap v2. */

const missing = anvilMissing()
const FAR_FUTURE = 4_102_444_800n
const MAX = 2n ** 256n - 1n
/** Values of the contract's `How`. */
const [SENT, SENT_ON, COLLECTED] = [0, 1, 2]

describe.skipIf(missing !== null)(`trades of taxed tokens${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  const [maker, treasury, person, other] = ['maker', 'treasury', 'person', 'other'].map((name) => account(`taxed ${name}`)) as [
    ReturnType<typeof account>,
    ReturnType<typeof account>,
    ReturnType<typeof account>,
    ReturnType<typeof account>,
  ]

  beforeAll(async () => {
    node = await spawnAnvil({ chainId: 1 })
    chain = await openDevChain(node.url)
    for (const who of [maker, person, other]) await chain.setBalance(addressOf(who), parseEther('10000'))
    exchange = await deployUniswap(chain, maker)
  }, 60_000)
  afterAll(() => node.stop())

  async function taxed(how: number | undefined): Promise<Contract> {
    const args = ['Taxed', 'TAX', parseEther('1000000'), exchange.router.address, how, [addressOf(treasury)], [50_000n], [true, true, true]]
    const token = await chain.deploy(maker, ownArtifact('TaxToken'), args)
    await seedPool(chain, exchange, maker, token, parseEther('500000'), parseEther('100'))
    return token
  }
  async function sell(token: Contract, amount: bigint): Promise<Hex> {
    await chain.call(person, token, 'approve', [exchange.router.address, MAX])
    const args = [amount, 0n, [token.address, exchange.weth.address], addressOf(person), FAR_FUTURE]
    return (await chain.call(person, exchange.router, 'swapExactTokensForETHSupportingFeeOnTransferTokens', args)).transactionHash
  }
  async function tradesIn(hash: Hex): Promise<Trade[]> {
    const [tx, receipt] = await Promise.all(['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => chain.rpc(method, [hash])))
    const events = decodeEvmTransaction({ network: 'eth', tx, receipt, time: null, tokenInfo: () => ({ decimals: 18 }) })
    return events.filter((event) => event.kind === 'trade')
  }

  it.each([
    ['the pool', SENT],
    ['the buyer', SENT_ON],
  ])('a buy for another wallet is that wallet’s, not the tax recipient’s, where %s pays the tax', async (_name, how) => {
    const token = await taxed(how)
    const trades = await tradesIn(await buy(chain, exchange, person, token, parseEther('1'), addressOf(other)))
    expect(trades.map(({ signer, receiver }) => ({ signer, receiver }))).toEqual([{ signer: addressOf(person), receiver: addressOf(other) }])
  })

  it('what the token’s contract sells along a sale is not received by the seller', async () => {
    const token = await taxed(COLLECTED)
    await buy(chain, exchange, person, token, parseEther('1'))
    const trades = await tradesIn(await sell(token, parseEther('1000')))
    expect(trades.map(({ receiver }) => receiver)).toEqual([null, addressOf(person)])
    expect(trades[1]?.tokenIn.raw).toBe(parseEther('950'))
  })
})
