import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { elapsed, figure, interleaved, median, type BenchRow } from '../../lib/bench.ts'
import { decodeSolanaAnswer } from './answers.ts'
import { BLOCK_FILE, RECORDED } from './testing/recorded.ts'

const ROUNDS = 7
/** Text that a round reads, so that a round lasts some tens of milliseconds. */
const BYTES_A_ROUND = 8_000_000
const BLOCKS = 1_000
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** JSON text to all legs, verified, against bare JSON.parse of the same text. */
export async function run(): Promise<BenchRow[]> {
  const swaps = RECORDED.filter(({ name }) => name.startsWith('swaps-')).map(({ name, text }) => ({ name, text: JSON.stringify(JSON.parse(text)) }))
  const texts = (fits: (name: string) => boolean): string[] => swaps.filter(({ name }) => fits(name)).map(({ text }) => text)
  const block = JSON.stringify(JSON.parse(gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')))
  return [
    await against(
      'recorded swaps, encoding json',
      texts((name) => !/jsonParsed|base64/.test(name)),
      '≥ 0.8',
    ),
    await against(
      'recorded swaps, encoding jsonParsed',
      texts((name) => name.includes('jsonParsed')),
      '≥ 0.8',
    ),
    await against('a mainnet block, 333 transactions, base64', [block], '≥ 0.67'),
    memoryRow(block),
  ]
}

async function against(what: string, texts: readonly string[], goal: string): Promise<BenchRow> {
  const bytes = texts.reduce((total, text) => total + text.length, 0)
  const times = Math.ceil(BYTES_A_ROUND / bytes)
  const round = (read: (text: string) => unknown) => () =>
    elapsed(() => {
      for (let i = 0; i < times; i++) for (const text of texts) read(text)
    })
  const result = await interleaved(
    ROUNDS,
    round((text) => decodeSolanaAnswer(JSON.parse(text), { only: 'trades' })),
    round((text) => JSON.parse(text) as unknown),
  )
  const speed = (ms: readonly number[]): string => `${figure(((bytes * times) / MB / median(ms)) * 1000)} MB/s`
  return {
    work: `decode ${what} (${texts.length} × ${figure(bytes / texts.length / 1024)} KB)`,
    ours: speed(result.ours),
    peer: `JSON.parse, Node ${process.versions.node}: ${speed(result.peer)}`,
    ratio: result.ratio,
    goal,
    spread: result.spread,
    rounds: ROUNDS,
  }
}

/** The heap after the first hundred blocks over the heap after all: 1 and above is flat. */
function memoryRow(block: string): BenchRow {
  const used: number[] = []
  for (let i = 1; i <= BLOCKS; i++) {
    decodeSolanaAnswer(JSON.parse(block))
    if (i % (BLOCKS / 10) === 0) used.push(heapUsed())
  }
  const [first = Number.NaN] = used
  const last = used.at(-1) ?? Number.NaN
  return {
    work: `memory over ${figure(BLOCKS)} blocks`,
    ours: `heap ${figure(last / MB)} MB after the last`,
    peer: `heap ${figure(first / MB)} MB after the first hundred`,
    ratio: first / last,
    goal: '≥ 0.95',
    spread: [first / Math.max(...used), first / Math.min(...used)],
    rounds: used.length,
  }
}

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
