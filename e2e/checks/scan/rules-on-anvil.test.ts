import { encodeFunctionData, parseEther, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain, type Sender } from '../../fixtures/anvil/chain.ts'
import compiled from '../../fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { buy, ownArtifact, seedPool } from '../../fixtures/anvil/uniswap.ts'
import { deployAt, deployVenues, seedV3, type Venues } from '../../fixtures/anvil/venues.ts'
import { playOnAnvil } from '../accuracy/nodes/anvil-player.ts'
import { createServices } from '../../../src-main/ingest/services/services.ts'
import { openLocalService, sourcifyAnswer, type LocalService } from '../../../src-main/ingest/services/testing/local-service.ts'
import { silentLogger } from '../../../src-main/lib/logger.ts'
import { HOLDER_RULES, KEPT, LAUNCHES, PARTLY_KEPT } from './launches.ts'
import { openScans, testRules, scanLaunch, type ScanOutcome, type Scans } from './on-node.ts'

/**
 * Every rule of the EVM networks, tripped by a token on a real node with the real Uniswap and scanned as the app does. USDC and UNCX's
 * locker are test contracts at the real addresses. The test USDC has 18 decimals, so amounts are scaled to the real one's 6.
 * The source service is a local stub of Sourcify's API, so the real service is not tested.
 */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const DEAD = '0x000000000000000000000000000000000000dEaD'
const USDC: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const UNCX: Hex = '0xfd235968e65b0990584585763f837a5b5330e6de'
const FAR_FUTURE = 4_102_444_800n
const MAX = 2n ** 256n - 1n
const DAY = 86_400
const SERIAL = 10
const HANDED_OUT = 60

type Name = keyof typeof compiled.contracts
const artifact = (name: Name): Artifact => ({ abi: compiled.contracts[name].abi as Abi, bytecode: compiled.contracts[name].bytecode as Hex })

const PLAIN = 'a plain token of many holders with its liquidity burned'
const FEW = 'a plain token of few holders, a day later'
const PAUSED = 'PausableToken, paused'
const HIGH_TAX = 'TaxableToken, set to 3 % and 30 %'
const MEDIUM_TAX = 'TaxableToken, set to 12 % and 12 %'
const EXTERNAL = 'ExternalCallToken'
const PROXY = 'LogicToken behind a proxy'
const EMPTIED = 'a plain token whose maker took the liquidity out'
const THIN = 'a plain token with half a coin of liquidity'
const FREE = 'a plain token with its liquidity in its maker’s hands'
const HALF = 'a plain token with three fifths of its liquidity burned'
const LOCKED = 'a plain token with its liquidity locked for ten days'
const AFTER_RUG = 'the next token of who emptied a pool'
const UNPUBLISHED = 'a plain token with unpublished source'
const ELEVENTH = 'the eleventh token of a creator of ten untraded ones'

describe.skipIf(missing !== null)(`rules on an EVM node${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let venues: Venues
  let scans: Scans
  let published: LocalService
  const unpublished = new Set<string>()
  const maker = account('scan maker')
  const keeper = account('scan keeper')
  const rugger = account('scan rugger')
  const serial = account('scan serial')
  const buyers = ['one', 'two', 'three'].map((name) => account(`scan holder ${name}`))

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, keeper, rugger, serial, ...buyers]) await chain.setBalance(who.address, parseEther('100000'))
    venues = await deployVenues(chain, maker, 1)
    const usdc = await deployAt(chain, maker, USDC, artifact('PlainToken'), [10n ** 15n])
    await chain.call(maker, venues.v2.weth, 'deposit', [], parseEther('20000'))
    // 2,000 US dollars per coin.
    await seedV3(chain, venues, maker, { token: usdc, amount: 6_000_000_000_000n, other: venues.v2.weth, otherAmount: parseEther('3000') })
    published = await openLocalService((url) => sourcifyAnswer(url, undefined, unpublished.has(url.pathname.slice(-42)) ? null : 'exact_match'))
    const config = { dataDir: '', services: { sourcify: { url: published.url, key: null } }, servicesSetBy: {} }
    scans = await openScans('eth', [node.url], createServices({ config, logger: silentLogger }))
  }, 60_000)
  afterAll(async () => {
    await scans.close()
    await published.stop()
    await node.stop()
  })

  const deploy = (name: Name, by: Sender = maker, ...args: readonly unknown[]): Promise<Contract> =>
    chain.deploy(by, artifact(name), [SUPPLY, ...args])

  /** Opens a pool with nearly all tokens, lets three wallets buy, passes the pair to tokens that need it, and returns the pair. */
  async function open(token: Contract, coins = '100', by: Sender = maker): Promise<Contract> {
    const pair = await seedPool(chain, venues.v2, by, token, SUPPLY, parseEther(coins))
    for (const buyer of buyers) await buy(chain, venues.v2, buyer, token, parseEther('0.01'))
    if (token.abi.some((item) => item.type === 'function' && item.name === 'setPair')) await chain.call(by, token, 'setPair', [pair.address])
    return pair
  }
  async function moveLiquidity(pair: Contract, by: Sender, to: Hex, percent: bigint): Promise<void> {
    const held = (await chain.read(pair, 'balanceOf', [addressOf(by)])) as bigint
    await chain.call(by, pair, 'transfer', [to, (held * percent) / 100n])
  }
  async function takeLiquidity(token: Contract, pair: Contract, by: Sender): Promise<void> {
    const held = (await chain.read(pair, 'balanceOf', [addressOf(by)])) as bigint
    await chain.call(by, pair, 'approve', [venues.v2.router.address, MAX])
    await chain.call(by, venues.v2.router, 'removeLiquidityETH', [token.address, held, 0n, 0n, addressOf(by), FAR_FUTURE])
  }

  /** Deploys and opens a fixture token, then lets its creator call a function. */
  const traded =
    (name: Name, ...changes: readonly (readonly [call: string, ...args: unknown[]])[]) =>
    async (): Promise<ScanOutcome> => {
      const token = await deploy(name)
      await open(token)
      for (const [call, ...args] of changes) await chain.call(maker, token, call, args)
      return scans.scan(token.address)
    }
  async function withLiquidity(percentBurned: bigint, coins?: string): Promise<Hex> {
    const token = await deploy('PlainToken')
    await moveLiquidity(await open(token, coins), maker, DEAD, percentBurned)
    return token.address
  }
  /** The first buyer sends small amounts to sixty wallets. */
  async function handOut(token: Hex): Promise<void> {
    const [giver] = buyers
    if (giver === undefined) throw new Error('The token has no buyer')
    const contract: Contract = { address: token, abi: artifact('PlainToken').abi }
    const errands = await chain.deploy(maker, ownArtifact('Errands'), [])
    await chain.call(giver, contract, 'approve', [errands.address, MAX])
    const calls = Array.from({ length: HANDED_OUT }, (_, i) => ({
      target: token,
      value: 0n,
      data: encodeFunctionData({
        abi: contract.abi,
        functionName: 'transferFrom',
        args: [addressOf(giver), addressOf(account(`scan small ${i}`)), 10n ** 15n],
      }),
    }))
    await chain.call(maker, errands, 'run', [calls])
  }

  const tokens: Record<string, () => Promise<ScanOutcome>> = {
    [PLAIN]: async () => {
      const token = await withLiquidity(100n)
      await handOut(token)
      return scans.readAndScan(token)
    },
    [FEW]: async () => {
      const token = await withLiquidity(100n)
      await scans.read(token)
      return scans.scan(token, 24)
    },
    SellBlockedToken: traded('SellBlockedToken'),
    HeldFastToken: traded('HeldFastToken'),
    KeepOneToken: traded('KeepOneToken'),
    TaxedToken: traded('TaxedToken'),
    HeavyTaxToken: traded('HeavyTaxToken'),
    TaxableToken: traded('TaxableToken'),
    PersonalTaxToken: traded('PersonalTaxToken'),
    BurnOthersToken: traded('BurnOthersToken'),
    MintableToken: traded('MintableToken'),
    BlacklistToken: traded('BlacklistToken'),
    PausableToken: traded('PausableToken'),
    TakeBackToken: traded('TakeBackToken'),
    HiddenOwnerToken: traded('HiddenOwnerToken'),
    DestructibleToken: traded('DestructibleToken'),
    CooldownToken: traded('CooldownToken'),
    [PAUSED]: traded('PausableToken', ['pause']),
    [HIGH_TAX]: traded('TaxableToken', ['setFees', 3n, 30n]),
    [MEDIUM_TAX]: traded('TaxableToken', ['setFees', 12n, 12n]),
    [EXTERNAL]: async () => {
      const asked = await chain.deploy(maker, artifact('Judge'), [])
      const token = await deploy('ExternalCallToken', maker, asked.address)
      await open(token)
      return scans.scan(token.address)
    },
    [PROXY]: async () => {
      const logic = await chain.deploy(maker, artifact('LogicToken'), [0n])
      const proxy = await chain.deploy(maker, artifact('UpgradeableProxy'), [logic.address, addressOf(keeper)])
      const token: Contract = { address: proxy.address, abi: logic.abi }
      await chain.call(maker, token, 'initialize', [SUPPLY])
      await open(token)
      return scans.scan(token.address)
    },
    [UNPUBLISHED]: async () => {
      const token = await deploy('PlainToken')
      unpublished.add(token.address)
      await open(token)
      return scans.scan(token.address)
    },
    [THIN]: async () => scans.scan(await withLiquidity(100n, '0.5')),
    [FREE]: async () => scans.scan(await withLiquidity(0n)),
    [HALF]: async () => scans.scan(await withLiquidity(60n)),
    [LOCKED]: async () => {
      const locker = await deployAt(chain, maker, UNCX, artifact('PositionLocker'), [])
      const token = await deploy('PlainToken')
      await seedV3(chain, venues, maker, { token, amount: SUPPLY, other: venues.v2.weth, otherAmount: parseEther('100') })
      const { positions } = venues.v3
      const count = (await chain.read(positions, 'totalSupply', [])) as bigint
      const nft = (await chain.read(positions, 'tokenByIndex', [count - 1n])) as bigint
      await chain.call(maker, positions, 'approve', [locker.address, nft])
      await chain.call(maker, locker, 'lock', [positions.address, nft, BigInt(chain.now() + 10 * DAY)])
      return scans.scan(token.address)
    },
    [EMPTIED]: async () => {
      const token = await deploy('PlainToken', rugger)
      const pair = await open(token, '100', rugger)
      await scans.read(token.address)
      await takeLiquidity(token, pair, rugger)
      return scans.scan(token.address)
    },
    [AFTER_RUG]: async () => scans.readAndScan((await deploy('PlainToken', rugger)).address),
    [ELEVENTH]: async () => {
      for (let i = 0; i < SERIAL; i++) await scans.readAndScan((await deploy('PlainToken', serial)).address)
      return scans.readAndScan((await deploy('PlainToken', serial)).address)
    },
    [KEPT]: () => scanLaunch('eth', playOnAnvil, LAUNCHES[KEPT]),
    [PARTLY_KEPT]: () => scanLaunch('eth', playOnAnvil, LAUNCHES[PARTLY_KEPT]),
  }

  it('dust left in an emptied pool is not a market, so buys and sells are unknown', { timeout: 30_000 }, async () => {
    const token = await deploy('PlainToken')
    await takeLiquidity(token, await open(token), maker)
    const found = await scans.scan(token.address)
    expect(found.unknown).toEqual(expect.arrayContaining(['honeypot_confirmed', 'cannot_buy', 'cannot_sell_all']))
    expect(found.applies).toEqual(['no_liquidity'])
  })

  testRules({
    networks: ['eth', 'base', 'bsc'],
    tokens,
    plain: PLAIN,
    undecided: [],
    notShown: {},
    shownBy: {
      honeypot_confirmed: 'SellBlockedToken',
      cannot_buy: PAUSED,
      transfers_paused: 'HeldFastToken',
      cannot_sell_all: 'KeepOneToken',
      sell_tax_extreme: 'HeavyTaxToken',
      sell_tax_high: HIGH_TAX,
      sell_tax_medium: MEDIUM_TAX,
      sell_tax_low: 'TaxedToken',
      buy_tax_high: MEDIUM_TAX,
      tax_modifiable: 'TaxableToken',
      tax_per_wallet: 'PersonalTaxToken',
      change_balance: 'BurnOthersToken',
      mint_open_evm: 'MintableToken',
      blacklist_evm: 'BlacklistToken',
      pausable: 'PausableToken',
      proxy_live: PROXY,
      take_back_ownership: 'TakeBackToken',
      hidden_owner: 'HiddenOwnerToken',
      owner_live: 'MintableToken',
      selfdestruct: 'DestructibleToken',
      external_call: EXTERNAL,
      trading_limits: 'CooldownToken',
      not_verified: UNPUBLISHED,
      no_liquidity: EMPTIED,
      low_liquidity: THIN,
      lp_unlocked: FREE,
      lp_partly_locked: HALF,
      lp_lock_short: LOCKED,
      ...HOLDER_RULES,
      few_holders: FEW,
      creator_rugs: AFTER_RUG,
      creator_serial: ELEVENTH,
    },
  })
})
