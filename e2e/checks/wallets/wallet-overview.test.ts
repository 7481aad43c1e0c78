import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import type { TradePage } from '../../../src-shared/contract/records/trade.ts'
import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { launchScenario, type Scenario } from '../../fixtures/anvil/scenario.ts'
import { wallet } from '../../fixtures/surfpool/client.ts'
import { launchToken, type Launch } from '../../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../../fixtures/surfpool/surfpool.ts'
import { storedTokens, type StoredTokens } from './stored-tokens.ts'

/** Compares the figures of every wallet of a launch on real nodes with sums of its trades from the public route. */
interface Reader extends StoredTokens {
  readonly token: string
  overview(wallet: string): Promise<WalletOverview>
}

async function readToken(network: NetworkId, url: string, token: string): Promise<Reader> {
  const stored = await storedTokens(network, url, [token])
  return { ...stored, token, overview: (wallet) => stored.get(`/local/v1/wallets/${network}/${wallet}`) }
}

describe.skipIf(surfpoolMissing() !== null)(`wallets of a launch on Solana ${surfpoolMissing() ?? ''}`, () => {
  let node: Surfpool
  let launch: Launch
  let reader: Reader
  beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node)
    await launch.buy('sniper one', 2_000)
    await launch.sell('sniper one', 5_000_000n, 2_010)
    await launch.give('sniper two', 'friend', 10_000_000n, 2_020)
    await launch.buy('latecomer', 2_030)
    await node.toSlot(2_100)
    reader = await readToken('sol', node.url, launch.token)
  })
  afterAll(async () => {
    await reader.close()
    await node.stop()
  })

  test('say what each holds, bought, sold and earned', async () => {
    const { token } = reader
    const { trades } = await reader.get<TradePage>(`/dex/v1/sol/trades?token=${token}&limit=200&sort=asc`)
    const newest = trades.at(-1)
    const price = (newest?.token_in.amount ?? Number.NaN) / (newest?.token_out.amount ?? Number.NaN)
    const traders = new Set(trades.map(({ signer }) => signer))
    expect(traders.size).toBeGreaterThan(5)
    const balances = new Map(launch.holders().map(({ address, raw }) => [address, Number(raw) / 1e6]))
    for (const address of traders) {
      const found = await reader.overview(address)
      expect(found).toMatchObject({ network: 'sol', address, tokens_total: 1, tokens: [{ address: token }] })
      const own = trades.filter(({ signer }) => signer === address)
      const total = (isBuy: boolean, side: 'token_in' | 'token_out'): number =>
        own.reduce((sum, trade) => ((trade.token_out.address === token) === isBuy ? sum + trade[side].amount : sum), 0)
      const [bought, spent, sold, received] = [total(true, 'token_out'), total(true, 'token_in'), total(false, 'token_in'), total(false, 'token_out')]
      const wallet = found.tokens[0]?.wallet
      const balance = balances.get(address) ?? 0
      expect(wallet?.balance).toBeCloseTo(balance, 6)
      expect([wallet?.bought, wallet?.sold]).toEqual([expect.closeTo(bought, 6), expect.closeTo(sold, 6)])
      expect(wallet?.native).toEqual({
        spent: expect.closeTo(spent, 9) as number,
        received: expect.closeTo(received, 9) as number,
        realised: expect.closeTo(received - (spent / bought) * sold, 9) as number,
        unrealised: expect.closeTo(Math.min(balance, bought - sold) * (price - spent / bought), 9) as number,
        left_out: 0,
      })
      expect(wallet?.usd).toMatchObject({ spent: null, left_out: own.length })
    }
  })

  test('leave the result of given tokens unknown, and name roles and hours', async () => {
    const friend = (await reader.overview(wallet('launch friend').publicKey.toBase58())).tokens[0]?.wallet
    expect(friend).toMatchObject({ bought: 0, sold: 0, classes: expect.arrayContaining(['never_bought']) as string[] })
    expect(friend?.native).toMatchObject({ realised: null, unrealised: null })
    const { trades } = await reader.get<TradePage>(`/dex/v1/sol/trades?token=${reader.token}&limit=200&sort=asc`)
    const early = await reader.get<EarlyRecord>(`/local/v1/sol/${reader.token}/early`)
    const lists = { sniper: early.snipers, bundler: early.bundlers, insider: early.insiders }
    for (const signer of new Set(trades.map((trade) => trade.signer))) {
      const { tokens, hours } = await reader.overview(signer)
      const expected = Object.entries(lists).flatMap(([role, list]) => (list.some(({ address }) => address === signer) ? [role] : []))
      expect(tokens[0]?.wallet?.roles).toEqual(expected)
      const own = new Set(trades.filter((trade) => trade.signer === signer).map(({ tx_signature }) => tx_signature))
      expect(hours.reduce((sum, count) => sum + count, 0)).toBe(own.size)
    }
    expect((await reader.overview(launch.creator)).tokens[0]?.wallet?.roles).toContain('creator')
  })
})

describe.skipIf(anvilMissing() !== null)(`wallets of a launch on Ethereum ${anvilMissing() ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  let reader: Reader
  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
    reader = await readToken('eth', anvil.url, truth.token)
  })
  afterAll(async () => {
    await reader.close()
    await anvil.stop()
  })

  test('name who funded them, up to a service, and whom they funded', async () => {
    const holders = new Set(truth.holders.map(({ address }) => address))
    const known = truth.funding.filter(({ wallet }) => holders.has(wallet))
    expect(known.length).toBeGreaterThan(10)
    for (const { wallet, funder, raw, tx } of known) {
      const { funders } = await reader.overview(wallet)
      expect(funders[0]).toMatchObject({ address: funder, amount: Number(raw) / 1e18, tx })
    }
    const customer = known.find(({ funder }) => funder === truth.exchange)
    expect(await reader.overview(customer?.wallet ?? '')).toMatchObject({ funders: [{ address: truth.exchange }], funders_end: 'service' })
    for (const [funder, rows] of Map.groupBy(known, (row) => row.funder)) {
      const funded = new Set((await reader.overview(funder)).funded.map(({ address }) => address))
      for (const { wallet } of rows) expect(funded).toContain(wallet)
    }
  })

  test('that paid in a coin without a known price have a result in that coin alone', async () => {
    const { trades } = await reader.get<TradePage>(`/dex/v1/eth/trades?token=${truth.token}&limit=200&sort=asc`)
    const newest = trades.at(-1)
    const [sent, paid] = newest?.token_in.address === truth.token ? [newest.token_in, newest.token_out] : [newest?.token_out, newest?.token_in]
    const price = (paid?.amount ?? Number.NaN) / (sent?.amount ?? Number.NaN)
    const buyers = new Set(truth.swaps.flatMap(({ side, signer }) => (side === 'buy' ? [signer] : [])))
    const overviews = await Promise.all([...buyers].map(async (buyer) => ({ buyer, wallet: (await reader.overview(buyer)).tokens[0]?.wallet })))
    // One bought for another wallet.
    const own = overviews.filter(({ wallet }) => (wallet?.bought ?? 0) > 0)
    expect(own.length).toBeGreaterThan(10)
    for (const { buyer, wallet } of own) {
      expect(wallet?.native).toMatchObject({ spent: null, realised: null, unrealised: null })
      expect(wallet?.native.left_out).toBeGreaterThan(0)
      const signed = trades.filter(({ signer }) => signer === buyer)
      const sum = (side: 'token_in' | 'token_out', address: string): number =>
        signed.reduce((total, trade) => (trade[side].address === address ? total + trade[side].amount : total), 0)
      const [spent, received] = [sum('token_in', truth.weth), sum('token_out', truth.weth)]
      const [bought, sold] = [sum('token_out', truth.token), sum('token_in', truth.token)]
      expect(wallet?.other).toMatchObject({
        ...{ token: truth.weth, symbol: null, left_out: 0 },
        spent: expect.closeTo(spent, 9) as number,
        received: expect.closeTo(received, 9) as number,
        // A wallet that sold more than it bought had some as a gift.
        realised: sold > bought ? null : (expect.closeTo(received - (spent / bought) * sold, 9) as number),
        unrealised: sold > bought ? null : (expect.closeTo(Math.min(wallet?.balance ?? 0, bought - sold) * (price - spent / bought), 9) as number),
      })
    }
  })

  test('have the senders and receivers of their transfers as neighbours, services last', async () => {
    const { neighbours } = await reader.overview(truth.creator)
    const services = new Set<string>([truth.pool, truth.weth, truth.router])
    const isService = neighbours.map(({ address }) => services.has(address))
    expect(isService.lastIndexOf(false)).toBeLessThan(isService.indexOf(true))
    expect(neighbours.find(({ address }) => address === truth.pool)).toMatchObject({ tokens: [truth.token], sent: 1, received: 0 })
    const [group] = truth.groups
    for (const member of group?.members ?? []) {
      const found = await reader.overview(member)
      const buys = truth.swaps.filter(({ side, signer }) => side === 'buy' && signer === member).length
      expect(found.neighbours.find(({ address }) => address === truth.pool)?.received).toBe(buys)
      expect(found.neighbours.map(({ address }) => address)).toContain(found.funders[0]?.address)
    }
  })

  test('that no stored row names are answered without tokens, and a wrong address is refused', async () => {
    const nobody = await reader.overview(`0x${'ab'.repeat(20)}`)
    expect(nobody).toMatchObject({ tokens: [], tokens_total: 0, funders: [], funders_end: 'unknown', funded_total: 0 })
    expect(await reader.get('/local/v1/wallets/eth/nobody')).toMatchObject({ code: 'validation_error' })
  })
})
