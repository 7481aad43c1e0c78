import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeFunctionData, maxUint256, pad, parseEther, toFunctionSelector, toHex, type Address as HexAddress, type Hex } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { tokenArtifact } from '../../fixtures/anvil/tokens/tokens.ts'
import { buy, deployUniswap, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/** A token in a real pool whose code emits and answers anything, on a real node: it is read and followed, and what nobody can know is unknown. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Swap(address,uint256,uint256,uint256,uint256,address) of Uniswap v2. */
const SWAP = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
/** Swap(address,address,uint256,bool,uint256,uint256,uint256,uint256) of Liquidity Book, which states an amount and its fee. */
const BIN_SWAP = '0xc528cda9e500228b16ce84fadae290d9a49aecb17483110004c5af0a07f6fd73'
const [ZERO, RICH, DEBTOR] = [0, 0xa1, 0xa2].map((n) => toHex(n, { size: 20 })) as [Hex, Hex, Hex]
const MANNER = { logic: 0, answer: 1, fail: 2 } as const
const { abi } = tokenArtifact('PuppetToken')
const topic = (address: Hex): Hex => pad(address)
const words = (...values: readonly bigint[]): Hex => `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join('')}`

describe.skipIf(missing !== null)(`a token whose code lies ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let folder: string
  let service: Service
  let token: Contract
  let pair: Contract
  let key: TokenKey
  const maker = account('lying maker')
  const makerAddress = addressOf(maker)
  const buyers = [1, 2].map((n) => account(`lying buyer ${n}`))

  const answerOf = (of: Contract, signature: string, manner: keyof typeof MANNER, data: Hex = '0x', size = 0n) =>
    chain.call(maker, of, 'answer', [toFunctionSelector(signature), MANNER[manner], size, data])
  const answer = (signature: string, manner: keyof typeof MANNER, data?: Hex, size?: bigint) => answerOf(token, signature, manner, data, size)
  const transfer = (from: Hex, to: Hex, raw: bigint) => chain.call(maker, token, 'emitEvent', [[TRANSFER, topic(from), topic(to)], words(raw)])
  const emitted = (topics: readonly Hex[], data: Hex): Hex => encodeFunctionData({ abi, functionName: 'emitEvent', args: [topics, data] })

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const who of [maker, ...buyers]) await chain.setBalance(addressOf(who), parseEther('1000'))
    const exchange = await deployUniswap(chain, maker)
    const logic = await chain.deploy(maker, tokenArtifact('LogicToken'), [1n])
    const puppet = async (): Promise<Contract> => ({
      ...(await chain.deploy(maker, tokenArtifact('PuppetToken'), [logic.address])),
      abi: [...tokenArtifact('LogicToken').abi, ...abi].filter(({ type }) => type === 'function'),
    })
    token = await puppet()
    key = { network: 'eth', address: trustedAddress(token.address) }
    await chain.call(maker, token, 'initialize', [SUPPLY])
    pair = await seedPool(chain, exchange, maker, token, SUPPLY / 2n, parseEther('50'))
    for (const buyer of buyers) await buy(chain, exchange, buyer, token, parseEther('1'))
    await chain.call(maker, exchange.weth, 'deposit', [], parseEther('1'))
    await chain.call(maker, exchange.weth, 'transfer', [pair.address, parseEther('1')])
    await lie(await puppet(), await puppet())
    folder = mkdtempSync(join(tmpdir(), 'lying-token-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  async function lie(pool: Contract, paid: Contract): Promise<void> {
    for (const to of [RICH, RICH]) await transfer(ZERO, to, maxUint256)
    await transfer(DEBTOR, RICH, 5n)
    for (const topics of [[], [TRANSFER], [TRANSFER, topic(RICH)], [TRANSFER, topic(RICH), topic(RICH), topic(RICH)]])
      for (const data of ['0x', '0x01', words(7n, maxUint256)] as const) await chain.call(maker, token, 'emitEvent', [topics, data])
    // The other token poses as the factory of the pool.
    const [token0 = ZERO, token1 = ZERO] = [token.address, paid.address].toSorted()
    await answerOf(pool, 'function token0()', 'answer', topic(token0))
    await answerOf(pool, 'function token1()', 'answer', topic(token1))
    await answerOf(pool, 'function factory()', 'answer', topic(paid.address))
    await answerOf(paid, 'function getPair(address,address)', 'answer', topic(pool.address))
    // A pool buys from the real one in a transaction, sells for another token, and states more than anyone can pay.
    const isToken0 = ((await chain.read(pair, 'token0', [])) as string).toLowerCase() === token.address
    const bought = [...(isToken0 ? [20n, 0n] : [0n, 20n]), pool.address, '0x']
    const steps = [
      [pair.address, encodeFunctionData({ abi: pair.abi, functionName: 'swap', args: bought })],
      [paid.address, emitted([TRANSFER, topic(makerAddress), topic(pool.address)], words(5n))],
      [token.address, emitted([TRANSFER, topic(pool.address), topic(makerAddress)], words(19n))],
      [pool.address, emitted([BIN_SWAP, topic(makerAddress), topic(makerAddress), words(1n)], words(1n, maxUint256, 19n, 1n, maxUint256))],
    ] as const
    for (const amounts of [words(maxUint256, 0n, 0n, maxUint256), words(0n, maxUint256, maxUint256, 0n)])
      await chain.call(maker, pool, 'emitEvent', [[SWAP, topic(makerAddress), topic(RICH)], amounts])
    await chain.call(maker, pool, 'run', [steps.map(([to]): HexAddress => to), steps.map(([, data]) => data)])
    await answer('function name()', 'answer', words(32n, maxUint256), 100_000n)
    await answer('function decimals()', 'answer', words(maxUint256))
    await answer('function owner()', 'answer', words(maxUint256), 1_000_000n)
    await answer('function balanceOf(address)', 'fail')
  }

  const summary = () => readJson<{ holder_count: number | null; total_supply: number; notes: string[] }>(service, `/local/v1/eth/${token.address}`)

  it('is read, and impossible balances and what depends on them are unknown', async () => {
    const { jobs, store } = service.context
    const job = await jobs.ended((await jobs.start(key, { depth: 100, sinceBlock: null })).id)
    expect([job.state, job.error]).toEqual(['done', null])
    expect(await summary()).toMatchObject({ name: null, decimals: 0, holder_count: null })
    expect((await summary()).notes).toContainEqual(expect.stringMatching(/^The transfers of 2 wallets add up to impossible balances/))
    const holders = await store.read.holders({ token: key, limit: null })
    expect(holders.map(({ address }) => address)).not.toContain(RICH)
    const pools = (await store.read.tokenTrades({ token: key, limit: null })).map(({ pool }) => pool)
    expect(pools).toEqual([...buyers, maker].map(() => pair.address))
  })

  it('is followed, and shares of a supply that is too small are noted as long as it is', async () => {
    const { follow } = service.context
    const notes = async (): Promise<string> => (await summary()).notes.join(' ')
    await follow.set(key, true)
    await transfer(ZERO, RICH, 7n)
    await answer('function balanceOf(address)', 'logic')
    for (const [supply, said] of [
      [0n, 'shares of the supply are unknown and shown as zero'],
      [1n, 'shares of the supply exceed 100 %'],
    ] as const) {
      await answer('function totalSupply()', 'answer', words(supply))
      await transfer(ZERO, DEBTOR, 1n)
      await expect.poll(notes).toContain(said)
    }
    await answer('function totalSupply()', 'logic')
    await transfer(ZERO, DEBTOR, 1n)
    await expect.poll(notes).not.toMatch(/shares of the supply/)
    expect(await summary()).toMatchObject({ holder_count: null, total_supply: Number(SUPPLY) })
  })

  it('answers each record of it', async () => {
    const base = `/local/v1/eth/${token.address}`
    for (const path of ['overview', 'holders', 'clusters', 'distribution', 'overlap', 'early', `wallets/${RICH}`])
      expect(await readJson(service, `${base}/${path}`)).toBeDefined()
    expect(await readJson(service, `/scanner/v1/tokens/eth/${token.address}`)).toBeDefined()
  })
})
