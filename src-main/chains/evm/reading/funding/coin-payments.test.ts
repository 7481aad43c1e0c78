import { encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, type CountingProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { artifact, ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { BlockRef, CoinPayments } from '../../../adapter.ts'
import { openAdapter } from '../../../registry.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const TRACES = ['trace_block', 'debug_traceBlockByNumber']
const ether = (text: string): bigint => parseEther(text)

/** Payments of every kind that a wallet makes and receives, on a real node and behind endpoints that cannot report all of them. */
describe.skipIf(missing !== null)(`payments in the native coin ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  let weth: Contract
  let errands: Contract
  let head: BlockRef
  let start: ReadonlyMap<string, bigint>
  const proxies: CountingProxy[] = []
  const people = ['person', 'stranger', 'first payee', 'second payee', 'owner'] as const
  type Who = (typeof people)[number] | 'weth' | 'errands' | 'vault'
  const who = (name: (typeof people)[number]) => account(`coin ${name}`)
  let vault: Contract
  const addressBy = (name: Who): Address => {
    const contract = { weth, errands, vault }[name as string]
    return trustedAddress(contract?.address ?? addressOf(who(name as (typeof people)[number])))
  }
  const nameOf = (address: string): string =>
    [...people, 'weth' as const, 'errands' as const, 'vault' as const].find((name) => addressBy(name) === address) ?? address
  const balance = async (address: string): Promise<bigint> => BigInt((await chain.rpc('eth_getBalance', [address, 'latest'])) as string)

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const name of people) await chain.setBalance(addressOf(who(name)), ether('100'))
    const [person, stranger, owner] = [who('person'), who('stranger'), who('owner')]
    weth = await chain.deploy(owner, artifact('@uniswap/v2-periphery/build/WETH9.json'), [])
    errands = await chain.deploy(owner, ownArtifact('Errands'), [])
    vault = await chain.deploy(owner, ownArtifact('Errands'), [])
    await chain.setBalance(vault.address, ether('20'))
    start = new Map(await Promise.all(people.map(async (name) => [name, await balance(addressOf(who(name)))] as const)))
    const pays = (to: (typeof people)[number], amount: string) => ({ target: addressOf(who(to)), value: ether(amount), data: '0x' as const })
    // Coins that a contract keeps, and coins that it sends to its caller.
    await chain.call(person, weth, 'deposit', [], ether('5'))
    await chain.call(person, weth, 'withdraw', [ether('2')])
    // Coins that a contract forwards, keeps and returns.
    await chain.call(person, errands, 'run', [[pays('first payee', '4'), pays('second payee', '3'), pays('person', '2')]], ether('10'))
    // A plain transfer and a contract's payment in one block.
    await chain.rpc('evm_setAutomine', [false])
    const data = encodeFunctionData({ abi: vault.abi, functionName: 'run', args: [[pays('person', '6')]] })
    await chain.rpc('anvil_impersonateAccount', [addressOf(owner)])
    await chain.rpc('eth_sendTransaction', [{ from: addressOf(owner), to: vault.address, data, gas: '0x7a120', gasPrice: '0x77359400' }])
    await chain.sendTogether([{ from: stranger, to: addressOf(person), value: ether('1') }])
    // Plain transfers to a wallet and to a contract, a call without coin, and one that fails.
    await chain.send(person, addressOf(who('first payee')), { value: ether('0.5') })
    await chain.send(person, errands.address, { value: ether('0.25') })
    await chain.call(person, errands, 'run', [[]])
    await expect(chain.send(person, errands.address, { value: ether('0.1'), data: '0x12345678' })).rejects.toThrow('failed')
    // A contract pays its own coins on top of the transaction's value.
    await chain.call(stranger, vault, 'run', [[pays('second payee', '1.5')]], ether('1'))
    await chain.rpc('anvil_mine', ['0x40', '0xc'])
  }, 60_000)
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close()
    await anvil.stop()
  })

  async function read(
    name: Who,
    side: 'paid' | 'received',
    without: readonly string[] = [],
  ): Promise<CoinPayments & { named: [string, string, bigint][] }> {
    const proxy = await openProxy(anvil.url, { without })
    proxies.push(proxy)
    const adapter = openAdapter({ network: 'eth', endpoints: [proxy.url] })
    try {
      head = await adapter.head(signal)
      const query = { wallet: addressBy(name), coin: NATIVE, side, since: 0, until: head.time, most: 100 } as const
      const found = await adapter.coinPayments(query, head, signal)
      return { ...found, named: found.rows.map(({ from, to, raw }) => [nameOf(from), nameOf(to), raw]) }
    } finally {
      await adapter.close()
    }
  }

  const PAID = [
    ['person', 'weth', ether('5')],
    ['person', 'first payee', ether('4')],
    ['person', 'second payee', ether('3')],
    ['person', 'errands', ether('1')],
    ['person', 'first payee', ether('0.5')],
    ['person', 'errands', ether('0.25')],
  ]
  const RECEIVED = [
    ['weth', 'person', ether('2')],
    ['vault', 'person', ether('6')],
    ['stranger', 'person', ether('1')],
  ]

  test.each([
    ['trace_filter', []],
    ['old state', ['trace_filter']],
    ['old state and the other form of traces', ['trace_filter', 'trace_block']],
  ])('all of them by %s', async (_how, without) => {
    const [paid, received] = [await read('person', 'paid', without), await read('person', 'received', without)]
    expect(new Set(paid.named)).toEqual(new Set(PAID))
    expect(new Set(received.named)).toEqual(new Set(RECEIVED))
    for (const found of [paid, received]) expect(found).toMatchObject({ stopped: null, unlisted: null, unread: null })
  })

  test('what a wallet pays and receives differs from its balance by its fees alone', async () => {
    const sum = ({ rows }: CoinPayments): bigint => rows.reduce((all, { raw }) => all + raw, 0n)
    for (const name of people.slice(0, 4)) {
      const left = (start.get(name) ?? 0n) + sum(await read(name, 'received')) - sum(await read(name, 'paid'))
      const fees = left - (await balance(addressBy(name)))
      expect(fees, name).toBeGreaterThanOrEqual(0n)
      expect(fees, name).toBeLessThan(ether('0.02'))
    }
  })

  test('the payer and the payee are told the same payments', async () => {
    const of = async (name: Who, side: 'paid' | 'received') =>
      (await read(name, side)).rows.map(({ from, to, tx, position, raw }) => ({ from, to, tx, position, raw }))
    const [person, stranger] = [addressBy('person'), addressBy('stranger')]
    for (const payee of ['first payee', 'second payee'] as const) {
      const received = await of(payee, 'received')
      const paid = [...(await of('person', 'paid')), ...(await of('stranger', 'paid'))]
      expect(received.filter(({ from }) => from === person || from === stranger)).toEqual(paid.filter(({ to }) => to === addressBy(payee)))
    }
    expect((await read('second payee', 'received')).named).toEqual([
      ['person', 'second payee', ether('3')],
      ['vault', 'second payee', ether('0.5')],
      ['stranger', 'second payee', ether('1')],
    ])
  })

  test('an endpoint without traces says what it cannot tell, and is believed where balances prove it right', async () => {
    const without = ['trace_filter', ...TRACES]
    const paid = await read('person', 'paid', without)
    expect(paid.named).toContainEqual(['person', 'errands', ether('10')])
    expect(paid.unread).toMatch(/no traces/)
    const received = await read('person', 'received', without)
    expect(received.named).toEqual([['stranger', 'person', ether('1')]])
    expect(received.unread).toMatch(/no traces/)
    // The stranger received only plain transfers, and the owner sent no coins.
    expect(await read('stranger', 'received', without)).toMatchObject({ rows: [], unread: null })
    expect(await read('owner', 'paid', without)).toMatchObject({ rows: [], unread: null })
  })

  test('a contract that pays by the hands of others is not told to have paid nothing', async () => {
    expect((await read('vault', 'paid')).named).toEqual([
      ['vault', 'person', ether('6')],
      ['vault', 'second payee', ether('0.5')],
    ])
    const byState = await read('vault', 'paid', ['trace_filter'])
    expect(byState.named).toEqual([
      ['vault', 'person', ether('6')],
      ['vault', 'second payee', ether('0.5')],
    ])
    expect(byState.unread).toMatch(/balance/)
  })
})
