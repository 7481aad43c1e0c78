import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPublicClient, http, parseEther, parseEventLogs, type Address, type Hex } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { deployUniswap, ownArtifact, pairAbi, seedPool, type Exchange } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/**
 * A token whose balances grow without an event, by a reflection and by a rebase, on a real node. Its Uniswap v2 pool counts what its own balance grew by
 * as paid in the next swap. Trades have what the pool sold and what the seller sent.
 */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const FAR_FUTURE = 4_102_444_800n

interface Trade {
  readonly tx_signature: string
  readonly receiver: string | null
  readonly token_in: { readonly address: string }
  readonly local: { readonly token_in_amount_raw: string; readonly token_out_amount_raw: string }
}

describe.skipIf(missing !== null)(`a token whose balances grow ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let exchange: Exchange
  let token: Contract
  let pair: Contract
  let folder: string
  let service: Service
  const [maker, person] = [account('growing maker'), account('growing person')]
  /** Transactions, with what the person sent of the token in a sale. */
  const done: { hash: Hex; sent: bigint | null }[] = []

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const who of [maker, person]) await chain.setBalance(addressOf(who), parseEther('1000'))
    exchange = await deployUniswap(chain, maker)
    token = await chain.deploy(maker, ownArtifact('GrowingToken'), [SUPPLY])
    pair = await seedPool(chain, exchange, maker, token, SUPPLY / 2n, parseEther('100'))
    await buy('1')
    await buy('2')
    await sell(parseEther('1000'))
    // The pool gains less than the next buy takes out, then more than the next sale brings, then more than the next buy takes out.
    for (const [percent, trade] of [[1n, () => buy('3')] as const, [8n, () => sell(parseEther('500'))] as const, [9n, () => buy('1')] as const]) {
      await chain.call(maker, token, 'grow', [percent])
      await trade()
    }
    folder = mkdtempSync(join(tmpdir(), 'growing-balances-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  async function buy(ether: string): Promise<void> {
    const args = [0n, [exchange.weth.address, token.address], addressOf(person), FAR_FUTURE]
    const made = await chain.call(person, exchange.router, 'swapExactETHForTokensSupportingFeeOnTransferTokens', args, parseEther(ether))
    done.push({ hash: made.transactionHash, sent: null })
  }
  async function sell(amount: bigint): Promise<void> {
    await chain.call(person, token, 'approve', [exchange.router.address, amount])
    const args = [amount, 0n, [token.address, exchange.weth.address], addressOf(person), FAR_FUTURE]
    const made = await chain.call(person, exchange.router, 'swapExactTokensForETHSupportingFeeOnTransferTokens', args)
    done.push({ hash: made.transactionHash, sent: amount })
  }
  /** What the pool paid out, as its own event states it, and what it got: the coins of a buy, or what arrived of a sale after the tax. */
  async function trueAmounts({ hash, sent }: (typeof done)[number]): Promise<{ rawIn: string; rawOut: string }> {
    const { logs } = await createPublicClient({ transport: http(anvil.url) }).getTransactionReceipt({ hash })
    const [swap] = parseEventLogs({ abi: pairAbi, eventName: 'Swap', logs })
    const args = swap?.args as unknown as Record<'amount0In' | 'amount1In' | 'amount0Out' | 'amount1Out', bigint>
    const coinIn = exchange.weth.address < token.address ? args.amount0In : args.amount1In
    return { rawIn: String(sent === null ? coinIn : sent - sent / 20n), rawOut: String(args.amount0Out + args.amount1Out) }
  }

  it('has every trade with what was paid and what the pool sold', async () => {
    const holders = await readJson<{ holders: { address: Address; percentage: number }[] }>(service, `/local/v1/eth/${token.address}/holders`)
    const { trades } = await readJson<{ trades: Trade[] }>(service, `/dex/v1/eth/trades?token=${token.address}&order=asc`)
    const seen = trades.map(({ tx_signature, token_in, local }) => ({
      hash: tx_signature,
      isSale: token_in.address === token.address,
      rawIn: local.token_in_amount_raw,
      rawOut: local.token_out_amount_raw,
    }))
    expect(seen).toEqual(await Promise.all(done.map(async (one) => ({ hash: one.hash, isSale: one.sent !== null, ...(await trueAmounts(one)) }))))
    const held = (await chain.read(token, 'balanceOf', [pair.address])) as bigint
    const supply = (await chain.read(token, 'totalSupply', [])) as bigint
    const ofPool = holders.holders.find(({ address }) => address === pair.address)?.percentage
    expect(ofPool).toBeCloseTo((Number(held) / Number(supply)) * 100, 6)
  })

  it('has the tax of a buy, of which the pool gets its share back', async () => {
    const scan = await readJson<{ results: { advanced: { tax: Record<'buy' | 'sell' | 'transfer', number> } } }>(
      service,
      `/scanner/v1/tokens/eth/${token.address}?fresh=true`,
    )
    const { tax } = scan.results.advanced
    // A buyer gets a little of the own tax back.
    expect(tax.buy).toBeGreaterThan(4.9)
    expect([tax.buy <= 5, tax.sell, tax.transfer]).toEqual([true, 5, 5])
  })
})
