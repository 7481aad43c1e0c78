import WebSocket from 'ws'
import { expect, test } from '../fixtures/page.ts'
import { wallet } from '../fixtures/surfpool/client.ts'
import { launchToken, type Launch } from '../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../fixtures/surfpool/surfpool.ts'
import { removeFolder, runCli, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'

interface HolderPage {
  readonly total: number
  readonly holders: readonly { readonly address: string; readonly balance_raw: string }[]
}

const HOLDERS = 10_000
/** More than one attempt to reconnect fails. */
const REFUSED_CONNECTIONS = 2

/** A Token-2022 token with a transfer fee on a real Solana node, read by the command line and followed by the service. */
test.describe('a token on Solana', () => {
  const missing = surfpoolMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial', timeout: 180_000 })

  let node: Surfpool
  let launch: Launch
  let dataDir: string
  let slot = 5_000
  const owners = Array.from({ length: HOLDERS }, (_, i) => wallet(`holder ${i}`).publicKey.toBase58())
  const given = (i: number): number => 1_000 + Math.floor(i / 1_000)

  test.beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node, { name: 'live', token2022: true, feeBasisPoints: 100 })
    for (let i = 0; i < HOLDERS; i += 1_000) await node.fundTokenMany(owners.slice(i, i + 1_000), launch.mint, given(i))
    await node.toSlot(slot)
    dataDir = await temporaryFolder()
  })
  test.afterAll(async () => {
    await node?.stop()
    if (dataDir !== undefined) await removeFolder(dataDir)
  })

  /** Raw balances expected from the launch and the distribution. */
  const truth = (): Map<string, string> =>
    new Map([
      ...launch.holders().map(({ address, raw }) => [address, String(raw)] as const),
      ...owners.map((owner, i) => [owner, String(given(i))] as const),
    ])
  const holdersOf = async (service: RunningService): Promise<Map<string, string>> => {
    const { holders } = await service.json<HolderPage>(`/local/v1/sol/${launch.token}/holders`)
    return new Map(holders.map((holder) => [holder.address, holder.balance_raw]))
  }

  test(`holderscope read stores ${HOLDERS} exact balances and every swap`, async () => {
    const { code, stdout, stderr } = await runCli(
      ['read', 'sol', launch.token, '--source', `sol=${node.url}`, '--depth', '20', '--json', '--data-dir', dataDir],
      { HOLDERSCOPE_LOG_LEVEL: 'warn' },
    )
    expect(code, stderr).toBe(0)
    expect(typeof JSON.parse(stdout)).toBe('object')
    const service = await startService({ dataDir })
    try {
      expect(await holdersOf(service)).toEqual(truth())
      const page = await service.json<{ trades: { tx_signature: string }[] }>(`/dex/v1/sol/trades?token=${launch.token}&sort=asc&limit=200`)
      expect(page.trades.map((trade) => trade.tx_signature)).toEqual(launch.swaps.map((swap) => swap.tx))
    } finally {
      await service.stop()
    }
  })

  test('live swaps arrive once and in order across an outage, and balances follow', async () => {
    const service = await startService({ dataDir, sources: [`sol=${node.url}`] })
    const seller = wallet('live sniper two').publicKey.toBase58()
    const rule = { name: null, enabled: true, quiet_seconds: 600, notice: false, webhook_url: null, condition: { kind: 'wallet_trades' } }
    await service.post('/local/v1/watch/rules', { ...rule, subject: { kind: 'wallet', network: 'sol', address: seller } })
    const socket = new WebSocket(`${service.ws}?api-key=${service.key}`)
    try {
      const events: { stream: string; data: Record<string, unknown> }[] = []
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString('utf8')) as { op: string; stream: string; data: Record<string, unknown> }
        if (frame.op === 'event') events.push(frame)
      })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      const subs = ['dex_trades', 'local.follow'].map((stream) => ({ network: 'sol', address: launch.token, stream }))
      socket.send(JSON.stringify({ op: 'subscribe', subs }))
      const of = (stream: string): Record<string, unknown>[] => events.filter((event) => event.stream === stream).map(({ data }) => data)
      const state = (): unknown => of('local.follow').at(-1)?.['state']
      const seen = (): unknown[] => of('dex_trades').map((trade) => trade['tx_signature'])
      await expect.poll(state, { timeout: 60_000 }).toBe('live')
      const before = launch.swaps.length
      const made = (): string[] => launch.swaps.slice(before).map((swap) => swap.tx)

      await launch.buy('latecomer', (slot += 1))
      await node.toSlot((slot += 1))
      await expect.poll(seen, { timeout: 30_000 }).toEqual(made())

      node.proxy.cut()
      for (const trader of ['bundle one', 'bundle two', 'bundle three']) await launch.buy(trader, (slot += 1))
      await launch.sell('sniper two', 1_000_000n, (slot += 1))
      await node.toSlot((slot += 1))
      await expect.poll(() => node.proxy.refused(), { timeout: 60_000 }).toBeGreaterThanOrEqual(REFUSED_CONNECTIONS)
      expect(seen()).toHaveLength(1)
      node.proxy.join()
      await launch.buy('sniper one', (slot += 1))
      await node.toSlot((slot += 1))
      await expect.poll(seen, { timeout: 60_000 }).toEqual(made())
      await expect.poll(() => holdersOf(service), { timeout: 30_000 }).toEqual(truth())
      const inbox = (): Promise<{ alerts: { evidence: string[] }[] }> => service.json('/local/v1/watch/alerts')
      const sellAgain = async (): Promise<number> => {
        await launch.sell('sniper two', 1_000n, (slot += 1))
        await node.toSlot((slot += 1))
        return (await inbox()).alerts.length
      }
      await expect.poll(sellAgain, { timeout: 30_000, intervals: [1_500] }).toBe(1)
      expect(made()).toContain((await inbox()).alerts[0]?.evidence[0])
    } finally {
      socket.close()
      await service.stop()
    }
  })
})
