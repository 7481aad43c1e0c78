import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEther } from 'viem'
import type { Service } from '../../../src-main/service.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, sell } from '../../fixtures/anvil/uniswap.ts'
import { openOwnService, readJson } from '../../fixtures/own-service.ts'

/**
 * A pool on an unlisted exchange, of a token that buyers cannot sell: the pool sends to every buyer and received the token once. Thousands of
 * made-up addresses in the token's events send and receive more often.
 */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const BUYERS = 6
const FIRST_DECOY = 0x20_0000_0000_0000_0000_0000_0000_0000_0000_0000n
const DECOYS = 2_000
const DECOYS_AT_ONCE = 500

describe.skipIf(missing !== null)(`a honeypot on an unlisted exchange ${missing ?? ''}`, () => {
  let anvil: Anvil
  let folder: string
  let service: Service
  let token: string
  let pool: string
  const buys: string[] = []
  const maker = account('honeypot maker')
  const buyers = Array.from({ length: BUYERS }, (_, n) => account(`honeypot buyer ${n}`))

  beforeAll(async () => {
    anvil = await spawnAnvil()
    const chain = await openDevChain(anvil.url)
    for (const who of [maker, ...buyers]) await chain.setBalance(addressOf(who), parseEther('1000'))
    const exchange = await deployUniswap(chain, maker)
    const honeypot = await chain.deploy(maker, ownArtifact('HoneypotToken'), [SUPPLY])
    const pair = await seedPool(chain, exchange, maker, honeypot, (SUPPLY * 8n) / 10n, parseEther('50'))
    await chain.call(maker, honeypot, 'setPair', [pair.address])
    for (const [n, buyer] of buyers.entries()) buys.push(await buy(chain, exchange, buyer, honeypot, parseEther(String(n + 1))))
    await expect(sell(chain, exchange, buyers[0] ?? maker, honeypot, 1n)).rejects.toThrow()
    for (let sent = 0; sent < DECOYS; sent += DECOYS_AT_ONCE) {
      await chain.call(maker, honeypot, 'emitDecoys', [FIRST_DECOY + BigInt(sent), BigInt(DECOYS_AT_ONCE)])
    }
    token = honeypot.address
    pool = pair.address
    folder = mkdtempSync(join(tmpdir(), 'unlisted-pool-'))
    service = await openOwnService(folder, 'eth', [anvil.url])
  })
  afterAll(async () => {
    await service.close()
    await anvil.stop()
    rmSync(folder, { recursive: true })
  })

  it('has its pool, which top10 leaves out, every buy as a trade in it, and the share of its creator', async () => {
    const overview = await readJson<{ top10_pct: number; dev_pct: number }>(service, `/dex-metrics/v1/eth/${token}`)
    const { basis } = await readJson<{ basis: { excluded: { address: string; label: string; percentage: number }[] } }>(
      service,
      `/local/v1/eth/${token}/distribution`,
    )
    const { holders } = await readJson<{ holders: { address: string; percentage: number; tags: string[] }[] }>(
      service,
      `/local/v1/eth/${token}/holders`,
    )
    const held = new Map(holders.map((holder) => [holder.address, holder]))
    expect(basis.excluded).toMatchObject([{ address: pool, label: 'liquidity_pool' }])
    expect(held.get(pool)?.tags).toContain('liquidity_pool')
    expect([...held.keys()].sort()).toEqual([pool, maker, ...buyers].map((one) => (typeof one === 'string' ? one : addressOf(one))).sort())
    expect(overview.top10_pct).toBeCloseTo(100 - (held.get(pool)?.percentage ?? 0), 6)

    // The local records have the creator's share. The public record of this network has 0.
    const share = held.get(addressOf(maker))?.percentage
    const { groups } = await readJson<{ groups: { sets: string[]; pct: number; addresses: string[] }[] }>(service, `/local/v1/eth/${token}/overlap`)
    expect(groups.filter(({ sets }) => sets.includes('dev'))).toMatchObject([{ addresses: [addressOf(maker)], pct: share }])
    const early = await readJson<{ creator: { address: string; percentage: number } }>(service, `/local/v1/eth/${token}/early`)
    expect(early.creator).toMatchObject({ address: addressOf(maker), percentage: share })
    expect([share, overview.dev_pct]).toEqual([20, 0])

    const { trades } = await readJson<{ trades: { tx_signature: string; pool_address: string; dex: string; receiver: string }[] }>(
      service,
      `/dex/v1/eth/trades?token=${token}&order=asc`,
    )
    expect(trades.map(({ tx_signature, pool_address, dex, receiver }) => [tx_signature, pool_address, dex, receiver])).toEqual(
      buys.map((hash, n) => [hash, pool, 'uniswap-v2-fork', addressOf(buyers[n] ?? maker)]),
    )
  })
})
