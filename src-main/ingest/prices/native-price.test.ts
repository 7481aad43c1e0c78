import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEther, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import compiled from '../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { buy, seedPool } from '../../../e2e/fixtures/anvil/uniswap.ts'
import { deployAt, deployVenues, seedV3, swapV3, type Venues } from '../../../e2e/fixtures/anvil/venues.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { createEvmAdapter } from '../../chains/evm/adapter.ts'
import { agreedPrice } from '../../chains/reference-pools.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { readScanWeights } from '../scan/read-weights.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { createAdapters, type Adapters } from '../adapters.ts'
import { quietEngine } from '../testing/quiet-engine.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createNativeNow } from './native-price.ts'
import { createScanner } from '../scan/scanner.ts'

/**
 * The real Uniswap v3 contracts with a WETH/USDC pool at the real address. USDC is a test token at the real address, but with 18 decimals instead of
 * 6. Amounts are in units of the real token.
 */

const missing = anvilMissing()
const USDC: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const REFERENCE = '0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8'
const DOLLAR = 1_000_000n
const never = new AbortController().signal
const weights = readScanWeights(fileURLToPath(new URL('../../../resources', import.meta.url)))

describe.skipIf(missing !== null)(`the price of the native coin from a node${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let usdc: Contract
  const maker = account('price maker')
  const plain: Artifact = { abi: compiled.contracts.PlainToken.abi as Abi, bytecode: compiled.contracts.PlainToken.bytecode as Hex }

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(maker), parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
    usdc = await deployAt(chain, maker, USDC, plain, [10n ** 15n])
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('20000'))
  })
  afterAll(() => node.stop())

  async function priceNow(): Promise<number | null> {
    const adapter = createEvmAdapter({ network: 'eth', endpoints: [node.url] })
    const price = await adapter.nativePrice?.(await adapter.head(never), never)
    await adapter.close()
    return price ?? null
  }

  test('is unknown without a reference pool, and follows the pool where there is one', async () => {
    expect(await priceNow()).toBeNull()
    const pool = await seedV3(chain, venues, maker, {
      token: usdc,
      amount: 6_000_000n * DOLLAR,
      other: venues.v2.weth,
      otherAmount: parseEther('3000'),
    })
    expect(pool).toBe(REFERENCE)
    expect(await priceNow()).toBeCloseTo(2_000, 6)
    await swapV3(chain, venues, maker, [usdc, venues.v2.weth], 600_000n * DOLLAR)
    // x·y = k over every price, with a fee of 0.3 % on the input.
    const paid = 600_000 * 0.997
    expect(await priceNow()).toBeCloseTo((6_000_000 + paid) ** 2 / (6_000_000 * 3_000), 3)
  })

  test('values the trades of a read and the pools of a scan', async () => {
    const native = (await priceNow()) ?? 0
    const made = await chain.deploy(maker, plain, [parseEther('1000000')])
    await seedPool(chain, venues.v2, maker, made, parseEther('500000'), parseEther('100'))
    await buy(chain, venues.v2, maker, made, parseEther('1'))
    const token: TokenKey = { network: 'eth', address: trustedAddress(made.address) }
    const folder = mkdtempSync(join(tmpdir(), 'prices-'))
    const store = await openTestStore(join(folder, 'store.db'))
    const adapters = createAdapters({ sources: { eth: [node.url] } })
    const nativeNow = createNativeNow({ adapters })
    const jobs = createJobs({ store, engine: quietEngine(), adapters, clock: systemClock, logger: silentLogger, nativeNow })
    const scanner = createScanner({ store, engine: quietEngine(), adapters, weights, clock: systemClock, nativeNow })
    try {
      expect(await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)).toMatchObject({ state: 'done' })
      const [trade] = await store.read.tokenTrades({ token, limit: null })
      expect([trade?.tokenIn.usd, trade?.tokenOut.usd]).toEqual([native, native])
      const { detail } = await scanner.scan(token)
      // 101 coins of about 2,400 dollars: worth more than the rule requires, and no longer unknown.
      expect(detail.findings.map(({ id }) => id)).not.toContain('low_liquidity')
      expect(detail.unknowns.map(({ id }) => id)).not.toContain('low_liquidity')
    } finally {
      await scanner.close()
      await jobs.close()
      await adapters.close()
      await store.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('several reference pools', () => {
  test('give the price of the deepest one, and none where they disagree or are almost empty', () => {
    const deep = { usd: 2_000, dollars: 5_000_000 }
    expect(agreedPrice([{ usd: 2_010, dollars: 1_000_000 }, deep])).toBe(2_000)
    expect(agreedPrice([{ usd: 3_000, dollars: 1_000_000 }, deep])).toBeNull()
    expect(agreedPrice([{ usd: 3_000, dollars: 9_999 }, deep])).toBe(2_000)
    expect(agreedPrice([{ usd: 3_000, dollars: 9_999 }])).toBeNull()
  })
})

describe('the current price', () => {
  /** Adapters that return a head and a price without a node. */
  const adaptersWith = (price: () => number): Adapters =>
    ({
      canRead: () => true,
      get: () => ({ head: () => Promise.resolve({ time: 5 }), nativePrice: () => Promise.resolve(price()) }),
    }) as unknown as Adapters

  test('expires although the clock of the machine is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] })
    let reads = 0
    const nativeNow = createNativeNow({ adapters: adaptersWith(() => ++reads) })
    await nativeNow('eth')
    vi.advanceTimersByTime(15_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await nativeNow('eth'))?.usd).toBe(2)
    vi.useRealTimers()
  })

  test('is cached for all callers until it expires', async () => {
    let [now, reads] = [0, 0]
    const nativeNow = createNativeNow({ adapters: adaptersWith(() => 1_000 + ++reads), now: () => now })
    const [one, other] = await Promise.all([nativeNow('eth'), nativeNow('eth')])
    expect([one, other]).toEqual([
      { time: 5, usd: 1_001, tx: null },
      { time: 5, usd: 1_001, tx: null },
    ])
    now = 15_000
    expect((await nativeNow('eth'))?.usd).toBe(1_002)
  })
})
