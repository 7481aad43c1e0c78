import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { BOME } from '../../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { followToken } from './followed-token.ts'
import { load, startBareFastify, steadyP99, type Load, type LoadOptions, type Target } from './http-load.ts'

/**
 * Records and a snapshot of the built service with every check of a call (key, Host, Origin, parameters), against bare fastify that
 * sends the same bytes; and the latency while a token is followed. The service, fastify and the client are separate processes.
 * Short rounds alternate between the two servers, so a slow moment of the machine affects both.
 */
const ROUNDS = 7
const WARM_UP: LoadOptions = { connections: 32, seconds: 4 }
const ROUND: LoadOptions = { connections: 32, seconds: 2 }
const P99_LIMIT_MS = 10
const RATE = 400
const FOLLOWING_SECONDS = 5
/** Neither side logs a line per request. At the default level the service logs one, and bare fastify none. */
const ENV = { HOLDERSCOPE_LOG_LEVEL: 'error' }

interface Sides {
  readonly ours: Target
  readonly peer: Target
}
type Measured = Readonly<Record<keyof Sides, Load[]>>

const spread = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]
const middle = (loads: readonly Load[], read: (load: Load) => number): number => median(loads.map(read))

/** Starts bare fastify with the bytes that the service answers, and runs `measure` on both. */
async function againstBareFastify<T>(service: RunningService, path: string, measure: (sides: Sides, bytes: number) => Promise<T>): Promise<T> {
  const { key } = service
  const body = new Uint8Array(await (await service.get(path, { 'accept-encoding': 'identity' })).arrayBuffer())
  const bare = await startBareFastify(body)
  try {
    const peer = { url: bare.origin + path, key, pid: bare.pid }
    return await measure({ ours: { url: service.url + path, key, pid: service.child.pid }, peer }, body.length)
  } finally {
    bare.stop()
  }
}

async function compare(sides: Sides, what: string, bytes: number): Promise<BenchRow> {
  const measured: Measured = { ours: [], peer: [] }
  for (const target of [sides.ours, sides.peer]) await load(target, WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
      measured[side].push(await load(sides[side], ROUND))
  }
  const { ours, peer } = measured
  const ratios = ours.map(({ perSecond }, round) => perSecond / (peer[round]?.perSecond ?? Number.NaN))
  const cpuRatio = median(ours.map(({ cpuMicros }, round) => (peer[round]?.cpuMicros ?? Number.NaN) / (cpuMicros ?? Number.NaN)))
  return {
    work: `GET ${what}, ${figure(bytes)} B, built service`,
    ours: throughput(ours),
    peer: `bare fastify 5.12.8, same bytes: ${throughput(peer)}`,
    ratio: median(ratios),
    goal: '≥ 0.65',
    spread: spread(ratios),
    rounds: ROUNDS,
    ...(Number.isNaN(cpuRatio) ? {} : { cpuRatio }),
  }
}

function throughput(loads: readonly Load[]): string {
  const cpu = middle(loads, ({ cpuMicros }) => cpuMicros ?? Number.NaN)
  const perRequest = Number.isNaN(cpu) ? '' : `, ${figure(cpu)} µs of CPU each`
  return `${figure(middle(loads, ({ perSecond }) => perSecond))} requests/s${perRequest}, p99 ${figure(middle(loads, ({ p99 }) => p99))} ms`
}

/** Both servers answer at the same time, so the peer's latency is what the machine alone causes. */
async function measureFollowing(): Promise<BenchRow[]> {
  const missing = anvilMissing()
  if (missing !== null) {
    process.stderr.write(`Latency while following was ${missing}.\n`)
    return []
  }
  const followed = await followToken(ENV)
  try {
    return [await againstBareFastify(followed.service, `/dex-metrics/v1/eth/${followed.address}`, (sides) => latencyOf(sides, followed.trading))]
  } finally {
    await followed.stop()
  }
}

async function latencyOf(sides: Sides, trading: (work: () => Promise<void>) => Promise<number>): Promise<BenchRow> {
  const p99s: { ours: number; peer: number }[] = []
  const trades = await trading(async () => {
    for (let round = 0; round <= ROUNDS; round++) {
      const [ours, peer] = await Promise.all([steadyP99(sides.ours, RATE, FOLLOWING_SECONDS), steadyP99(sides.peer, RATE, FOLLOWING_SECONDS)])
      if (round > 0) p99s.push({ ours, peer })
    }
  })
  if (trades === 0) throw new Error('no trade arrived while the latency was measured')
  const ratios = p99s.map(({ ours }) => P99_LIMIT_MS / ours)
  const p99 = (side: keyof Sides): string => `p99 ${figure(median(p99s.map((round) => round[side])))} ms`
  return {
    work: `GET the overview record, ${RATE} requests/s, while a token is followed that got ${trades} trades`,
    ours: p99('ours'),
    peer: `the limit, ${P99_LIMIT_MS} ms; bare fastify at the same time: ${p99('peer')}`,
    ratio: median(ratios),
    goal: '≥ 1',
    spread: spread(ratios),
    rounds: ROUNDS,
  }
}

async function measureStored(): Promise<BenchRow[]> {
  const dataDir = await temporaryFolder()
  const service = await startService({ dataDir, env: ENV })
  try {
    const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/sol/${BOME}/snapshots`)
    const paths = {
      'the overview record': `/dex-metrics/v1/sol/${BOME}`,
      'the list of holders': `/local/v1/sol/${BOME}/holders`,
      'a stored snapshot': `/atlas/v1/sol/${BOME}/snapshots/${snapshots.at(-1)}`,
    }
    const rows: BenchRow[] = []
    for (const [what, path] of Object.entries(paths))
      rows.push(await againstBareFastify(service, path, (sides, bytes) => compare(sides, what, bytes)))
    return rows
  } finally {
    await service.stop()
    await removeFolder(dataDir)
  }
}

const stored = await measureStored()
process.stdout.write(`${JSON.stringify([...stored, ...(await measureFollowing())])}\n`)
