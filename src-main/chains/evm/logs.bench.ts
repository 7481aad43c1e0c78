import { elapsed, figure, interleaved, median, type BenchRow } from '../../lib/bench.ts'
import { scanTransfers } from './bodies/scan-transfers.ts'
import { SAMPLE_TOKEN, transferAnswer } from './fixtures/log-answers.ts'
import { toRow } from './transfers.ts'

const LOGS = 10_000
const REPEATS = 5
const ROUNDS = 7
const MILLION = 1_000_000
const HOLDERS = 10_000
const LIMIT_MS = 10_000
const BYTES_A_MB = 2 ** 20

/** Transfer logs from an answer's bytes to rows, against JSON.parse of its text; then a million of them to balances. */
export async function run(): Promise<BenchRow[]> {
  return [await decoding(), await balances()]
}

async function decoding(): Promise<BenchRow> {
  const text = transferAnswer({ logs: LOGS, holders: HOLDERS, page: 0 })
  const bytes = Buffer.from(text)
  const repeat = (work: () => unknown) => (): Promise<number> =>
    elapsed(() => {
      for (let i = 0; i < REPEATS; i++) work()
    })
  const ours = repeat(() => rowsOf(bytes))
  const result = await interleaved(
    ROUNDS,
    ours,
    repeat(() => JSON.parse(text) as unknown),
  )
  const rate = (ms: readonly number[]): string => `${figure((LOGS * REPEATS * 1000) / median(ms))} logs/s`
  return {
    work: `decode ${figure(LOGS)} Transfer logs (${figure(bytes.byteLength / BYTES_A_MB)} MB), every field checked`,
    ours: rate(result.ours),
    peer: `bare JSON.parse of the same answer: ${rate(result.peer)}`,
    ratio: result.ratio,
    goal: '≥ 0.8',
    spread: result.spread,
    rounds: ROUNDS,
  }
}

/** Answers are made outside the measured time; only one is in memory at a time. */
async function balances(): Promise<BenchRow> {
  const sums = new Map<string, bigint>()
  const pages = MILLION / LOGS
  let ms = 0
  let early = 0
  for (let page = 0; page < pages; page++) {
    const bytes = Buffer.from(transferAnswer({ logs: LOGS, holders: HOLDERS, page }))
    ms += await elapsed(() => {
      for (const row of rowsOf(bytes)) {
        sums.set(row.from, (sums.get(row.from) ?? 0n) - row.raw)
        sums.set(row.to, (sums.get(row.to) ?? 0n) + row.raw)
      }
    })
    if (page === pages / 10) early = process.memoryUsage().rss
  }
  const grown = (process.memoryUsage().rss - early) / BYTES_A_MB
  return {
    work: `${figure(MILLION)} Transfer logs to ${figure(sums.size)} balances, in answers of ${figure(LOGS)}`,
    ours: `${figure(ms / 1000)} s on one core; memory ${grown < 0 ? '' : '+'}${figure(grown)} MB from the first 10 % to the end`,
    peer: `limit: ${LIMIT_MS / 1000} s`,
    ratio: LIMIT_MS / ms,
    goal: '≥ 1',
    spread: [LIMIT_MS / ms, LIMIT_MS / ms],
    rounds: 1,
  }
}

function rowsOf(bytes: Uint8Array): ReturnType<typeof toRow>[] {
  const logs = scanTransfers(bytes, SAMPLE_TOKEN)
  if (logs === null) throw new Error('the answer of the bench is not of the regular form')
  return logs.map((log) => toRow('eth', SAMPLE_TOKEN, log, log.blockTimestamp))
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
