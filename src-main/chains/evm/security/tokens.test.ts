import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEther, toFunctionSignature, type Abi, type Hex } from 'viem'
import compiled from '../../../../e2e/fixtures/anvil/tokens/compiled.json' with { type: 'json' }
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Artifact, type Contract, type DevChain } from '../../../../e2e/fixtures/anvil/chain.ts'
import { buy, deployUniswap, seedPool, type Exchange } from '../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { ReadSource, FlagId, SecurityFacts } from '../../security/facts.ts'
import type { ChainAdapter } from '../../adapter.ts'
import { createEvmAdapter } from '../adapter.ts'
import { openProxy, type ProxyOptions } from '../../../../e2e/fixtures/anvil/proxy.ts'

/** Tokens with one trap each, on a real node with the real Uniswap v2. Each flag has a token that raises it and many that do not. */

const missing = anvilMissing()
const SUPPLY = parseEther('1000000')
const never = new AbortController().signal

type TokenName = keyof typeof compiled.contracts
const artifact = (name: TokenName): Artifact => ({ abi: compiled.contracts[name].abi as Abi, bytecode: compiled.contracts[name].bytecode as Hex })

/** Flags that are true for a token. All others are expected to be false, or null if `unknown` names them. */
interface Expected {
  readonly is: readonly FlagId[]
  readonly unknown?: readonly FlagId[]
  readonly tax?: { readonly buy: number | null; readonly sell: number | null; readonly transfer: number | null }
}

const RENOUNCED: readonly FlagId[] = ['renounced']
const TRUTH: Readonly<Record<string, Expected>> = {
  PlainToken: { is: RENOUNCED },
  OwnedToken: { is: [] },
  TaxedToken: { is: [], tax: { buy: 3, sell: 5, transfer: 0 } },
  TaxableToken: { is: ['tax_modifiable'], tax: { buy: 3, sell: 5, transfer: 0 } },
  CappedTaxToken: { is: ['tax_modifiable'], tax: { buy: 3, sell: 5, transfer: 0 } },
  SilentTaxToken: { is: ['tax_modifiable'], tax: { buy: 3, sell: 5, transfer: 4 } },
  SizedTaxToken: { is: [], tax: { buy: 0, sell: 10, transfer: 0 } },
  EchoToken: { is: RENOUNCED },
  // A wallet that the owner marks as a pool sells without the tax.
  HeavyTaxToken: { is: ['whitelist'], tax: { buy: 0, sell: 99, transfer: 0 } },
  PersonalTaxToken: { is: ['tax_per_wallet'] },
  SellBlockedToken: { is: ['honeypot'], unknown: ['cannot_sell_all', 'trading_cooldown'], tax: { buy: 0, sell: null, transfer: 0 } },
  KeepOneToken: { is: ['cannot_sell_all'] },
  BlacklistToken: { is: ['blacklist'] },
  PausableToken: { is: ['pausable'] },
  MintableToken: { is: ['mintable'] },
  OddMintToken: { is: ['mintable'] },
  CappedMintToken: { is: [] },
  WhitelistToken: { is: ['pausable', 'whitelist'] },
  CooldownToken: { is: ['trading_cooldown', 'cooldown_modifiable'] },
  MaxTxToken: { is: ['anti_whale', 'anti_whale_modifiable'] },
  TakeBackToken: { is: ['mintable', 'take_back_ownership'] },
  SleeperToken: { is: ['take_back_ownership'] },
  LockToken: { is: ['take_back_ownership'] },
  BurnOthersToken: { is: ['change_balance'] },
  DestructibleToken: { is: ['selfdestruct'] },
}

describe.skipIf(missing !== null)(`test tokens on a node${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  let adapter: ChainAdapter
  const maker = account('scan maker')
  const keeper = account('scan keeper')
  const holders = ['one', 'two', 'three'].map((name) => account(`scan holder ${name}`))
  const facts = new Map<string, SecurityFacts>()

  beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    for (const who of [maker, keeper, ...holders]) await chain.setBalance(who.address, parseEther('10000'))
    exchange = await deployUniswap(chain, maker)
    adapter = createEvmAdapter({ network: 'eth', endpoints: [node.url] })
  }, 60_000)
  afterAll(async () => {
    await adapter.close()
    await node.stop()
  })

  /** A pool with 100 coins, a few real holders, and the pair registered with tokens that need to know it. */
  async function open(token: Contract): Promise<Pool> {
    const pair = await seedPool(chain, exchange, maker, token, SUPPLY / 2n, parseEther('100'))
    for (const [i, holder] of holders.entries()) await buy(chain, exchange, holder, token, parseEther(`0.${i + 1}`))
    if (token.abi.some((item) => item.type === 'function' && item.name === 'setPair')) await chain.call(maker, token, 'setPair', [pair.address])
    const [token0, token1] = [token.address, exchange.weth.address].sort()
    return {
      kind: 'pool',
      network: 'eth',
      address: trustedAddress(pair.address),
      dex: 'test',
      dexVersion: '2',
      token0: trustedAddress(token0 ?? ''),
      token1: trustedAddress(token1 ?? ''),
      createdBlock: null,
      createdTx: null,
    }
  }

  async function scan(token: Contract, pools: readonly Pool[], through: ChainAdapter = adapter, source?: ReadSource): Promise<SecurityFacts> {
    const at = await through.head(never)
    const query = {
      token: trustedAddress(token.address),
      pools,
      holders: holders.map((holder) => trustedAddress(addressOf(holder))),
      creator: trustedAddress(addressOf(maker)),
      createdBlock: null,
      source,
    }
    const read = await through.security?.(query, at, never)
    if (read === undefined) throw new Error('the adapter reads no safety')
    return read
  }

  const values = ({ flags }: SecurityFacts): { yes: string[]; unknown: string[] } => {
    const of = (value: boolean | null): string[] =>
      Object.entries(flags)
        .flatMap(([id, flag]) => (flag.value === value ? [id] : []))
        .sort()
    return { yes: of(true), unknown: of(null) }
  }
  const expectFlags = (read: SecurityFacts, { is, unknown = [], tax }: Expected): void => {
    expect(values(read)).toEqual({ yes: [...is].sort(), unknown: [...unknown, 'verified'].sort() })
    expect(read.partial).toEqual([])
    const { buy: b, sell: s, transfer: t } = read.taxes
    expect({ buy: b.pct, sell: s.pct, transfer: t.pct }).toEqual(tax ?? { buy: 0, sell: 0, transfer: 0 })
    expect(read.simulatedWith).toBe('eth_simulateV1')
  }

  it.each(Object.keys(TRUTH))('%s', { timeout: 30_000 }, async (name) => {
    const token = await chain.deploy(maker, artifact(name as TokenName), [SUPPLY])
    const read = await scan(token, [await open(token)])
    facts.set(name, read)
    expectFlags(read, TRUTH[name] ?? { is: [] })
  })

  it('includes the block in each part of the raw facts', () => {
    const read = facts.get('PlainToken')
    const block = read?.readAt.number
    expect(read?.raw).toMatchObject({ bytecode: { block }, owners: { block }, simulation: { block } })
  })

  it.each([
    ['a role', 'RoleMintToken'],
    ['an admin beside the owner', 'AdminMintToken'],
  ] as const)('does not report a token as renounced while %s can mint, and names the minter', { timeout: 30_000 }, async (_who, name) => {
    const token = await chain.deploy(maker, artifact(name), [SUPPLY, addressOf(keeper)])
    const pool = await open(token)
    await chain.call(maker, token, 'renounceOwnership', [])
    const read = await scan(token, [pool])
    expectFlags(read, { is: ['mintable', 'hidden_owner'] })
    expect(read.flags.mintable?.holder).toEqual({ address: addressOf(keeper), kind: 'wallet' })
  })

  it('lists no supply or counter as an owner candidate', { timeout: 30_000 }, async () => {
    // As a word in storage this supply has the shape of an address.
    const token = await chain.deploy(maker, artifact('BlacklistToken'), [2n ** 150n + 7n])
    const candidates = (read: SecurityFacts): unknown => (read.raw['owners'] as { candidates: unknown }).candidates
    expect(candidates(await scan(token, []))).toEqual([addressOf(maker)])
    expect(candidates(await scan(token, [await open(token)]))).toEqual([addressOf(maker)])
  })

  it('finds a hidden owner by the calls that succeed for it', { timeout: 30_000 }, async () => {
    const token = await chain.deploy(maker, artifact('HiddenOwnerToken'), [SUPPLY])
    expectFlags(await scan(token, [await open(token)]), { is: ['mintable', 'hidden_owner'] })
  })

  it('does not report a blacklist after ownership was renounced', { timeout: 30_000 }, async () => {
    const token = await chain.deploy(maker, artifact('BlacklistToken'), [SUPPLY])
    const pool = await open(token)
    await chain.call(maker, token, 'renounceOwnership', [])
    expectFlags(await scan(token, [pool]), { is: RENOUNCED })
  })

  it('reports a paused token', { timeout: 30_000 }, async () => {
    const token = await chain.deploy(maker, artifact('PausableToken'), [SUPPLY])
    const pool = await open(token)
    await chain.call(maker, token, 'pause', [])
    const { flags } = await scan(token, [pool])
    expect([flags.cannot_buy?.value, flags.honeypot?.value, flags.transfers_paused?.value]).toEqual([true, null, true])
    expect((await scan(token, [])).flags.transfers_paused).toMatchObject({ value: true, evidence: ['paused()'] })
    await chain.call(maker, token, 'unpause', [])
    expect((await scan(token, [])).flags.transfers_paused?.value).toBeNull()
  })

  it('finds a contract that transfers call and the owner can replace', { timeout: 30_000 }, async () => {
    const judge = await chain.deploy(maker, artifact('Judge'), [])
    const token = await chain.deploy(maker, artifact('ExternalCallToken'), [SUPPLY, judge.address])
    const read = await scan(token, [await open(token)])
    expectFlags(read, { is: ['external_calls', 'pausable'] })
    expect(read.flags.external_calls?.evidence).toEqual([judge.address])
  })

  it('reads the code behind a proxy and names the address that may replace it', { timeout: 30_000 }, async () => {
    const logic = await chain.deploy(maker, artifact('LogicToken'), [0n])
    const proxy = await chain.deploy(maker, artifact('UpgradeableProxy'), [logic.address, addressOf(keeper)])
    const token: Contract = { address: proxy.address, abi: logic.abi }
    await chain.call(maker, token, 'initialize', [SUPPLY])
    const read = await scan(token, [await open(token)])
    expectFlags(read, { is: ['proxy'] })
    expect(read.flags.proxy?.holder).toEqual({ address: addressOf(keeper), kind: 'wallet' })
    expect(read.details).toMatchObject({ implementation: logic.address })
  })

  it('reports liquidity that its maker can withdraw, and counts what was sent to a burn address as locked', { timeout: 30_000 }, async () => {
    const token = await chain.deploy(maker, artifact('PlainToken'), [SUPPLY])
    const pool = await open(token)
    const [free] = (await scan(token, [pool])).liquidity ?? []
    expect(free).toMatchObject({ lockedPct: 0, largestFreePct: 100, largestFreeOwner: addressOf(maker) })
    const pair: Contract = { address: pool.address as Hex, abi: artifact('PlainToken').abi }
    const held = (await chain.read(pair, 'balanceOf', [addressOf(maker)])) as bigint
    await chain.call(maker, pair, 'transfer', ['0x000000000000000000000000000000000000dEaD', held / 2n])
    const [half] = (await scan(token, [pool])).liquidity ?? []
    expect(half?.lockedPct).toBeCloseTo(50, 6)
    expect(half?.locks).toMatchObject([{ type: 'burn', unlockAt: null }])
    await chain.call(maker, pair, 'transfer', [`0x${'0'.repeat(40)}`, held / 4n])
    const [more] = (await scan(token, [pool])).liquidity ?? []
    expect(more?.lockedPct).toBeCloseTo(75, 6)
    expect(more?.largestFreePct).toBeCloseTo(25, 6)
  })

  describe('with its verified source', () => {
    /** A service's answer after parsing (ingest/services). */
    const verifiedAs =
      (abi: Abi): ReadSource =>
      async () => ({
        verified: true,
        service: 'sources.example',
        exact: true,
        functions: abi.flatMap((item) =>
          item.type === 'function'
            ? [{ signature: toFunctionSignature(item), reads: item.stateMutability === 'view' || item.stateMutability === 'pure' }]
            : [],
        ),
      })

    it(
      'names a mint with unlisted arguments by the types that its code shows, and with its verified source by its name',
      { timeout: 30_000 },
      async () => {
        const token = await chain.deploy(maker, artifact('BatchMintToken'), [SUPPLY])
        const pools = [await open(token)]
        expect((await scan(token, pools)).flags.mintable).toMatchObject({
          value: true,
          evidence: [addressOf(maker), '0x4df4fecf(bool,bytes,address,uint96)'],
        })
        const { flags, raw } = await scan(token, pools, adapter, verifiedAs(token.abi))
        expect([flags.verified?.value, flags.mintable?.value]).toEqual([true, true])
        expect(flags.mintable?.evidence).toContain('settle(bytes32,string,address,uint96)')
        expect(raw['source']).toMatchObject({ changes: expect.arrayContaining(['settle(bytes32,string,address,uint96)']) })
      },
    )

    it('names the functions that the source declares for a power, or says that there are none', { timeout: 30_000 }, async () => {
      const token = await chain.deploy(maker, artifact('PausableToken'), [SUPPLY])
      const { flags } = await scan(token, [await open(token)], adapter, verifiedAs(token.abi))
      expect(flags.pausable?.how).toMatch(/The verified source declares pause\(\)/)
      expect(flags.mintable).toMatchObject({ value: false, how: expect.stringMatching(/The verified source has no function named for it\.$/) })
    })

    it('reports a proxy as verified only if its implementation is verified too', { timeout: 30_000 }, async () => {
      const logic = await chain.deploy(maker, artifact('LogicToken'), [0n])
      const proxy = await chain.deploy(maker, artifact('UpgradeableProxy'), [logic.address, addressOf(keeper)])
      const token: Contract = { address: proxy.address, abi: logic.abi }
      await chain.call(maker, token, 'initialize', [SUPPLY])
      const knows =
        (...known: readonly string[]): ReadSource =>
        async (contract, signal) =>
          known.includes(contract) ? verifiedAs(logic.abi)(contract, signal) : { verified: false, service: 'sources.example' }
      const half = await scan(token, [], adapter, knows(proxy.address))
      expect(half.flags.verified).toMatchObject({ value: false, evidence: [logic.address] })
      expect(half.flags.mintable?.how).not.toContain('verified source')
      expect((await scan(token, [], adapter, knows(proxy.address, logic.address))).flags.verified?.value).toBe(true)
    })
  })

  describe('on weaker nodes', () => {
    const without = async (options: ProxyOptions, name: TokenName): Promise<SecurityFacts> => {
      const proxy = await openProxy(node.url, options)
      const weak = createEvmAdapter({ network: 'eth', endpoints: [proxy.url] })
      try {
        const token = await chain.deploy(maker, artifact(name), [SUPPLY])
        return await scan(token, [await open(token)], weak)
      } finally {
        await weak.close()
        await proxy.close()
      }
    }

    it('tests the trade by one overridden call without eth_simulateV1, and reads powers from the code', { timeout: 30_000 }, async () => {
      const read = await without({ without: ['eth_simulateV1'] }, 'TaxableToken')
      expect(read.simulatedWith).toBe('eth_call with overridden state')
      expect([read.taxes.buy.pct, read.taxes.sell.pct, read.taxes.transfer.pct]).toEqual([3, 5, 0])
      expect([read.flags.honeypot?.value, read.flags.mintable?.value]).toEqual([false, false])
      expect(read.flags.tax_modifiable).toMatchObject({ value: true, how: expect.stringMatching(/sets the tax in slot 0x\w+ to any size/) })
      expect(read.partial.join(' ')).toContain('eth_simulateV1')
    })

    it('finds a trap with the overridden call too', { timeout: 30_000 }, async () => {
      const read = await without({ without: ['eth_simulateV1'] }, 'SellBlockedToken')
      expect(read.flags.honeypot?.value).toBe(true)
    })

    it('reads everything else from a node without overrides, and returns null for the rest', { timeout: 30_000 }, async () => {
      const refuse = (call: { method: string; params: readonly unknown[] }) =>
        call.method === 'eth_call' && call.params.length > 2
          ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'too many arguments, want at most 2' } }) }
          : null
      const read = await without({ without: ['eth_simulateV1', 'eth_getLogs'], before: refuse }, 'MintableToken')
      expect(read.flags).toMatchObject({
        honeypot: { value: null },
        mintable: { value: true, how: expect.stringContaining('a privileged caller raises a balance'), evidence: ['mint(address,uint256)'] },
        renounced: { value: false },
        selfdestruct: { value: false },
      })
      expect(read.taxes.sell.pct).toBeNull()
      expect(read.liquidity?.[0]).toMatchObject({ lockedPct: null })
    })
  })
})
