import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concat, encodeFunctionData, parseEther } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../fixtures/anvil/chain.ts'
import { deployUniswap, ownArtifact, seedPool, type Exchange } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/**
 * Wallets with delegated code (EIP-7702) that buy with their own coin, in transactions that another account signs: a relayer of strangers, which has
 * sent thousands of transactions, or a person.
 */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const FAR_FUTURE = 4_102_444_800n
/** More than `hub.sent_transactions` of resources/rules/1.json. */
const SENT_BY_RELAYER = '0xc350'

describe.skipIf(missing !== null)(`buys that another account signs ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let exchange: Exchange
  let folder: string
  let service: Service
  let token: Contract
  const [maker, relayer, person] = [account('relayed maker'), account('relayed relayer'), account('relayed person')]
  const strangers = [0, 1, 2].map((n) => account(`relayed stranger ${n}`))
  const friends = [0, 1].map((n) => account(`relayed friend ${n}`))

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const who of [maker, relayer, person, ...strangers, ...friends]) await chain.setBalance(addressOf(who), parseEther('1000'))
    await chain.rpc('anvil_setNonce', [addressOf(relayer), SENT_BY_RELAYER])
    exchange = await deployUniswap(chain, maker)
    token = await chain.deploy(maker, ownArtifact('LaunchToken'), ['Relayed', 'RLY', SUPPLY])
    await seedPool(chain, exchange, maker, token, (SUPPLY * 6n) / 10n, parseEther('50'))
    await chain.rpc('anvil_mine', ['0x40', '0xc'])
    chain.wait(0x41 * 12)
    const delegate = await chain.deploy(maker, ownArtifact('Errands'), [])
    for (const [signer, buyers] of [[relayer, strangers] as const, [person, friends] as const])
      for (const [n, buyer] of buyers.entries()) {
        await chain.rpc('anvil_setCode', [addressOf(buyer), concat(['0xef0100', delegate.address])])
        const args = [0n, [exchange.weth.address, token.address], addressOf(buyer), FAR_FUTURE]
        const data = encodeFunctionData({ abi: exchange.router.abi, functionName: 'swapExactETHForTokens', args })
        const calls = [{ target: exchange.router.address, value: parseEther(`1.${n + 1}`), data }]
        await chain.call(signer, { address: addressOf(buyer), abi: delegate.abi }, 'run', [calls])
        chain.wait(600)
      }
    folder = mkdtempSync(join(tmpdir(), 'relayed-buys-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  it('join no wallets if the account signs for strangers, and its customers with it otherwise', async () => {
    const key = { network: 'eth' as const, address: token.address }
    const { jobs } = service.context
    const job = await jobs.ended((await jobs.start(key as Parameters<typeof jobs.start>[0], { depth: 500, sinceBlock: null })).id)
    expect([job.state, job.error]).toEqual(['done', null])
    const { clusters } = await readJson<{ clusters: { members: { address: string }[] }[] }>(service, `/local/v1/eth/${token.address}/clusters`)
    const joined = clusters.map(({ members }) => members.map(({ address }) => address).sort())
    expect(joined).toEqual([[person, ...friends].map(addressOf).sort()])
  })
})
