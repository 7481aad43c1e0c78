import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../../e2e/fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../../../../../e2e/fixtures/anvil/chain.ts'
import { answerCall, openProxy, type CountingProxy, type ProxyOptions } from '../../../../../e2e/fixtures/anvil/proxy.ts'
import { ownArtifact } from '../../../../../e2e/fixtures/anvil/uniswap.ts'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { openAccountStates } from './account-states.ts'
import { openEndpoint } from '../endpoint.ts'
import { openRpc } from '../rpc.ts'

const missing = anvilMissing()
const signal = new AbortController().signal
const wallet = (name: string): Address => trustedAddress(addressOf(account(name)))

describe.skipIf(missing !== null)(`states of many accounts ${missing ?? ''}`, () => {
  let anvil: Anvil
  let addresses: Address[]
  let contract: Address
  let blocks: { readonly number: number; readonly existing: readonly Address[] }[]
  const [holder, emptied, never] = [wallet('state holder'), wallet('state emptied'), wallet('state never')]

  beforeAll(async () => {
    anvil = await spawnAnvil()
    const chain = await openDevChain(anvil.url)
    const payer = account('state payer')
    await chain.setBalance(payer.address, 10n ** 20n)
    const block = async (): Promise<number> => Number(await chain.rpc('eth_blockNumber', []))
    contract = trustedAddress((await chain.deploy(payer, ownArtifact('Disperse'), [])).address)
    const before = await block()
    await chain.send(payer, addressOf(account('state emptied')), { value: 21_000n * 2_000_000_000n })
    const paid = await block()
    // The wallet spends its last coin: only its nonce shows that it was used.
    await chain.rpc('anvil_setNonce', [emptied, '0x1'])
    await chain.rpc('anvil_setBalance', [emptied, '0x0'])
    await chain.send(payer, addressOf(account('state holder')), { value: 5n })
    blocks = [
      { number: before, existing: [contract] },
      { number: paid, existing: [emptied, contract] },
      { number: await block(), existing: [holder, emptied, contract] },
    ]
    addresses = [holder, emptied, never, contract]
  })
  afterAll(() => anvil.stop())

  async function statesOver(options: ProxyOptions): Promise<{ proxy: CountingProxy; states: ReturnType<typeof openAccountStates> }> {
    const proxy = await openProxy(anvil.url, options)
    const rpc = openRpc({ endpoints: [openEndpoint(proxy.url, Math.random)], chainId: 1, networkName: 'Ethereum' })
    return { proxy, states: openAccountStates(rpc) }
  }

  const forged = (change: (result: string) => string): ProxyOptions => ({
    async before(call) {
      if (call.method !== 'eth_call') return null
      const response = await fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', ...call }),
      })
      const { result } = (await response.json()) as { result: string }
      return answerCall(call, { result: change(result) })
    },
  })

  test.each<[string, ProxyOptions]>([
    ['by one call', {}],
    ['one by one where the endpoint refuses the call', { without: ['eth_call'] }],
    ['one by one where the answer is empty', forged(() => '0x')],
    ['one by one where every account is said to exist', forged((text) => text.replaceAll('00000000', '01000000'))],
    ['one by one where no account is said to exist', forged((text) => `0x${'0'.repeat(text.length - 2)}`)],
  ])('are read %s', async (name, options) => {
    const { proxy, states } = await statesOver(options)
    for (const { number, existing } of blocks.toReversed()) {
      expect([...(await states.existing(addresses, number, signal))].sort()).toEqual([...existing].sort())
    }
    const newest = blocks.at(-1)?.number ?? 0
    expect([...(await states.balances(addresses, newest, signal)).values()]).toEqual([5n, 0n, 0n, 0n])
    const sizes = [...(await states.codeSizes(addresses, newest, signal)).values()]
    expect(sizes.map((size) => size > 0)).toEqual([false, false, false, true])
    // After a refusal at the newest block, the probe is not tried again.
    expect(proxy.calls.get('eth_call')).toBe(name === 'by one call' ? 5 : 1)
    await proxy.close()
  })

  test('of 1,000 accounts take three calls', async () => {
    const { proxy, states } = await statesOver({})
    const many = Array.from({ length: 1_000 }, (_, i) => trustedAddress(`0x${i.toString(16).padStart(40, '5')}`))
    expect((await states.existing([...many, holder], blocks.at(-1)?.number ?? 0, signal)).size).toBe(1)
    expect(proxy.calls.get('eth_call')).toBe(3)
    await proxy.close()
  })
})
