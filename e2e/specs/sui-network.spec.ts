import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { SUI } from '../fixtures/sui/ids.ts'
import { startSuiNode, type SuiTestNode } from '../fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../fixtures/sui/scenario.ts'
import { swap } from '../fixtures/sui/venues.ts'
import { listenToTrades } from '../fixtures/trade-listener.ts'

/** Subscriptions to the trades of a whole network over the public API, from the Sui test ledger, which has never been read. */
test.describe('Sui followed whole', () => {
  let node: SuiTestNode
  let truth: SuiScenario
  let dataDir: string
  let service: RunningService
  const start = (): Promise<RunningService> => startService({ dataDir, sources: node.endpoints.map((url) => `sui=${url}`) })

  test.beforeEach(async () => {
    truth = playLaunch(40)
    node = await startSuiNode(truth.ledger)
    dataDir = await temporaryFolder()
    service = await start()
  })
  test.afterEach(async () => {
    await service.stop()
    await node.stop()
    await removeFolder(dataDir)
  })

  const listen = (address: string, since?: string) => listenToTrades(service, { network: 'sui', address, since })
  const strangerAt = (n: number): string => truth.strangers[n] ?? ''
  function trade(stranger = 0): string {
    const [pool] = truth.pools
    if (pool === undefined) throw new Error('the launch has no pool')
    const { tx } = swap(truth.ledger, { sender: strangerAt(stranger), route: [pool], coinIn: SUI, raw: 1_000_000_000n })
    truth.ledger.seal()
    return tx
  }

  for (const subject of ['ALL', 'a pool', 'a wallet'] as const) {
    test(`${subject} alone gets the trades of a pool that was never read, each once`, async () => {
      const pool = truth.pools[0]?.id ?? ''
      const client = await listen({ ALL: 'ALL', 'a pool': pool, 'a wallet': strangerAt(0) }[subject])
      await client.acknowledged()
      expect(client.answered('ack')).toMatchObject({ token_address: null })
      const made = [trade(), trade()]
      await expect.poll(client.txs, { timeout: 30_000 }).toEqual(made)
      for (const one of client.trades()) {
        expect(one).toMatchObject({ pool_address: pool, signer: strangerAt(0), token_in: { amount: 1 }, token_out: { address: truth.coin } })
      }
      client.close()
    })
  }

  test('a client goes on after a restart and a broken subscription without a hole and without a trade twice', async () => {
    const first = await listen('ALL')
    await first.acknowledged()
    const before = [trade(0), trade(1)]
    await expect.poll(first.txs, { timeout: 30_000 }).toEqual(before)
    const cursor = first.events[0]?.cursor
    first.close()
    await service.stop()
    const away = [trade(2)]
    service = await start()
    const again = await listen('ALL', cursor)
    await again.acknowledged()
    const after = [trade(0)]
    await expect.poll(again.txs, { timeout: 30_000 }).toEqual([...before.slice(1), ...away, ...after])
    node.grpc.cutSubscriptions()
    after.push(trade(1), trade(2))
    await expect.poll(again.txs, { timeout: 30_000 }).toEqual([...before.slice(1), ...away, ...after])
    again.close()
  })

  test('the network is no longer read when nobody listens', async () => {
    const client = await listen('ALL')
    await client.acknowledged()
    await expect.poll(() => node.grpc.subscribers).toBeGreaterThan(0)
    client.close()
    await expect.poll(() => node.grpc.subscribers, { timeout: 20_000 }).toBe(0)
  })
})
