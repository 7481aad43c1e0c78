import { encodeFunctionData, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy, refuseMethod, type ProxyOptions, type RpcCall } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { BuilderPayments } from '../../../adapter.ts'
import { openAdapter } from '../../../registry.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const [FIRST_TRACES, OTHER_TRACES] = ['trace_block', 'debug_traceBlockByNumber']
const [BUYER, STRANGER] = [account('tipping buyer'), account('tipping stranger')]
const [BUILDER, OTHER_BUILDER] = [account('first tipped builder'), account('second tipped builder')]
const NOBODY = `0x${'0'.repeat(40)}` as const

/** Blocks of a real node whose fee recipients are chosen one by one. */
describe.skipIf(missing !== null)(`payments to the builders of blocks ${missing ?? ''}`, () => {
  let anvil: Anvil
  let chain: DevChain
  /** A contract that forwards coins, and one that holds coins. */
  let errands: Contract
  let vault: Contract
  const mined = new Map<string, { readonly block: number; readonly time: number; readonly txs: readonly string[] }>()

  beforeAll(async () => {
    anvil = await spawnAnvil()
    chain = await openDevChain(anvil.url)
    for (const one of [BUYER, BUILDER, OTHER_BUILDER, STRANGER]) await chain.setBalance(addressOf(one), parseEther('100'))
    errands = await chain.deploy(BUYER, ownArtifact('Errands'), [])
    vault = await chain.deploy(BUYER, ownArtifact('Errands'), [])
    await chain.setBalance(vault.address, parseEther('20'))

    await mine('direct', BUILDER, () => chain.send(BUYER, addressOf(BUILDER), { value: 7n }))
    await mine('by a contract', BUILDER, () => chain.call(BUYER, errands, 'run', [[pays(STRANGER, 40n), pays(BUILDER, 30n)]], 70n))
    await mine('of a contract', OTHER_BUILDER, () => chain.call(BUYER, vault, 'run', [[pays(OTHER_BUILDER, 9n)]]))
    await mine('to others', BUILDER, () => chain.call(BUYER, errands, 'run', [[pays(STRANGER, 40n), pays(OTHER_BUILDER, 30n)]], 70n))
    await mine('nothing', BUILDER, () => chain.send(BUYER, addressOf(BUILDER)))
    // A builder that returns coins to itself, and that pays a proposer.
    await mine('its own', BUILDER, () => chain.send(BUILDER, addressOf(BUILDER), { value: 5n }))
    await mine('its own by a contract', BUILDER, () => chain.call(BUILDER, errands, 'run', [[pays(BUILDER, 5n), pays(STRANGER, 6n)]], 11n))
    await mine('to nobody', null, () => chain.send(BUYER, NOBODY, { value: 7n }))
    const refused = { target: errands.address, value: 0n, data: '0x12345678' } as const
    await mine('reverted', BUILDER, async () => {
      await expect(chain.call(BUYER, errands, 'run', [[pays(BUILDER, 30n), refused]], 30n)).rejects.toThrow('failed')
    })
    // A contract's payment before a direct one. The node orders them by gas price.
    await mine('both', BUILDER, async () => {
      await chain.rpc('evm_setAutomine', [false])
      await chain.rpc('anvil_impersonateAccount', [addressOf(STRANGER)])
      const data = encodeFunctionData({ abi: vault.abi, functionName: 'run', args: [[pays(BUILDER, 2n)]] })
      const fields = { from: addressOf(STRANGER), to: vault.address, data, gas: toHex(500_000), gasPrice: toHex(3_000_000_000) }
      await chain.rpc('eth_sendTransaction', [fields])
      await chain.sendTogether([{ from: BUYER, to: addressOf(BUILDER), value: 3n }])
    })
  }, 60_000)
  afterAll(() => anvil.stop())

  const pays = (to: typeof BUYER, value: bigint) => ({ target: addressOf(to), value, data: '0x' as const })

  /** Mines a block whose fees the builder collects. */
  async function mine(name: string, builder: typeof BUYER | null, send: () => Promise<unknown>): Promise<void> {
    await chain.rpc('anvil_setCoinbase', [builder === null ? NOBODY : addressOf(builder)])
    await send()
    const block = (await chain.rpc('eth_getBlockByNumber', ['latest', false])) as { number: string; timestamp: string; transactions: string[] }
    mined.set(name, { block: Number(block.number), time: Number(block.timestamp), txs: block.transactions })
  }
  const blockOf = (name: string) => mined.get(name) ?? { block: NaN, time: NaN, txs: [] }

  async function read(
    names: readonly string[],
    options: ProxyOptions = {},
  ): Promise<{ paid: BuilderPayments | null; calls: ReadonlyMap<string, number> }> {
    const proxy = await openProxy(anvil.url, options)
    const adapter = openAdapter({ network: 'eth', endpoints: [proxy.url] })
    try {
      const paid = await adapter.builderPayments?.(
        names.map((name) => blockOf(name).block),
        signal,
      )
      return { paid: paid ?? null, calls: proxy.calls }
    } finally {
      await adapter.close()
      await proxy.close()
    }
  }
  const payment = (name: string, from: string, to: typeof BUYER, raw: bigint, [tx, event]: readonly [tx: number, event: number]) => {
    const { block, time, txs } = blockOf(name)
    return { kind: 'transfer', network: 'eth', token: NATIVE, position: { block, tx, event }, time, tx: txs[tx], from, to: addressOf(to), raw }
  }

  describe.each([
    ['the traces of a block', []],
    ['the other form of traces', [FIRST_TRACES]],
  ])('from %s', (_form, without) => {
    test('are those of a transaction itself', async () => {
      const { paid } = await read(['direct'], { without })
      expect(paid).toEqual({ builders: [addressOf(BUILDER)], rows: [payment('direct', addressOf(BUYER), BUILDER, 7n, [0, 0])] })
    })

    test('are those of a contract, with coins of the sender or of its own', async () => {
      const { paid } = await read(['by a contract', 'of a contract'], { without })
      expect(paid).toEqual({
        builders: [addressOf(BUILDER), addressOf(OTHER_BUILDER)],
        rows: [
          // The steps of the transaction are the call, its first payment and its second payment.
          payment('by a contract', addressOf(BUYER), BUILDER, 30n, [0, 3]),
          payment('of a contract', vault.address, OTHER_BUILDER, 9n, [0, 2]),
        ],
      })
    })

    test('are all of a block in order, and its builder is named once', async () => {
      const { paid } = await read(['both', 'direct'], { without })
      expect(paid).toEqual({
        builders: [addressOf(BUILDER)],
        rows: [
          payment('both', vault.address, BUILDER, 2n, [0, 2]),
          payment('both', addressOf(BUYER), BUILDER, 3n, [1, 0]),
          payment('direct', addressOf(BUYER), BUILDER, 7n, [0, 0]),
        ],
      })
    })

    test.each([
      ['nothing was paid', 'nothing'],
      ['only others were paid', 'to others'],
      ['the builder paid itself', 'its own'],
      ['a contract returned to the builder what it sent', 'its own by a contract'],
      ['the payment was reverted', 'reverted'],
      ['nobody collects the fees', 'to nobody'],
    ])('are none where %s', async (_why, name) => {
      expect((await read([name], { without })).paid).toEqual({ builders: [], rows: [] })
    })
  })

  test('are unknown where the endpoint has no traces, which one block tells', async () => {
    const { paid, calls } = await read(['direct', 'by a contract', 'both'], { without: [FIRST_TRACES, OTHER_TRACES] })
    expect(paid).toBeNull()
    expect(calls.get(OTHER_TRACES)).toBe(1)
    expect(calls.get('eth_getBlockByNumber')).toBeUndefined()
  })

  test('are unknown where the endpoint has no traces of one of the blocks', async () => {
    const lost = toHex(blockOf('of a contract').block)
    const before = (call: RpcCall) => ([FIRST_TRACES, OTHER_TRACES].includes(call.method) && call.params[0] === lost ? refuseMethod(call) : null)
    expect((await read(['direct', 'of a contract'], { before })).paid).toBeNull()
    expect((await read(['direct'], { before })).paid).not.toBeNull()
  })

  test('are unknown where no block is asked for', async () => {
    expect((await read([])).paid).toBeNull()
  })
})
