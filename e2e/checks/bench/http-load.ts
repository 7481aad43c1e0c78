import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Requests from a separate process: by autocannon, as fast as the server answers, or at a steady rate. */

const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon')
const BARE_FASTIFY = fileURLToPath(new URL('./bare-fastify.ts', import.meta.url))
const STEADY_CLIENT = fileURLToPath(new URL('./steady-client.ts', import.meta.url))

/** A server under load. */
export interface Target {
  readonly url: string
  readonly key: string
  readonly pid: number | undefined
}

export interface LoadOptions {
  readonly connections: number
  readonly seconds: number
}

export interface Load {
  readonly perSecond: number
  /** 99th percentile of the latency in milliseconds. */
  readonly p99: number
  /** CPU time of the server's process per request in microseconds, of all its threads. Null if the system does not report it. */
  readonly cpuMicros: number | null
}

export async function load({ url, key, pid }: Target, { connections, seconds }: LoadOptions): Promise<Load> {
  const args = [AUTOCANNON, '--json', '--no-progress', '-c', String(connections), '-d', String(seconds), '-H', `x-api-key=${key}`, url]
  const before = await cpuMicrosOf(pid)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const { requests, latency, errors, non2xx } = JSON.parse(await outputOf(child)) as {
    requests: { average: number; total: number }
    latency: { p99: number }
    errors: number
    non2xx: number
  }
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} requests failed and ${non2xx} were refused`)
  const after = await cpuMicrosOf(pid)
  const cpuMicros = before === null || after === null ? null : (after - before) / requests.total
  return { perSecond: requests.average, p99: latency.p99, cpuMicros }
}

/**
 * The 99th percentile of the time in milliseconds from when a request is due to the end of its answer. Autocannon would send the requests of a
 * second all at once, and counts a delay once per millisecond (https://github.com/mcollina/autocannon/blob/master/lib/run.js).
 */
export async function steadyP99({ url, key }: Target, rate: number, seconds: number): Promise<number> {
  const child = spawn(process.execPath, [STEADY_CLIENT, url, key, String(rate), String(seconds)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const p99 = Number.parseFloat(await outputOf(child))
  if (Number.isNaN(p99)) throw new Error(`${url}: a request failed or was refused`)
  return p99
}

async function outputOf({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) text += String(chunk)
  return text
}

/** CPU time of all threads of a process so far. The first field is in nanoseconds (https://docs.kernel.org/scheduler/sched-stats.html). */
async function cpuMicrosOf(pid: number | undefined): Promise<number | null> {
  try {
    const threads = await readdir(`/proc/${pid}/task`)
    const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')))
    return stats.reduce((sum, stat) => sum + Number(stat.split(' ', 1)[0]) / 1000, 0)
  } catch {
    return null
  }
}

export interface BareFastify {
  readonly origin: string
  readonly pid: number | undefined
  stop(): void
}

/** Fastify alone, which answers every path with this body. */
export async function startBareFastify(body: Uint8Array): Promise<BareFastify> {
  const child = spawn(process.execPath, [BARE_FASTIFY], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(body)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { origin: line.toString().trim(), pid: child.pid, stop: () => void child.kill() }
}
