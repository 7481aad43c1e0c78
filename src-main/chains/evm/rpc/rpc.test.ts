import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anvilMissing, spawnAnvil, type Anvil } from '../../../../e2e/fixtures/anvil/anvil.ts'
import { openProxy, type CountingProxy, type ProxyOptions } from '../../../../e2e/fixtures/anvil/proxy.ts'
import { launchScenario, type Scenario } from '../../../../e2e/fixtures/anvil/scenario.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { openAdapter } from '../../registry.ts'

const missing = anvilMissing()
const signal = new AbortController().signal

describe.skipIf(missing !== null)(`endpoints that fail or answer wrongly ${missing ?? ''}`, () => {
  let anvil: Anvil
  let truth: Scenario
  const proxies: CountingProxy[] = []
  beforeAll(async () => {
    anvil = await spawnAnvil()
    truth = await launchScenario(anvil.url)
  })
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close()
    await anvil.stop()
  })
  async function proxy(options: ProxyOptions): Promise<string> {
    const made = await openProxy(anvil.url, options)
    proxies.push(made)
    return made.url
  }
  const forge = (change: (text: string) => string): ProxyOptions => ({
    before: async (call) => {
      if (call.method !== 'eth_getLogs') return null
      const response = await fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', ...call }),
      })
      return { status: 200, body: change(await response.text()) }
    },
  })
  async function transfersOver(...endpoints: string[]): Promise<number> {
    const adapter = openAdapter({ network: 'eth', endpoints })
    const head = await adapter.head(signal)
    let count = 0
    for await (const page of adapter.transfers(trustedAddress(truth.token), 0, head.number, signal)) count += page.rows.length
    return count
  }

  test('uses the second endpoint when the first does not support a call', async () => {
    const whole = await transfersOver(anvil.url)
    expect(await transfersOver(await proxy({ without: ['eth_getLogs'] }), anvil.url)).toBe(whole)
  })

  test('ignores a removed log', async () => {
    const whole = await transfersOver(anvil.url)
    expect(await transfersOver(await proxy(forge((text) => text.replace('"removed":false', '"removed":true'))))).toBe(whole - 1)
  })

  test('rejects a log of another contract and names both', async () => {
    const lie = await proxy(forge((text) => text.replace(`"address":"${truth.token}"`, `"address":"${truth.weth}"`)))
    await expect(transfersOver(lie)).rejects.toMatchObject({ code: 'source_unavailable', message: expect.stringContaining(truth.weth) as string })
  })

  test('rejects a log of a block outside the range', async () => {
    const lie = await proxy(forge((text) => text.replace(/"blockNumber":"0x[0-9a-f]+"/, '"blockNumber":"0xffffff"')))
    await expect(transfersOver(lie)).rejects.toMatchObject({
      message: expect.stringMatching(/requested logs of blocks 0 to \d+, got one of block 16777215/) as string,
    })
  })

  test('rejects a swap that its receipt does not contain', async () => {
    const lie = await proxy({
      before: async (call) => {
        if (call.method !== 'eth_getTransactionReceipt') return null
        const response = await fetch(anvil.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', ...call }),
        })
        const answer = (await response.json()) as { result: { logs: unknown[] } }
        return { status: 200, body: JSON.stringify({ ...answer, result: { ...answer.result, logs: answer.result.logs.slice(0, 1) } }) }
      },
    })
    const adapter = openAdapter({ network: 'eth', endpoints: [lie] })
    const head = await adapter.head(signal)
    const pools = await adapter.poolsAmong({ token: trustedAddress(truth.token), candidates: [trustedAddress(truth.pool)] }, head, signal)
    const read = async (): Promise<void> => {
      for await (const page of adapter.trades(pools, 0, head.number, signal)) void page
    }
    await expect(read()).rejects.toMatchObject({ message: expect.stringMatching(/its receipt does not/) as string })
  })

  test('finds the creator by bisection without Otterscan calls; gives a reason for an internal payment without traces', async () => {
    const plain = openAdapter({
      network: 'eth',
      endpoints: [await proxy({ without: ['ots_getContractCreator', 'eth_getBlockReceipts', 'trace_block', 'debug_traceBlockByNumber'] })],
    })
    const head = await plain.head(signal)
    expect(await plain.token(trustedAddress(truth.token), head, signal)).toMatchObject({
      creator: truth.creator,
      createdBlock: truth.createdBlock,
      notes: [],
    })
    expect((await plain.firstFunding(trustedAddress(truth.duster), head, signal)).funding).toMatchObject({
      funder: null,
      reason: expect.stringMatching(/no traces/) as string,
    })
  })

  test('reads the block time of a log from the header when the log omits it', async () => {
    const old = await proxy(forge((text) => text.replaceAll(/,"blockTimestamp":"0x[0-9a-f]+"/g, '')))
    const adapter = openAdapter({ network: 'eth', endpoints: [old] })
    for await (const page of adapter.transfers(trustedAddress(truth.token), 0, truth.head, signal)) {
      expect(page.rows.every((row) => typeof row.time === 'number')).toBe(true)
    }
  })
})
