import { withOwnReads } from '../../../src-main/ingest/testing/own-reads.ts'
import { figure, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import type { StageName } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { openChainServer } from '../../fixtures/evm-chain/server.ts'
import { TOKEN } from '../../fixtures/evm-chain/world.ts'
import { fixedAddress } from '../../fixtures/large-solana/addresses.ts'
import { serveLargeSolana } from '../../fixtures/large-solana/server.ts'
import { openProvider } from '../../fixtures/provider/provider.ts'

/** The first answer of a token with a million trades and 50,000 holders, from an endpoint limited to ten calls a second. */

const TRADES = 1_000_000
const HOLDERS = 50_000
const LIMIT_SECONDS = 30
const DEPTH = 50
const PLANS = { latencyMs: 100, rate: { calls: 10, seconds: 1 } }

interface Subject {
  readonly name: string
  readonly token: TokenKey
  /** The stage after which holders, creation, the launch and the first funders of the largest holders are stored. */
  readonly answeredBy: StageName
  open(): Promise<{ readonly url: string; close(): Promise<void> }>
}

const SUBJECTS: readonly Subject[] = [
  {
    name: 'Ethereum',
    token: { network: 'eth', address: trustedAddress(TOKEN) },
    answeredBy: 'preview',
    open: () => openChainServer({ wallets: HOLDERS, rounds: TRADES / HOLDERS }),
  },
  {
    name: 'Solana',
    token: { network: 'sol', address: trustedAddress(fixedAddress('mint')) },
    answeredBy: 'launch',
    open: () => serveLargeSolana({ trades: TRADES, holders: HOLDERS }, { indexes: true }),
  },
]

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const subject of SUBJECTS) rows.push(await measure(subject))
  return rows
}

async function measure({ name, token, answeredBy, open }: Subject): Promise<BenchRow> {
  const node = await open()
  const provider = await openProvider(node.url, PLANS)
  let seconds = Number.NaN
  let calls = 0
  await withOwnReads(token.network, async ({ bus, jobsOn }) => {
    const jobs = jobsOn(provider.url)
    const answered = Promise.withResolvers<null>()
    bus.subscribe('jobs', (_token, { state, error, stages }) => {
      if (state === 'failed') answered.reject(new Error(error ?? 'The read failed.'))
      if (stages.some((stage) => stage.name === answeredBy && stage.state === 'done')) answered.resolve(null)
    })
    const start = performance.now()
    const { id } = await jobs.start(token, { depth: DEPTH, sinceBlock: null })
    await answered.promise
    seconds = (performance.now() - start) / 1_000
    calls = provider.answeredAt.length
    await jobs.cancel(id)
  })
  await provider.close()
  await node.close()
  const ratio = LIMIT_SECONDS / seconds
  return {
    work: `the first answer of ${figure(TRADES)} trades, 10 calls a second, 100 ms: ${name}`,
    ours: `${figure(seconds)} s, ${figure(calls)} calls`,
    peer: `limit: ${LIMIT_SECONDS} s`,
    ...{ ratio, goal: '≥ 1', spread: [ratio, ratio], rounds: 1 },
  }
}
