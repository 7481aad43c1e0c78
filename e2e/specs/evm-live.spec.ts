import WebSocket from 'ws'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../fixtures/anvil/chain.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { buy, deployUniswap, ownArtifact, seedPool, sell, type Exchange } from '../fixtures/anvil/uniswap.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

interface Event {
  readonly stream: string
  readonly data?: Record<string, unknown>
  readonly retracted?: Record<string, unknown>
}

/** A stream client that records every event. */
async function listen(service: RunningService, network: string, address: string, streams: readonly string[]) {
  const socket = new WebSocket(`${service.ws}?api-key=${service.key}`)
  const events: Event[] = []
  const answers: Record<string, unknown>[] = []
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as { op: string } & Event
    if (frame.op === 'event') events.push(frame)
    else answers.push({ ...frame })
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ op: 'subscribe', subs: streams.map((stream) => ({ network, address, stream })) }))
  const of = (stream: string): Record<string, unknown>[] =>
    events.filter((event) => event.stream === stream).flatMap(({ data }) => (data === undefined ? [] : [data]))
  const retracted = (): unknown[] => events.flatMap((event) => event.retracted?.['tx_signature'] ?? [])
  const answered = (op: string): Record<string, unknown> | undefined => answers.find((frame) => frame['op'] === op)
  return { of, retracted, answered, close: () => socket.close() }
}

const ETHER = 10n ** 18n

/** Live trades and records over the public API, from a real node with real Uniswap contracts. */
test.describe('a token followed live', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  let token: Contract
  let service: RunningService
  let pool: string
  const creator: Sender = account('live creator')

  test.beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    exchange = await deployUniswap(chain, creator)
    token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Live', 'LIVE', 1_000_000n * ETHER])
    pool = (await seedPool(chain, exchange, creator, token, 500_000n * ETHER, 100n * ETHER)).address
    await buy(chain, exchange, creator, token, ETHER)
    service = await startService({ sources: [`eth=${node.url}`] })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  const stored = async (): Promise<string[]> => {
    const page = await service.json<{ trades: { tx_signature: string }[] }>(`/dex/v1/eth/trades?token=${token.address}&sort=asc&limit=200`)
    return page.trades.map((trade) => trade.tx_signature)
  }
  const balanceOf = async (address: string): Promise<string | undefined> => {
    const page = await service.json<{ holders: { address: string; balance_raw: string }[] }>(`/local/v1/eth/${token.address}/holders`)
    return page.holders.find((holder) => holder.address === address)?.balance_raw
  }
  const onChain = async (address: string): Promise<string> => String(await chain.read(token, 'balanceOf', [address]))

  test('a subscription to trades alone reads and follows the token, also that of a pool', async () => {
    let tries = 0
    for (const address of [pool, token.address]) {
      const client = await listen(service, 'eth', address, ['dex_trades'])
      await expect.poll(() => client.answered('ack'), { timeout: 60_000 }).toMatchObject({ subscription: { address, stream: 'dex_trades' } })
      expect(client.answered('ack')?.['from_block']).toBe(Number(await chain.rpc('eth_blockNumber', [])) + 1)
      const tx = await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(`alone ${(tries += 1)}`)))
      await expect.poll(() => client.of('dex_trades').map((trade) => trade['tx_signature']), { timeout: 20_000 }).toContain(tx)
      client.close()
    }
  })

  test('a subscription delivers each new swap once and in order, and updates the records', async () => {
    const client = await listen(service, 'eth', token.address, ['dex_trades', 'dex_metrics', 'local.follow'])
    await expect.poll(() => client.of('local.follow').at(-1), { timeout: 60_000 }).toMatchObject({ state: 'live', following: true })
    const metrics = client.of('dex_metrics').length
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push(await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(`live buyer ${i}`))))
    made.push(await sell(chain, exchange, creator, token, ETHER))
    await expect.poll(() => client.of('dex_trades').map((trade) => trade['tx_signature']), { timeout: 20_000 }).toEqual(expect.arrayContaining(made))
    const seen = client.of('dex_trades').map((trade) => trade['tx_signature'])
    expect(seen.slice(-made.length)).toEqual(made)
    expect(new Set(seen).size).toBe(seen.length)
    await expect.poll(() => client.of('dex_metrics').length, { timeout: 20_000 }).toBeGreaterThan(metrics)
    for (const wallet of [addressOf(account('live buyer 3')), addressOf(creator)]) expect(await balanceOf(wallet)).toBe(await onChain(wallet))
    client.close()
  })

  test('a reorg of six blocks is rolled back and replaced in pages, balances and records', async () => {
    const client = await listen(service, 'eth', token.address, ['dex_trades', 'local.follow'])
    await expect.poll(() => client.of('local.follow').at(-1)?.['state'], { timeout: 60_000 }).toBe('live')
    const kept = await stored()
    const loser = addressOf(account('reorg loser'))
    const lost: string[] = []
    for (let i = 0; i < 5; i++) lost.push(await buy(chain, exchange, creator, token, ETHER / 10n, loser))
    await expect.poll(stored, { timeout: 20_000 }).toEqual([...kept, ...lost])
    expect(await balanceOf(loser)).toBe(await onChain(loser))

    await chain.rpc('anvil_reorg', [6, []])
    const after = await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account('reorg winner')))
    await expect.poll(stored, { timeout: 30_000 }).not.toEqual(expect.arrayContaining(lost))
    await expect.poll(async () => (await stored()).at(-1), { timeout: 30_000 }).toBe(after)
    expect(client.of('local.follow').some((state) => state['withdrawn'] !== null)).toBe(true)
    const left = await stored()
    const delivered = client.of('dex_trades').map((trade) => trade['tx_signature'] as string)
    // The last trade first.
    expect(client.retracted()).toEqual(delivered.filter((tx) => !left.includes(tx)).toReversed())
    expect(client.retracted()).toEqual(expect.arrayContaining(lost))
    expect(await balanceOf(loser)).toBeUndefined()
    const winner = addressOf(account('reorg winner'))
    expect(await balanceOf(winner)).toBe(await onChain(winner))
    client.close()
  })

  test('the page shows one present, which a trade moves: strip, table, graph and inspector', async ({ page }) => {
    await page.goto(`${service.url}/t/eth/${token.address}#key=${service.key}`)
    const strip = page.getByRole('region', { name: 'Overview' })
    const graph = page.getByRole('application', { name: 'Graph of holders' })
    const holders = async (): Promise<number> => Number(/Holders(\d+)/.exec((await strip.textContent()) ?? '')?.[1])
    await expect(graph).toBeVisible({ timeout: 30_000 })
    await expect.poll(holders).toBeGreaterThan(0)
    const before = await holders()
    const client = await listen(service, 'eth', token.address, ['local.follow'])
    await expect.poll(() => client.of('local.follow').at(-1)?.['state'], { timeout: 60_000 }).toBe('live')
    client.close()
    const buyer = addressOf(account('buyer on the page'))
    await buy(chain, exchange, creator, token, ETHER, buyer)
    await expect(strip).toContainText('1 trade since', { timeout: 20_000 })
    await expect.poll(holders, { timeout: 20_000 }).toBe(before + 1)
    await expect(page.getByText(`${before + 1} holders`, { exact: true })).toBeVisible()
    await expect(graph).toHaveAccessibleDescription(new RegExp(`^Live: ${before + 1} addresses`))
    await page.getByRole('combobox', { name: 'Find in the graph' }).fill(buyer)
    await page.getByRole('option').first().click()
    await expect(page.getByRole('complementary', { name: 'Inspector' })).not.toContainText('not part of')
  })

  test('a watch rule reports a trade in the inbox, with its snapshot', async ({ page }) => {
    const rule = {
      ...{ name: 'Creator trades', enabled: true, quiet_seconds: 600, notice: true, webhook_url: null },
      subject: { kind: 'wallet', network: 'evm', address: addressOf(creator) },
      condition: { kind: 'wallet_trades' },
    }
    expect((await service.post('/local/v1/watch/rules', rule)).status).toBe(201)
    const client = await listen(service, 'eth', token.address, ['dex_trades', 'local.follow'])
    await expect.poll(() => client.of('local.follow').at(-1)?.['state'], { timeout: 60_000 }).toBe('live')
    interface Inbox {
      readonly unread: number
      readonly alerts: readonly { readonly reason: string; readonly snapshot: number; readonly evidence: readonly string[] }[]
    }
    const inbox = (): Promise<Inbox> => service.json<Inbox>('/local/v1/watch/alerts')
    // Stands for the browser's own notifications, which a test cannot read.
    await page.addInitScript(() => {
      const shown: unknown[] = []
      const show = function (title: string, { body }: NotificationOptions): void {
        shown.push([title, body])
      }
      Object.assign(window, { shown, Notification: Object.assign(show, { permission: 'granted' }) })
    })
    await page.goto(`${service.url}/watch#key=${service.key}`)
    await expect(page.getByText('No alerts yet')).toBeVisible()
    // The first evaluation only stores the baseline for later ones.
    await expect
      .poll(
        async () => {
          await sell(chain, exchange, creator, token, ETHER)
          return (await inbox()).unread
        },
        { timeout: 30_000, intervals: [1_500] },
      )
      .toBe(1)
    const [alert] = (await inbox()).alerts
    expect(alert?.reason).toBe(`LIVE: ${addressOf(creator).slice(0, 5)}…${addressOf(creator).slice(-3)} sold 1.`)
    expect(await stored()).toContain(alert?.evidence[0])

    await expect.poll(() => page.evaluate('window.shown')).toEqual([['Creator trades', alert?.reason]])
    const row = page.getByRole('region', { name: /^Alerts/ }).getByRole('listitem')
    await expect(row).toContainText('Creator trades')
    await expect(page.getByRole('link', { name: /Watch/ })).toContainText('1')
    await expectAccessible(page)
    await row.getByRole('link', { name: /sold 1/ }).click()
    await expect(page).toHaveURL(new RegExp(`/t/eth/${token.address}\\?snapshot=${alert?.snapshot}&wallets=${addressOf(creator)}`))
    await expect.poll(async () => (await inbox()).unread).toBe(0)
    client.close()
  })

  test('following continues after a crash without missing or duplicate trades', async () => {
    const answer = await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
    expect(answer.status).toBe(200)
    await expect
      .poll(async () => (await service.json<{ state: string }>(`/local/v1/eth/${token.address}/follow`)).state, { timeout: 30_000 })
      .toBe('live')
    const before = await stored()
    await service.crash()
    const away: string[] = []
    for (let i = 0; i < 3; i++) away.push(await buy(chain, exchange, creator, token, ETHER / 10n, addressOf(account(`away ${i}`))))
    service = await startService({ sources: [`eth=${node.url}`], dataDir: service.dataDir })
    await expect.poll(stored, { timeout: 60_000 }).toEqual([...before, ...away])
    const off = await service.post(`/local/v1/eth/${token.address}/follow`, { on: false })
    expect(await off.json()).toMatchObject({ following: false, state: 'off' })
  })
})
