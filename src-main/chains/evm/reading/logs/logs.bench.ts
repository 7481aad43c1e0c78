import { figure, interleaved, median, type BenchRow } from '../../../../lib/testing/bench.ts'
import type { Transfer } from '../../../../../src-shared/domain/events.ts'
import { parseLogs } from '../../transaction/parse-logs.ts'
import { toTransfer } from '../../transaction/transfer-log.ts'
import { transferAnswer } from '../../fixtures/log-answers.ts'

const LOGS = 10_000
const REPEATS = 5
const ROUNDS = 9
const MILLION = 1_000_000
const HOLDERS = 10_000
const LIMIT_MS = 10_000
const BYTES_PER_MB = 2 ** 20
const MS_PER_SECOND = 1_000

/**
 * Compares reading Transfer logs, with every field checked, to a plain JSON.parse of the same answer. Then replays a million transfers to balances.
 * docs/performance.md#evm-logs gives the reason for the goal. Both measure the CPU time of the process, garbage collection included, which does not
 * depend on the load of the machine: the work runs on one thread and does not wait.
 */
export async function run(): Promise<BenchRow[]> {
  return [await decoding(), balances()]
}

async function decoding(): Promise<BenchRow> {
  const text = transferAnswer({ logs: LOGS, holders: HOLDERS, page: 0 })
  const bytes = Buffer.from(text)
  const repeat = (work: () => unknown) => (): number =>
    cpuMs(() => {
      for (let i = 0; i < REPEATS; i++) work()
    })
  const result = await interleaved(
    ROUNDS,
    repeat(() => rowsIn(bytes)),
    repeat(() => JSON.parse(text) as unknown),
  )
  const rate = (ms: readonly number[]): string => `${figure((LOGS * REPEATS * MS_PER_SECOND) / median(ms))} logs a CPU second`
  return {
    work: `decode ${figure(LOGS)} Transfer logs (${figure(bytes.byteLength / BYTES_PER_MB)} MB) to rows, every field checked`,
    ours: rate(result.ours),
    peer: `bare JSON.parse of the same answer: ${rate(result.peer)}`,
    ratio: result.ratio,
    goal: '≥ 0.4',
    spread: result.spread,
    rounds: ROUNDS,
  }
}

/** Answers are generated outside the measured time, one at a time to limit memory. */
function balances(): BenchRow {
  const sums = new Map<string, bigint>()
  const pages = MILLION / LOGS
  let ms = 0
  let early = 0
  for (let page = 0; page < pages; page++) {
    const bytes = Buffer.from(transferAnswer({ logs: LOGS, holders: HOLDERS, page }))
    ms += cpuMs(() => {
      for (const row of rowsIn(bytes)) {
        sums.set(row.from, (sums.get(row.from) ?? 0n) - row.raw)
        sums.set(row.to, (sums.get(row.to) ?? 0n) + row.raw)
      }
    })
    if (page === pages / 2) early = process.memoryUsage().rss
  }
  const grown = (process.memoryUsage().rss - early) / BYTES_PER_MB
  return {
    work: `${figure(MILLION)} Transfer logs to ${figure(sums.size)} balances, in answers of ${figure(LOGS)}`,
    ours: `${figure(ms / MS_PER_SECOND)} s of CPU; memory ${grown < 0 ? '' : '+'}${figure(grown)} MB over the second half`,
    peer: `limit: ${LIMIT_MS / MS_PER_SECOND} s`,
    ratio: LIMIT_MS / ms,
    goal: '≥ 1',
    spread: [LIMIT_MS / ms, LIMIT_MS / ms],
    rounds: 1,
  }
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function rowsIn(bytes: Buffer): Transfer[] {
  const { result } = JSON.parse(bytes.toString('utf8')) as { result: unknown }
  return parseLogs(result).flatMap((log) => toTransfer('eth', log, log.blockTimestamp) ?? [])
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
