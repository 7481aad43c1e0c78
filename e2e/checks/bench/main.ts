import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { run as evmLogs } from '../../../src-main/chains/evm/reading/logs/logs.bench.ts'
import { run as solanaDecode } from '../../../src-main/chains/solana/decode/decode.bench.ts'
import { run as busySlot } from '../../../src-main/chains/solana/following/busy-slot.bench.ts'
import { run as clusters } from '../../../src-main/detectors/clusters/clusters.bench.ts'
import { run as acrossTokens } from '../../../src-main/engine/across-tokens.bench.ts'
import { run as records } from '../../../src-main/engine/records.bench.ts'
import type { BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { run as fanOut } from '../../../src-main/server/live/fan-out.bench.ts'
import { run as firehose } from '../../../src-main/server/live/firehose.bench.ts'
import { run as matching } from '../../../src-main/server/live/matching.bench.ts'
import { run as team } from '../../../src-main/server/live/team.bench.ts'
import { run as ingest } from '../../../src-main/store/ingest.bench.ts'
import { run as pages } from '../../../src-main/store/pages.bench.ts'
import { run as postgres } from '../../../src-main/store/postgres.bench.ts'
import { run as firstAnswer } from './first-answer.bench.ts'
import { run as reads } from './reads.bench.ts'
import { run as wholeNetwork } from './whole-network.bench.ts'

/**
 * Runs every benchmark and prints one table: our figure against a named peer in the same run. A figure never fails it, only a benchmark that throws,
 * and the others still run. `npm run bench -- clusters` runs the benchmarks whose name contains the word.
 */
const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  'sol-decode': solanaDecode,
  'evm-logs': evmLogs,
  'first-answer': firstAnswer,
  reads,
  ingest,
  pages,
  clusters,
  records,
  'across-tokens': acrossTokens,
  rest: () => onBuiltApp('rest'),
  'fan-out': fanOut,
  matching,
  firehose,
  postgres,
  team,
  'whole-network': wholeNetwork,
  'busy-slot': busySlot,
  graph: () => onBuiltApp('graph'),
  tape: () => onBuiltApp('tape'),
  live: () => onBuiltApp('live'),
  cases: () => onBuiltApp('cases'),
  start: () => onBuiltApp('start'),
}
const RESULTS_FILE = 'bench-results.json'

const wanted = process.argv.slice(2)
const rows: BenchRow[] = []
const chosen = Object.entries(BENCHES).filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0) process.stderr.write(`No benchmark matches. Available: ${Object.keys(BENCHES).join(', ')}.\n`)
for (const [name, run] of chosen) {
  process.stderr.write(`running ${name} …\n`)
  try {
    rows.push(...(await run()))
  } catch (error) {
    process.stderr.write(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  }
}

const COLUMNS: readonly (readonly [string, (row: BenchRow) => string])[] = [
  ['work', (row) => row.work],
  ['ours', (row) => row.ours],
  ['peer', (row) => row.peer],
  ['ratio', (row) => row.ratio.toFixed(2)],
  ['CPU ratio', (row) => row.cpuRatio?.toFixed(2) ?? ''],
  ['goal', (row) => row.goal],
  ['spread', (row) => row.spread.map((value) => value.toFixed(2)).join('–')],
  ['rounds', (row) => String(row.rounds)],
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
process.stdout.write(line(COLUMNS.map(([name]) => name)) + line(COLUMNS.map(() => '---')))
for (const row of rows) process.stdout.write(line(COLUMNS.map(([, read]) => read(row))))

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, memory: totalmem() }
writeFileSync(RESULTS_FILE, `${JSON.stringify({ machine, rows }, null, 2)}\n`)

/** Runs a bench of the built app in a separate process, which prints its rows as JSON. */
function onBuiltApp(name: string): Promise<BenchRow[]> {
  const node = (...args: string[]): string =>
    spawnSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).stdout
  node('src-main/launch.ts', '--build-only')
  const printed = node(`e2e/checks/bench/${name}.bench.ts`)
  if (printed === '') return Promise.reject(new Error('it printed no rows'))
  return Promise.resolve(JSON.parse(printed) as BenchRow[])
}
