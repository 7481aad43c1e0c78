import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { openProxy } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import type { Funding } from '../../../../../src-shared/domain/token.ts'
import { openAdapter } from '../../../registry.ts'

/** First payments to wallets that exist before they have coins, on a real node and on endpoints that offer less. */

const missing = anvilMissing()
const never = new AbortController().signal
const TRACES = ['trace_block', 'debug_traceBlockByNumber']

describe.skipIf(missing !== null)(`wallets that exist before their first coins${missing === null ? '' : ` (${missing})`}`, () => {
  let node: Anvil
  let chain: DevChain
  let smart: Contract
  let paidBy: { smart: Hex; delegating: Hex }
  const [owner, relayer, payer, delegating] = ['owner', 'relayer', 'payer', 'delegating'].map((name) => account(`later ${name}`)) as [
    ReturnType<typeof account>,
    ReturnType<typeof account>,
    ReturnType<typeof account>,
    ReturnType<typeof account>,
  ]

  beforeAll(async () => {
    node = await spawnAnvil({ args: ['--hardfork', 'prague'] })
    chain = await openDevChain(node.url)
    for (const who of [owner, relayer, payer]) await chain.setBalance(addressOf(who), parseEther('100'))
    smart = await chain.deploy(owner, ownArtifact('Errands'), [])
    const authorization = await delegating.signAuthorization({ address: smart.address, chainId: 1, nonce: 0 })
    const fields = { chainId: 1, nonce: 0, gas: 200_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n, to: addressOf(owner) }
    await chain.rpc('eth_sendRawTransaction', [await relayer.signTransaction({ ...fields, type: 'eip7702', authorizationList: [authorization] })])
    await chain.send(owner, addressOf(relayer), { value: 1n })
    paidBy = {
      smart: (await chain.send(payer, smart.address, { value: parseEther('5') })).transactionHash,
      delegating: (await chain.send(payer, addressOf(delegating), { value: parseEther('3') })).transactionHash,
    }
  }, 60_000)
  afterAll(() => node.stop())

  async function read(without: readonly string[]): Promise<Funding[]> {
    const proxy = await openProxy(node.url, { without: [...without] })
    const adapter = openAdapter({ network: 'eth', endpoints: [proxy.url] })
    try {
      const head = await adapter.head(never)
      const wallets = [smart.address, addressOf(delegating)].map(trustedAddress)
      return await Promise.all(wallets.map(async (wallet) => (await adapter.firstFunding(wallet, head, never)).funding))
    } finally {
      await adapter.close()
      await proxy.close()
    }
  }

  it('have the payer that trace_filter names', async () => {
    const found = { funder: addressOf(payer), reason: null, means: 'trace_filter', proof: 'believed' }
    expect(await read([])).toMatchObject([
      { ...found, raw: parseEther('5'), tx: paidBy.smart },
      { ...found, raw: parseEther('3'), tx: paidBy.delegating },
    ])
  })

  it.each([
    ['trace_filter', ['trace_filter']],
    ['traces', ['trace_filter', ...TRACES]],
  ])('have no payer and no time without %s', async (_, without) => {
    const unknown = { funder: null, time: null, tx: null, reason: expect.stringContaining('existed before its first coins') as unknown }
    expect(await read(without)).toMatchObject([unknown, unknown])
  })
})
