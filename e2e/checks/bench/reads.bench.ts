import { mapLimited } from '../../../src-main/lib/map-limited.ts'
import { elapsed, figure, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { withOwnReads } from '../../../src-main/ingest/testing/own-reads.ts'
import type { ArchiveSettings } from '../../../src-main/chains/archive/use.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { openChainServer, type ChainServer } from '../../fixtures/evm-chain/server.ts'
import { CREATED, fundedIn, headOf, swapsOf, TOKEN, type World } from '../../fixtures/evm-chain/world.ts'
import { evmDataset } from '../../fixtures/portal/evm-dataset.ts'
import { servePortal } from '../../fixtures/portal/server.ts'
import { archivedBlocks } from '../../fixtures/evm-chain/archived-blocks.ts'
import type { ProviderPlan } from '../../fixtures/provider/plans.ts'
import { openProvider } from '../../fixtures/provider/provider.ts'

/** Reads one EVM token, up to its last trade, from endpoints of several kinds. Compares calls and time with the computed minimum. */

const WORLD: World = { wallets: 300, rounds: 12 }
const LARGEST_HOLDERS = 20
const SWAPS_PER_BLOCK = 8
const PER_SECOND = 10
/** Blocks in the archive before the token's creation. The wallets are funded in them. */
const BLOCKS_BEFORE = 100
const ARCHIVED_CHUNK = 1_000
const TEN = { rate: { calls: PER_SECOND, seconds: 1 } }
const KINDS: readonly { readonly name: string; readonly plan: ProviderPlan }[] = [
  { name: '10 calls a second, 100 ms', plan: { latencyMs: 100, ...TEN } },
  { name: '10 calls a second, 300 ms, 10 blocks a query', plan: { latencyMs: 300, ...TEN, logs: { maxRange: 10 } } },
]

interface Measured {
  readonly calls: number
  readonly seconds: number
}

export async function run(): Promise<BenchRow[]> {
  const rows = [await withoutLimits()]
  for (const { name, plan } of KINDS) {
    const { calls, seconds } = await readBehind(plan)
    const archived = await readArchived(plan)
    const needed = neededCalls(plan.logs?.maxRange ?? Number.POSITIVE_INFINITY)
    rows.push(
      row(`calls of a read: ${name}`, `${figure(calls)} calls`, `arithmetic: ${figure(needed)} calls`, needed / calls, '≥ 0.77'),
      row(
        `pace of a read: ${name}`,
        `${figure(calls / seconds)} calls/s`,
        `what is allowed: ${PER_SECOND} calls/s`,
        calls / seconds / PER_SECOND,
        '≥ 0.95',
      ),
      row(
        `a read with an archive: ${name}`,
        `${figure(archived.seconds)} s, ${figure(archived.calls)} calls, ${figure(archived.requests)} of the archive`,
        `without: ${figure(seconds)} s, ${figure(calls)} calls`,
        seconds / archived.seconds,
        '≥ 2',
      ),
    )
  }
  return rows
}

const row = (work: string, ours: string, peer: string, ratio: number, goal: string): BenchRow => ({
  ...{ work, ours, peer, ratio, goal },
  spread: [ratio, ratio],
  rounds: 1,
})

/**
 * Log queries for transfers, three kinds of pool events and swaps; the blocks with swaps; and, for the first funders of the largest holders, the
 * states by which bisection finds the funding blocks, and the contents of these blocks.
 */
function neededCalls(range: number): number {
  const blocks = headOf(WORLD) - CREATED + 1
  const queries = 5 * Math.ceil(blocks / range)
  const largest = Array.from({ length: LARGEST_HOLDERS }, (_, i) => WORLD.wallets - 1 - i)
  const funded = new Set(largest.map((wallet) => fundedIn(wallet, WORLD))).size
  const states = funded - 1 + funded * Math.log2(headOf(WORLD) / funded)
  return Math.round(60 + queries + swapsOf(WORLD) / SWAPS_PER_BLOCK + states + 2 * funded)
}

async function readBehind(plan: ProviderPlan, archive?: ArchiveSettings): Promise<Measured> {
  const chain = await openChainServer(WORLD)
  const provider = await openProvider(chain.url, plan)
  const seconds = await readTrades(provider.url, archive)
  await provider.close()
  await chain.close()
  return { calls: provider.answeredAt.length, seconds }
}

/** With an archive on this machine that may be queried for everything. */
async function readArchived(plan: ProviderPlan): Promise<Measured & { readonly requests: number }> {
  const portal = await servePortal(evmDataset(archivedBlocks(WORLD, CREATED - BLOCKS_BEFORE)), ARCHIVED_CHUNK)
  const measured = await readBehind(plan, () => [{ protocol: 'portal', url: portal.url, dataset: 'ethereum-mainnet', key: null }])
  await portal.close()
  return { ...measured, requests: portal.requested.length }
}

/** Seconds until the last trade is stored. */
async function readTrades(url: string, archive: ArchiveSettings = () => []): Promise<number> {
  let seconds = Number.NaN
  await withOwnReads('eth', async ({ bus, jobsWith }) => {
    const jobs = jobsWith(archive, url)
    const read = Promise.withResolvers<null>()
    bus.subscribe('jobs', (_token, { state, error, stages }) => {
      if (state === 'failed') read.reject(new Error(error ?? 'The read failed.'))
      if (stages.some((stage) => stage.name === 'trades' && stage.state === 'done')) read.resolve(null)
    })
    const start = performance.now()
    const { id } = await jobs.start({ network: 'eth', address: trustedAddress(TOKEN) }, { depth: LARGEST_HOLDERS, sinceBlock: null })
    await read.promise
    seconds = (performance.now() - start) / 1_000
    await jobs.cancel(id)
  })
  return seconds
}

/** From a local node: the whole read against its calls alone, sent 16 at a time. */
async function withoutLimits(): Promise<BenchRow> {
  const chain = await openChainServer(WORLD)
  const ours = await readTrades(chain.url)
  const calls = [...chain.calls]
  const alone = (await elapsed(() => replay(chain, calls))) / 1_000
  await chain.close()
  return row('a read from a local node', `${figure(ours)} s`, `its ${figure(calls.length)} calls alone: ${figure(alone)} s`, alone / ours, '≥ 0.3')
}

async function replay({ url }: ChainServer, calls: ChainServer['calls']): Promise<void> {
  await mapLimited(calls, 16, async ({ method, params }) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
    await response.arrayBuffer()
  })
}
