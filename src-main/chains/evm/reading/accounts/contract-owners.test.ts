import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type ProxyOptions } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { artifact, ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../../adapter.ts'
import { openAdapter } from '../../../registry.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const [DEPLOYER, CALLER, OWNER] = [account('contract deployer'), account('contract caller'), account('contract owner')]
const NOBODY = `0x${'0'.repeat(40)}` as const
/** The address of a contract that no transaction created. */
const PLACED = trustedAddress(`0x${'9a'.repeat(20)}`)
const [NAMED, RECEIPTS] = ['ots_getContractCreator', 'eth_getBlockReceipts']
const TRACES = ['trace_block', 'debug_traceBlockByNumber'] as const

describe.skipIf(missing !== null)(`who is behind contracts of a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  /** Contracts by name: a wallet's first and later ones, and those that contracts created, with and without logs. */
  let contracts: Readonly<Record<'first' | 'later' | 'logged' | 'silent' | 'vault' | 'ownerless', Address>>
  let beforeLater: BlockRef

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const one of [DEPLOYER, CALLER]) await chain.setBalance(addressOf(one), 10n ** 20n)
    const tokens = await chain.deploy(DEPLOYER, ownArtifact('TokenFactory'), [])
    await chain.send(DEPLOYER, addressOf(OWNER), { value: 5n })
    const pairs = await chain.deploy(DEPLOYER, artifact('@uniswap/v2-core/build/UniswapV2Factory.json'), [addressOf(DEPLOYER)])
    beforeLater = await withAdapter({}, (adapter) => adapter.head(signal))
    const vault = await chain.deploy(DEPLOYER, ownArtifact('OwnedVault'), [addressOf(OWNER)])
    const ownerless = await chain.deploy(CALLER, ownArtifact('OwnedVault'), [NOBODY])
    const created = await chain.call(CALLER, tokens, 'create', ['Child', 'CHLD', 1_000n])
    await chain.call(CALLER, pairs, 'createPair', [addressOf(OWNER), addressOf(CALLER)])
    const pair = (await chain.read(pairs, 'getPair', [addressOf(OWNER), addressOf(CALLER)])) as string
    await chain.rpc('anvil_setCode', [PLACED, '0x600160015500'])
    await chain.rpc('anvil_mine', ['0x10', '0xc'])
    contracts = {
      first: trustedAddress(tokens.address),
      later: trustedAddress(pairs.address),
      logged: trustedAddress(created.logs[0]?.address.toLowerCase() ?? ''),
      silent: trustedAddress(pair.toLowerCase()),
      vault: trustedAddress(vault.address),
      ownerless: trustedAddress(ownerless.address),
    }
  }, 60_000)
  afterAll(() => anvil.stop())

  async function withAdapter<T>(options: ProxyOptions, run: (adapter: ChainAdapter) => Promise<T>): Promise<T> {
    const proxy = await openProxy(anvil.url, options)
    const adapter = openAdapter({ network: 'eth', endpoints: [proxy.url] })
    try {
      return await run(adapter)
    } finally {
      await adapter.close()
      await proxy.close()
    }
  }
  const deployers = (asked: readonly Address[], options: ProxyOptions = {}, at?: BlockRef) =>
    withAdapter(options, async (adapter) => adapter.contractDeployers?.(asked, at ?? (await adapter.head(signal)), signal))
  const by = (contract: Address, { address }: typeof DEPLOYER, deployerNonce: number) => ({ contract, owner: address.toLowerCase(), deployerNonce })

  test.each([
    ['names them', []],
    ['has receipts of blocks and traces', [NAMED]],
    ['has receipts of transactions and the other form of traces', [NAMED, RECEIPTS, TRACES[0]]],
  ])('deployers and what they sent before, from a node that %s', async (_how, without) => {
    const { first, later, logged, silent, vault, ownerless } = contracts
    expect(await deployers([silent, first, vault, ownerless, later, logged], { without })).toEqual([
      // The wallet that called the creating contract.
      by(silent, CALLER, 2),
      by(first, DEPLOYER, 0),
      by(vault, DEPLOYER, 3),
      by(ownerless, CALLER, 0),
      by(later, DEPLOYER, 2),
      by(logged, CALLER, 1),
    ])
  })

  test('without traces, the deployer of a contract that another made is known by its logs alone', async () => {
    const { later, logged, silent } = contracts
    const found = await deployers([silent, logged, later], { without: [NAMED, ...TRACES] })
    expect(found).toEqual([by(logged, CALLER, 1), by(later, DEPLOYER, 2)])
  })

  test.each([
    ['names deployers', {}],
    ['does not', { without: [NAMED] }],
  ])('wallets, and contracts that no transaction created, are left out by a node that %s', async (_how, options) => {
    expect(await deployers([trustedAddress(addressOf(CALLER)), PLACED, contracts.later], options)).toEqual([by(contracts.later, DEPLOYER, 2)])
  })

  test.each([
    ['names deployers', {}],
    ['does not', { without: [NAMED] }],
  ])('contracts that come after the block are left out by a node that %s', async (_how, options) => {
    const { later, vault, logged } = contracts
    expect(await deployers([vault, later, logged], options, beforeLater)).toEqual([by(later, DEPLOYER, 2)])
  })

  test('none is known from a node that neither names them nor keeps old state', async () => {
    expect(await deployers([contracts.first, contracts.logged], { without: [NAMED], keepsBlocks: 2 })).toEqual([])
  })

  test('owners are those that contracts name, unless they gave it up', async () => {
    const { first, logged, vault, ownerless } = contracts
    const owners = await withAdapter({}, async (adapter) =>
      adapter.contractOwners?.([ownerless, logged, first, trustedAddress(addressOf(CALLER)), vault], await adapter.head(signal), signal),
    )
    expect(owners).toEqual([
      { contract: logged, owner: first, deployerNonce: null },
      { contract: vault, owner: addressOf(OWNER), deployerNonce: null },
    ])
  })
})
