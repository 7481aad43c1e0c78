import Fastify from 'fastify'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { figure, interleaved, median, ThreadTimes, type BenchRow } from '../lib/bench.ts'
import { systemClock } from '../lib/clock.ts'
import { storyEngine } from './testing/engine.ts'
import type { LoadOrder } from './testing/load-worker.ts'
import { startRunning } from './testing/running.ts'
import { storySnapshot } from './testing/snapshot.ts'
import { SOL } from './testing/story.ts'

const REQUESTS = 4_000
const CONNECTIONS = 32
const ROUNDS = 25

/**
 * Records and snapshots with all that belongs to a call (key, hosts, log, counters), against bare fastify that sends the same
 * bytes. Both serve from this thread, one after the other in short turns, so that a slow moment of the machine meets both; who
 * asks is a thread of its own, whose work is the same for both and no part of the CPU ratio.
 */
export async function run(): Promise<BenchRow[]> {
  const asker = new Worker(new URL('./testing/load-worker.ts', import.meta.url))
  const running = await startRunning({ engine: storyEngine, clock: systemClock })
  const { timestamp } = await running.store.write.saveSnapshot({ token: SOL.token, snapshot: storySnapshot(SOL) })
  const headers = { 'x-api-key': running.keys.reader }
  const paths = {
    'the overview record (engine, cached bytes)': `/dex-metrics/v1/sol/${SOL.token.address}`,
    'the list of holders (engine, cached bytes)': `/local/v1/sol/${SOL.token.address}/holders`,
    'a stored snapshot (SQLite row)': `/atlas/v1/sol/${SOL.token.address}/snapshots/${timestamp}`,
  }
  const rows: BenchRow[] = []
  for (const [what, path] of Object.entries(paths)) {
    const body = Buffer.from(await (await running.call(path, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
    const bare = Fastify()
    bare.get('/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
    const barePort = Number(new URL(await bare.listen({ host: '127.0.0.1', port: 0 })).port)
    const ask = async (port: number): Promise<number> => {
      asker.postMessage({ port, path, headers, requests: REQUESTS, connections: CONNECTIONS } satisfies LoadOrder)
      const [{ ms, error }] = (await once(asker, 'message')) as [{ ms?: number; error?: string }]
      if (ms === undefined) throw new Error(error)
      return ms
    }
    const cpu = new ThreadTimes()
    const result = await interleaved(
      ROUNDS,
      () => cpu.of('ours', () => ask(running.server.port)),
      () => cpu.of('peer', () => ask(barePort)),
    )
    await bare.close()
    const rate = (ms: readonly number[]): string => `${figure((REQUESTS / median(ms)) * 1000)} requests/s`
    rows.push({
      work: `GET ${what}, ${figure(body.length)} B`,
      ours: rate(result.ours),
      peer: `bare fastify 5.12.8, same bytes: ${rate(result.peer)}`,
      ratio: result.ratio,
      goal: '≥ 0.8',
      spread: result.spread,
      rounds: ROUNDS,
      cpuRatio: cpu.ratio,
    })
  }
  await asker.terminate()
  await running.stop()
  return rows
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
