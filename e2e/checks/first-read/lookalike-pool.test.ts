import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEther, type Address, type Hex } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { artifact, buy, ownArtifact, pairAbi, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { deployAt, PLACES } from '../../fixtures/anvil/venues.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/** docs/detection.md#pools: contracts that look like pools of exchanges that are not listed, and genuine pools of such exchanges, on a real node. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const percent = (part: number): bigint => (SUPPLY * BigInt(part)) / 100n
const FACTORY = artifact('@uniswap/v2-core/build/UniswapV2Factory.json')
const NAME: readonly [Hex, Hex] = ['0x556e6973776170205632', '0x466f726b656420205632']
/** The factory of a fork with its own name, and so with other code. The text "Uniswap V2" is in the code of its pairs. */
const FORKED: Artifact = { ...FACTORY, bytecode: FACTORY.bytecode.replaceAll(NAME[0].slice(2), NAME[1].slice(2)) as Hex }

describe.skipIf(missing !== null)(`pools of exchanges that are not listed ${missing ?? ''}`, () => {
  let anvil: Anvil
  let folder: string
  let service: Service
  let token: Contract
  let lookalike: string
  let pair: string
  let forked: string
  const trades: Hex[] = []
  const maker = account('lookalike maker')
  const buyer = account('lookalike buyer')

  beforeAll(async () => {
    anvil = await spawnAnvil()
    const chain = await openDevChain(anvil.url)
    for (const who of [maker, buyer]) await chain.setBalance(addressOf(who), parseEther('1000'))
    const weth = await deployAt(chain, maker, PLACES[1]?.weth ?? '0x', artifact('@uniswap/v2-periphery/build/WETH9.json'), [])
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Launch', 'LNCH', SUPPLY])

    const factory = await chain.deploy(maker, FACTORY, [addressOf(maker)])
    const router = await chain.deploy(maker, artifact('@uniswap/v2-periphery/build/UniswapV2Router02.json'), [factory.address, weth.address])
    const exchange = { weth, factory, router }
    const own = await seedPool(chain, exchange, maker, token, percent(20), parseEther('20'))
    trades.push(await buy(chain, exchange, buyer, token, parseEther('1')))
    pair = own.address

    const fork = await chain.deploy(maker, FORKED, [addressOf(maker)])
    await chain.call(maker, fork, 'createPair', [token.address, weth.address])
    const other = { address: ((await chain.read(fork, 'getPair', [token.address, weth.address])) as string).toLowerCase() as Address, abi: pairAbi }
    expect(await chain.read(other, 'name', [])).toBe('Forked  V2')
    await chain.call(maker, weth, 'deposit', [], parseEther('8'))
    await chain.call(maker, weth, 'transfer', [other.address, parseEther('4')])
    await chain.call(maker, token, 'transfer', [other.address, percent(5)])
    await chain.call(maker, other, 'mint', [addressOf(maker)])
    forked = other.address

    // The buyer pays the pair in one transaction, and takes what it bought in the next one.
    await chain.call(buyer, weth, 'deposit', [], parseEther('2'))
    for (const [at, held] of [
      [own, percent(20)],
      [other, percent(5)],
    ] as const) {
      await chain.call(buyer, weth, 'transfer', [at.address, parseEther('1')])
      trades.push(await swapPaid(chain, at, token, held / 100n))
    }

    const made = await chain.deploy(maker, ownArtifact('LookalikeFactory'), [token.address, weth.address])
    const fake = { address: ((await chain.read(made, 'pool', [])) as string).toLowerCase() as Address, abi: ownArtifact('LookalikePool').abi }
    await chain.call(maker, token, 'transfer', [fake.address, percent(65)])
    await chain.call(maker, weth, 'transfer', [fake.address, parseEther('1')])
    await chain.call(maker, fake, 'pretendBuy', [token.address, percent(1), parseEther('9'), addressOf(maker)])
    lookalike = fake.address

    folder = mkdtempSync(join(tmpdir(), 'lookalike-pool-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  const swapPaid = async (chain: DevChain, at: Contract, bought: Contract, raw: bigint): Promise<Hex> => {
    const isToken0 = ((await chain.read(at, 'token0', [])) as string).toLowerCase() === bought.address
    return (await chain.call(buyer, at, 'swap', [...(isToken0 ? [raw, 0n] : [0n, raw]), addressOf(buyer), '0x'])).transactionHash
  }

  it('leave the concentration if their code or their depth proves them, and not if they only look like a pool', async () => {
    const overview = await readJson<{ top10_pct: number }>(service, `/dex-metrics/v1/eth/${token.address}`)
    const { holders } = await readJson<{ holders: { address: string; percentage: number; tags: string[] }[] }>(
      service,
      `/local/v1/eth/${token.address}/holders`,
    )
    const tagsOf = (address: string) => holders.find((holder) => holder.address === address)?.tags
    expect(tagsOf(pair)).toContain('liquidity_pool')
    expect(tagsOf(forked)).toContain('liquidity_pool')
    expect(tagsOf(lookalike)).toEqual(['smart_contract'])
    const counted = holders.filter(({ address }) => address !== pair && address !== forked)
    expect(counted.map(({ address }) => address).sort()).toEqual([lookalike, addressOf(maker), addressOf(buyer)].sort())
    expect(overview.top10_pct).toBeCloseTo(
      counted.reduce((sum, { percentage }) => sum + percentage, 0),
      6,
    )
    expect(overview.top10_pct).toBeGreaterThan(64)
  })

  it('have each swap of a genuine pair, also one that was paid before, and no price that nobody paid', async () => {
    const { trades: read } = await readJson<{ trades: { tx_signature: string; pool_address: string; dex: string }[] }>(
      service,
      `/dex/v1/eth/trades?token=${token.address}&order=asc`,
    )
    expect(read.map(({ tx_signature, pool_address, dex }) => [tx_signature, pool_address, dex])).toEqual(
      trades.slice(0, 2).map((hash) => [hash, pair, 'uniswap-v2-fork']),
    )
    const { jobs } = await readJson<{ jobs: { stages: { name: string; message: string | null }[] }[] }>(service, '/local/v1/jobs')
    const messages = jobs.flatMap(({ stages }) => stages.map(({ message }) => message)).join(' ')
    expect(messages).toContain(
      'Swaps of unlisted exchanges are left out if they state more of a quote token than moved in their transaction, or a token of which none moved.',
    )
  })
})
