import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatEther, parseAbi, parseEther, type Abi, type Hex } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import compiled from '../../fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { buy, deployUniswap, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/** A token that emits the event of each transfer twice, on a real node: what it moved and what its holders have is stated by the pool and by balanceOf. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const BUYERS = 3
const SMALL = 8
/** Fewer than the wallets whose doubled sums rank above the balances of the buyers. */
const DEPTH = 4
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
const { abi, bytecode } = compiled.contracts.EchoToken

describe.skipIf(missing !== null)(`a token that emits each event twice ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let folder: string
  let service: Service
  let token: Contract
  const maker = account('echo maker')
  const buyers = Array.from({ length: BUYERS }, (_, n) => account(`echo buyer ${n}`))
  const small = Array.from({ length: SMALL }, (_, n) => addressOf(account(`echo holder ${n}`)))

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const who of [maker, ...buyers]) await chain.setBalance(addressOf(who), parseEther('1000'))
    const exchange = await deployUniswap(chain, maker)
    token = await chain.deploy(maker, { abi: abi as Abi, bytecode: bytecode as Hex }, [SUPPLY])
    await seedPool(chain, exchange, maker, token, (SUPPLY * 6n) / 10n, parseEther('50'))
    for (const buyer of buyers) await buy(chain, exchange, buyer, token, parseEther('1'))
    for (const holder of small) await chain.call(maker, token, 'transfer', [holder, parseEther('9000')])
    folder = mkdtempSync(join(tmpdir(), 'repeated-events-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
    const { jobs } = service.context
    const { id } = await jobs.start({ network: 'eth', address: trustedAddress(token.address) }, { depth: DEPTH, sinceBlock: null })
    expect(await jobs.ended(id)).toMatchObject({ state: 'done' })
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  const balanceOf = async (who: string): Promise<bigint> => (await chain.read({ address: token.address, abi: erc20 }, 'balanceOf', [who])) as bigint

  it('has as its largest holders only balances that the token returned', async () => {
    const holders = await service.context.store.read.holders({ token: { network: 'eth', address: trustedAddress(token.address) }, limit: DEPTH })
    for (const { address, raw, verified } of holders) expect([raw, verified]).toEqual([await balanceOf(address), true])
    expect(holders.slice(2).every(({ address }) => buyers.some((buyer) => addressOf(buyer) === address))).toBe(true)
  })

  it('has buys of what the pool sold', async () => {
    const { buys } = await readJson<{ buys: { address: string; amount: number }[] }>(service, `/local/v1/eth/${token.address}/early`)
    const bought = await Promise.all(buyers.map(async (buyer) => [addressOf(buyer), Number(formatEther(await balanceOf(addressOf(buyer))))]))
    expect(buys.map(({ address, amount }) => [address, amount])).toEqual(bought)
  })
})
