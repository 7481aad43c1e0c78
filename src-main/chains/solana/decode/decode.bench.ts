import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { elapsed, figure, interleaved, median, ThreadTimes, type BenchRow } from '../../../lib/testing/bench.ts'
import { decodeSolanaAnswer } from './answers.ts'
import { BLOCK_FILE, RECORDED } from './testing/recorded.ts'
import { answerVariants, blockVariants } from './testing/variants.ts'

const ROUNDS = 7
const SWAP_VARIANTS = 60
const BLOCK_VARIANTS = 20
const MEMORY_BLOCKS = 1_000
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * From the text of answers to trades, including parsing, against bare JSON.parse of the same texts. No text occurs twice in a
 * round: recorded texts come in variants with different accounts, so neither side profits from addresses it has just seen. The
 * number of legs is checked before anything is measured.
 */
export async function run(): Promise<BenchRow[]> {
  const swaps = RECORDED.filter(({ name }) => name.startsWith('swaps-')).map(({ name, text }) => ({ name, text: JSON.stringify(JSON.parse(text)) }))
  const texts = (fits: (name: string) => boolean): string[] =>
    swaps.flatMap(({ name, text }) => (fits(name) ? answerVariants(text, SWAP_VARIANTS) : []))
  const block = JSON.stringify(JSON.parse(gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')))
  return [
    await against(
      'recorded swaps, encoding json',
      texts((name) => !/jsonParsed|base64/.test(name)),
      SWAP_VARIANTS,
    ),
    await against(
      'recorded swaps, encoding jsonParsed',
      texts((name) => name.includes('jsonParsed')),
      SWAP_VARIANTS,
    ),
    await against('a mainnet block, 333 transactions, base64', blockVariants(block, BLOCK_VARIANTS), BLOCK_VARIANTS),
    memoryRow(block),
  ]
}

/** @param variants number of adjacent variants per recorded text; the first is the recorded text itself */
async function against(what: string, texts: readonly string[], variants: number): Promise<BenchRow> {
  for (let first = 0; first < texts.length; first += variants) expectSameLegs(texts.slice(first, first + variants))
  const bytes = texts.reduce((total, text) => total + text.length, 0)
  const cpu = new ThreadTimes()
  const round = (side: 'ours' | 'peer', read: (text: string) => unknown) => () =>
    cpu.of(side, () =>
      elapsed(() => {
        for (const text of texts) read(text)
      }),
    )
  const result = await interleaved(
    ROUNDS,
    round('ours', countLegs),
    round('peer', (text) => JSON.parse(text) as unknown),
  )
  const speed = (ms: readonly number[]): string => `${figure((bytes / MB / median(ms)) * 1000)} MB/s`
  return {
    work: `decode ${what} (${figure(texts.length)} × ${figure(bytes / texts.length / 1024)} KB)`,
    ours: speed(result.ours),
    peer: `JSON.parse, Node ${process.versions.node}: ${speed(result.peer)}`,
    ratio: result.ratio,
    goal: '≥ 0.6',
    spread: result.spread,
    rounds: ROUNDS,
    cpuRatio: cpu.ratio,
  }
}

const countLegs = (text: string): number => decodeSolanaAnswer(JSON.parse(text), { only: 'trades' }).events.length

function expectSameLegs(variants: readonly string[]): void {
  const counts = new Set(variants.map(countLegs))
  if (counts.size !== 1 || counts.has(0)) throw new Error(`the variants of one answer have ${[...counts].join(', ')} legs`)
}

/** Ratio of heap and external memory after the first tenth of the blocks to memory after all blocks. 1 and above is flat. */
function memoryRow(block: string): BenchRow {
  const used: number[] = []
  // Frees the garbage of earlier rows.
  memoryUsed()
  for (let i = 1; i <= MEMORY_BLOCKS; i++) {
    decodeSolanaAnswer(JSON.parse(block))
    if (i % (MEMORY_BLOCKS / 10) === 0) used.push(memoryUsed())
  }
  const [first = Number.NaN] = used
  const last = used.at(-1) ?? Number.NaN
  return {
    work: `memory over ${figure(MEMORY_BLOCKS)} blocks`,
    ours: `${figure(last / MB)} MB after the last`,
    peer: `${figure(first / MB)} MB after the first hundred`,
    ratio: first / last,
    goal: '≥ 0.95',
    spread: [first / Math.max(...used), first / Math.min(...used)],
    rounds: used.length,
  }
}

function memoryUsed(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
