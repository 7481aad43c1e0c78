import { setTimeout as delay } from 'node:timers/promises'
import { listenToTrades } from '../fixtures/trade-listener.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { wallet } from '../fixtures/surfpool/client.ts'
import { launchToken, type Launch } from '../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../fixtures/surfpool/surfpool.ts'

/** Subscriptions to the trades of a whole network over the public API, from a real Solana node that has never been read. */
test.describe('Solana followed whole', () => {
  const missing = surfpoolMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Surfpool
  let launch: Launch
  let dataDir: string
  let service: RunningService
  let slot = 5_000

  test.beforeEach(async () => {
    slot = 5_000
    node = await spawnSurfpool()
    launch = await launchToken(node, { name: 'whole' })
    await node.toSlot(slot)
    dataDir = await temporaryFolder()
    service = await startService({ dataDir, sources: [`sol=${node.url}`] })
  })
  test.afterEach(async () => {
    await service.stop()
    await node.stop()
    await removeFolder(dataDir)
  })

  const slotCalls = (): number => node.proxy.calls.get('getSlot') ?? 0
  const listen = (address: string, since?: string) => listenToTrades(service, { network: 'sol', address, since })
  /** Swaps by the launch's trader in new blocks. */
  async function trade(name: string): Promise<string> {
    const before = launch.swaps.length
    await launch.buy(name, (slot += 1))
    await node.toSlot((slot += 1))
    return launch.swaps[before]?.tx ?? ''
  }

  for (const subject of ['ALL', 'a pool', 'a wallet'] as const) {
    test(`${subject} alone gets the trades of a pool that was never read, each once`, async () => {
      const pool = launch.pool.address.toBase58()
      const address = { ALL: 'ALL', 'a pool': pool, 'a wallet': wallet('whole latecomer').publicKey.toBase58() }[subject]
      const client = await listen(address)
      await client.acknowledged()
      expect(client.answered('ack')).toMatchObject({ subscription: { network: 'sol', address }, token_address: null })
      const made = [await trade('latecomer'), await trade('latecomer')]
      await expect.poll(client.txs, { timeout: 30_000 }).toEqual(made)
      expect(client.trades().map((one) => [one.pool_address, one.signer, one.token_out.address])).toEqual(
        made.map(() => [pool, wallet('whole latecomer').publicKey.toBase58(), launch.token]),
      )
      client.close()
    })
  }

  test('a client goes on after a restart without a hole and without a trade twice', async () => {
    const first = await listen('ALL')
    await first.acknowledged()
    const before = [await trade('latecomer'), await trade('sniper one')]
    await expect.poll(first.txs, { timeout: 30_000 }).toEqual(before)
    const cursor = first.events[0]?.cursor
    first.close()
    await service.stop()
    const away = [await trade('bundle one')]
    service = await startService({ dataDir, sources: [`sol=${node.url}`] })
    const again = await listen('ALL', cursor)
    await again.acknowledged()
    const after = [await trade('bundle two')]
    await expect.poll(again.txs, { timeout: 30_000 }).toEqual([...before.slice(1), ...away, ...after])
    again.close()
  })

  test('the network is no longer read when nobody listens', async () => {
    const client = await listen('ALL')
    await client.acknowledged()
    await expect.poll(() => slotCalls()).toBeGreaterThan(0)
    client.close()
    await expect
      .poll(
        async () => {
          const before = slotCalls()
          await delay(1_500)
          return slotCalls() - before
        },
        { timeout: 20_000 },
      )
      .toBe(0)
  })
})
