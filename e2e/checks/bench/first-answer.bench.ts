import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { figure, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import type { JobRecord, StageName } from '../../../src-shared/contract/records/jobs.ts'
import { TOKEN } from '../../fixtures/evm-chain/world.ts'
import { fixedAddress } from '../../fixtures/large-solana/addresses.ts'
import { openProvider } from '../../fixtures/provider/provider.ts'
import { removeFolder, startService } from '../../fixtures/service.ts'
import type { LargeToken } from './large-token.ts'

/** The built service's first answer of a token with a million trades and 50,000 holders, from an endpoint limited to ten calls a second. */

const TRADES = 1_000_000
const HOLDERS = 50_000
const LIMIT_SECONDS = 30
const DEPTH = 50
const PLANS = { latencyMs: 100, rate: { calls: 10, seconds: 1 } }
const POLL_MS = 50

interface Subject {
  readonly name: string
  readonly network: 'eth' | 'sol'
  readonly address: string
  /** The stage after which holders, creation, the launch and the first funders of the largest holders are stored. */
  readonly answeredBy: StageName
}

const SUBJECTS: readonly Subject[] = [
  { name: 'Ethereum', network: 'eth', address: TOKEN, answeredBy: 'preview' },
  { name: 'Solana', network: 'sol', address: fixedAddress('mint'), answeredBy: 'launch' },
]

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const subject of SUBJECTS) rows.push(await measure(subject))
  return rows
}

async function measure({ name, network, address, answeredBy }: Subject): Promise<BenchRow> {
  const workerData: LargeToken = { network, trades: TRADES, holders: HOLDERS }
  const node = new Worker(new URL('./large-token.ts', import.meta.url), { workerData })
  const [url] = (await once(node, 'message')) as [string]
  const provider = await openProvider(url, PLANS)
  const service = await startService({ sources: [`${network}=${provider.url}`] })
  const started = performance.now()
  const answer = await service.post('/local/v1/jobs', { kind: 'read', network, token_address: address, depth: DEPTH })
  if (!answer.ok) throw new Error(`the job was refused: ${await answer.text()}`)
  let job = (await answer.json()) as JobRecord
  while (job.stages.find((stage) => stage.name === answeredBy)?.state !== 'done') {
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(job.error ?? `the read ended without the stage ${answeredBy}`)
    await delay(POLL_MS)
    job = await service.json<JobRecord>(`/local/v1/jobs/${job.id}`)
  }
  const seconds = (performance.now() - started) / 1_000
  const calls = provider.answeredAt.length
  await service.stop()
  await removeFolder(service.dataDir)
  await provider.close()
  await node.terminate()
  const ratio = LIMIT_SECONDS / seconds
  return {
    work: `the first answer of ${figure(TRADES)} trades, 10 calls a second, 100 ms: ${name}`,
    ours: `${figure(seconds)} s, ${figure(calls)} calls`,
    peer: `limit: ${LIMIT_SECONDS} s`,
    ...{ ratio, goal: '≥ 1', spread: [ratio, ratio], rounds: 1 },
  }
}
