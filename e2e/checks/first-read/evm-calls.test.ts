import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdapterOptions } from '../../../src-main/chains/adapter.ts'
import { createEvmAdapter } from '../../../src-main/chains/evm/adapter.ts'
import { withOwnReads } from '../../../src-main/ingest/testing/own-reads.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { Funding } from '../../../src-shared/domain/token.ts'
import { anvilMissing, spawnAnvil, type Anvil } from '../../fixtures/anvil/anvil.ts'
import { playBusyLaunch, type BusyLaunch } from '../../fixtures/anvil/busy-launch.ts'
import { openProxy } from '../../fixtures/anvil/proxy.ts'
import { evmDataset, fillFromNode, type EvmBlock } from '../../fixtures/portal/evm-dataset.ts'
import { serveHypersync } from '../../fixtures/portal/hypersync.ts'
import { servePortal } from '../../fixtures/portal/server.ts'

const missing = anvilMissing()
/** Maximum ratio of a read's calls to the calls that its facts need. */
const LIMIT = 1.3
const SIZE = { buyers: 300, blocksBefore: 3_000 }

describe.skipIf(missing !== null)(`the calls of a read on a real node ${missing ?? ''}`, () => {
  let anvil: Anvil
  let launch: BusyLaunch
  beforeAll(async () => {
    anvil = await spawnAnvil()
    launch = await playBusyLaunch(anvil.url, SIZE)
  }, 600_000)
  afterAll(() => anvil.stop())

  it('stay near the number that the facts need', async () => {
    const proxy = await openProxy(anvil.url)
    let queries = 0
    await withOwnReads('eth', async ({ jobsOn, store }) => {
      const token = { network: 'eth', address: trustedAddress(launch.token) } as const
      const jobs = jobsOn(proxy.url)
      const job = await jobs.ended((await jobs.start(token, { depth: 500, sinceBlock: null })).id)
      expect(job).toMatchObject({ state: 'done', error: null })
      const wallets = launch.wallets.map(trustedAddress)
      const funded = await store.read.funding({ network: 'eth', wallets })
      for (const [wallet, block] of launch.fundedIn) expect(funded.find((one) => one.wallet === wallet)?.block).toBe(block)
      queries = (job.stages.find(({ name }) => name === 'funding')?.total ?? 0) - funded.length
    })
    await proxy.close()
    const calls = [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)
    expect(calls, JSON.stringify([...proxy.calls])).toBeLessThanOrEqual(LIMIT * neededCalls(launch, queries))
  }, 600_000)

  it('first funders from an archive are those of the node from fewer calls, also where the archive lies', async () => {
    const wallets = launch.wallets.map(trustedAddress)
    const blocks = await fillFromNode(anvil.url)
    const read = async (archive: AdapterOptions['archive']): Promise<{ fundings: Funding[]; calls: number }> => {
      const proxy = await openProxy(anvil.url, { without: ['trace_filter'] })
      const adapter = createEvmAdapter({ network: 'eth', endpoints: [proxy.url], archive })
      const signal = new AbortController().signal
      const head = await adapter.head(signal)
      const fundings: Funding[] = []
      const queries = wallets.map((wallet) => ({ wallet, guess: null }))
      await adapter.firstFundings?.(queries, head, signal, (answers) => Promise.resolve(void fundings.push(...answers.map(({ funding }) => funding))))
      await adapter.close()
      await proxy.close()
      return { fundings: fundings.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1)), calls: proxy.calls.get('eth_call') ?? 0 }
    }
    const own = await read(undefined)
    const readFrom = async (served: readonly EvmBlock[], lost: readonly string[] = []) => {
      const portal = await servePortal(evmDataset(served, new Set(lost)))
      const found = await read((use) => (use === 'wallets' ? [{ protocol: 'portal', url: portal.url, dataset: 'test-net', key: null }] : []))
      await portal.close()
      return found
    }
    const archived = await readFrom(blocks)
    expect(archived.fundings).toEqual(own.fundings)
    expect(archived.calls).toBeLessThan(own.calls)
    const { url, close } = await serveHypersync(blocks)
    const other = await read((use) => (use === 'wallets' ? [{ protocol: 'hypersync', url, dataset: 'eth', key: null }] : []))
    await close()
    expect(other).toEqual(archived)
    expect((await readFrom(blocks, ['trace.callTo'])).fundings).toEqual(own.fundings)
    const late = blocks.map((block) => ({ ...block, transactions: block.transactions.filter(({ transactionIndex }) => transactionIndex > 0) }))
    expect((await readFrom(late)).fundings).toEqual(own.fundings)
  }, 600_000)
})

/**
 * The number of calls that the facts of a read need if each fact is read once.
 *
 * @param queries periods in which the payments of a wallet are searched
 */
function neededCalls({ fundedIn, swapsIn, salesIn, paidCallsIn, activeIn, createdBlock, head }: BusyLaunch, queries: number): number {
  const fundingBlocks = new Set(fundedIn.values())
  const period = head - createdBlock
  return [
    // Token, pools, transfers, swaps, account kinds, balances, capabilities, and the marks of the newest blocks.
    60,
    // The receipts of each block with swaps, and the call data of each block with sales.
    swapsIn.size + salesIn.size,
    // A funding block is found by bisection and proven by the states before and after it.
    searchReads(fundingBlocks.size, head),
    // Its transactions, and their receipts.
    2 * fundingBlocks.size,
    // A nonce at both ends of each period, because no call returns the nonces of several wallets.
    2 * queries,
    // Blocks in which balances changed, found by bisection for all wallets together.
    searchReads(activeIn.size, period),
    // The other blocks with payments, and the traces of blocks in which calls carry coins.
    [...activeIn].filter((block) => !fundingBlocks.has(block)).length + paidCallsIn.size,
  ].reduce((sum, calls) => sum + calls, 0)
}

/** States to read to find `found` blocks among `all` by bisection: the steps that several blocks share, and the steps of each block alone. */
const searchReads = (found: number, all: number): number => found - 1 + found * Math.ceil(Math.log2(Math.max(2, all / found)))
