import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '../../../src-main/service.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, type Exchange } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** docs/chains.md#reorganisations: blocks that a real node reverts while the service is stopped, or between two reads. */

const missing = anvilMissing()
const ETHER = 10n ** 18n
const DEPTHS = [2, 5, 20]

describe.skipIf(missing !== null)(`blocks reverted unseen ${missing ?? ''}`, () => {
  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  let contract: Contract
  let token: TokenKey
  let folder: string
  const creator: Sender = account('reorg creator')

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reverted-'))
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    exchange = await deployUniswap(chain, creator)
    contract = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Fork', 'FORK', 1_000_000n * ETHER])
    await seedPool(chain, exchange, creator, contract, 500_000n * ETHER, 100n * ETHER)
    await buyFor('early')
    token = { network: 'eth', address: trustedAddress(contract.address.toLowerCase()) }
  })
  afterEach(async () => {
    await node.stop()
    rmSync(folder, { recursive: true })
  })

  const buyFor = (name: string): Promise<string> => buy(chain, exchange, creator, contract, ETHER / 10n, addressOf(account(name)))

  async function withService<T>(name: string, work: (service: Service) => Promise<T>): Promise<T> {
    const service = await openOwnService(join(folder, name), 'eth', [node.url])
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  }

  async function read({ context: { jobs } }: Service): Promise<void> {
    const job = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
    expect([job.state, job.error]).toEqual(['done', null])
  }

  /** What is stored: trades in chain order, and every balance. */
  async function state({ context: { store } }: Service) {
    const trades = await store.read.tokenTrades({ token, limit: null })
    const holders = await store.read.holders({ token, limit: null })
    return { trades: trades.map(({ tx }) => tx), holders: holders.map(({ address, raw }) => [address, raw]) }
  }

  /** The state read by a service that never saw the reverted blocks. */
  const fresh = () =>
    withService('fresh', async (service) => {
      await read(service)
      return state(service)
    })

  it.each(DEPTHS)('%i blocks deep, while it was stopped: following withdraws them first', async (depth) => {
    await withService('own', read)
    for (let n = 0; n < depth; n++) await buyFor(`lost ${n}`)
    await withService('own', async (service) => {
      await read(service)
      expect((await state(service)).trades).toHaveLength(depth + 1)
    })
    await chain.rpc('anvil_reorg', [depth, []])
    const winner = await buyFor('winner')
    await withService('own', async (service) => {
      await service.context.follow.set(token, true)
      await expect.poll(async () => (await state(service)).trades.at(-1), { timeout: 20_000 }).toBe(winner)
      expect(service.context.follow.state(token).withdrawn).not.toBeNull()
      expect(await state(service)).toEqual(await fresh())
    })
  })

  it('between two reads: the second one reads the reverted blocks again, and blames no rebasing', async () => {
    for (let n = 0; n < 3; n++) await buyFor(`lost ${n}`)
    await withService('own', async (service) => {
      await read(service)
      await chain.rpc('anvil_reorg', [3, []])
      await buyFor('winner')
      await read(service)
      expect(await state(service)).toEqual(await fresh())
      expect((await service.context.store.read.token(token))?.notes.join(' ')).not.toMatch(/rebas/)
    })
  })
})
