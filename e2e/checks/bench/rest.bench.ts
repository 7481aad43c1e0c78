import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { figure, median, type BenchRow } from '../../../src-main/lib/bench.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { BOME } from '../../fixtures/page.ts'

/**
 * Records and a snapshot of the built service with every check of a call (key, Host, Origin, parameters), against bare fastify that
 * sends the same bytes. The service, fastify and autocannon are processes of their own. Short rounds alternate between the two
 * servers, so a slow moment of the machine affects both.
 */
const ROUNDS = 7
const WARM_UP_SECONDS = 4
const ROUND_SECONDS = 2
const CONNECTIONS = 32
const BARE_FASTIFY = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon')

interface Load {
  readonly perSecond: number
  /** 99th percentile of the latency in milliseconds. */
  readonly p99: number
}

async function load(url: string, key: string, seconds: number): Promise<Load> {
  const args = [AUTOCANNON, '--json', '--no-progress', '-c', String(CONNECTIONS), '-d', String(seconds), '-H', `x-api-key=${key}`, url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const { requests, latency, errors, non2xx } = JSON.parse(await outputOf(child)) as {
    requests: { average: number }
    latency: { p99: number }
    errors: number
    non2xx: number
  }
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} requests failed and ${non2xx} were refused`)
  return { perSecond: requests.average, p99: latency.p99 }
}

async function outputOf({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) text += String(chunk)
  return text
}

async function startBareFastify(body: Uint8Array): Promise<{ origin: string; stop(): void }> {
  const child = spawn(process.execPath, [BARE_FASTIFY], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(body)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { origin: line.toString().trim(), stop: () => void child.kill() }
}

async function compare(service: RunningService, what: string, path: string): Promise<BenchRow> {
  const body = new Uint8Array(await (await service.get(path, { 'accept-encoding': 'identity' })).arrayBuffer())
  const bare = await startBareFastify(body)
  const sides = { ours: service.url + path, peer: bare.origin + path }
  const rounds = { ours: [] as Load[], peer: [] as Load[] }
  for (const url of Object.values(sides)) await load(url, service.key, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
      rounds[side].push(await load(sides[side], service.key, ROUND_SECONDS))
  }
  bare.stop()
  const ratios = rounds.ours.map(({ perSecond }, round) => perSecond / (rounds.peer[round]?.perSecond ?? Number.NaN))
  const middle = (loads: readonly Load[]): string =>
    `${figure(median(loads.map(({ perSecond }) => perSecond)))} requests/s, p99 ${figure(median(loads.map(({ p99 }) => p99)))} ms`
  return {
    work: `GET ${what}, ${figure(body.length)} B, built service`,
    ours: middle(rounds.ours),
    peer: `bare fastify 5.12.8, same bytes: ${middle(rounds.peer)}`,
    ratio: median(ratios),
    goal: '≥ 0.65',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    rounds: ROUNDS,
  }
}

async function run(): Promise<BenchRow[]> {
  const dataDir = await temporaryFolder()
  const service = await startService({ dataDir, env: { HOLDERSCOPE_LOG_LEVEL: 'error' } })
  try {
    const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/sol/${BOME}/snapshots`)
    const paths = {
      'the overview record': `/dex-metrics/v1/sol/${BOME}`,
      'the list of holders': `/local/v1/sol/${BOME}/holders`,
      'a stored snapshot': `/atlas/v1/sol/${BOME}/snapshots/${snapshots.at(-1)}`,
    }
    const rows: BenchRow[] = []
    for (const [what, path] of Object.entries(paths)) rows.push(await compare(service, what, path))
    return rows
  } finally {
    await service.stop()
    await removeFolder(dataDir)
  }
}

process.stdout.write(`${JSON.stringify(await run())}\n`)
