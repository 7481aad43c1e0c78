import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { elapsed, figure, interleaved, median, type BenchRow } from '../../lib/bench.ts'
import { decodeSolanaAnswer, decodeSolanaText, type SolanaAnswer } from './answers.ts'
import { encodeBase58 } from './base58.ts'
import { BLOCK_FILE, RECORDED } from './testing/recorded.ts'

const ROUNDS = 7
/** Text that a round reads, so that a round lasts some hundreds of milliseconds and the one before the first leaves compiled code. */
const BYTES_A_ROUND = 64_000_000
const BLOCKS = 1_000
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * The bytes of an answer to all legs, verified, against bare JSON.parse of the same text. The peer is given a string that is made
 * already, ours begins with bytes as they come. Names of addresses are remembered between answers, so swaps come in variants
 * whose accounts are others: more of them than are remembered.
 */
export async function run(): Promise<BenchRow[]> {
  const swaps = RECORDED.filter(({ name }) => name.startsWith('swaps-')).map(({ name, text }) => ({ name, text: JSON.stringify(JSON.parse(text)) }))
  const texts = (fits: (name: string) => boolean): string[] => swaps.flatMap(({ name, text }) => (fits(name) ? variantsOf(text) : []))
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
    memoryRow(Buffer.from(block)),
  ]
}

/** Copies of an answer in which every wallet, token account and pool is another one; programs and what they wrote to the log stay. */
function variantsOf(text: string): string[] {
  const names = [...new Set(text.match(/(?<=")[1-9A-HJ-NP-Za-km-z]{43,44}(?=")/g))].filter((name) => !text.includes(`Program ${name} `))
  return Array.from({ length: VARIANTS }, (_, variant) => {
    const mark = encodeBase58(Uint8Array.of(variant + 1)).padStart(MARK.length, 'x')
    const others = new Map(names.map((name) => [name, name.slice(0, MARK.at) + mark + name.slice(MARK.at + MARK.length)]))
    return text.replace(/(?<=")[1-9A-HJ-NP-Za-km-z]{43,44}(?=")/g, (name) => others.get(name) ?? name)
  })
}
const VARIANTS = 60
/** Where a variant's own characters stand in an address. */
const MARK = { at: 20, length: 2 }

async function against(what: string, texts: readonly string[], goal: string): Promise<BenchRow> {
  const answers = texts.map((text) => Buffer.from(text))
  const bytes = answers.reduce((total, answer) => total + answer.length, 0)
  const times = Math.ceil(BYTES_A_ROUND / bytes)
  const round =
    <T>(given: readonly T[], read: (one: T) => unknown) =>
    () =>
      elapsed(() => {
        for (let i = 0; i < times; i++) for (const one of given) read(one)
      })
  const result = await interleaved(
    ROUNDS,
    round(answers, decodeTrades),
    round(texts, (text) => JSON.parse(text) as unknown),
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

/** The way of a caller who has bytes, with the value behind it for answers of any other form. */
function decodeTrades(answer: Buffer): SolanaAnswer {
  return decodeSolanaText(answer, { only: 'trades' }) ?? decodeSolanaAnswer(JSON.parse(answer.toString('utf8')), { only: 'trades' })
}

/** The heap and what it holds outside after the first hundred blocks over the same after all: 1 and above is flat. */
function memoryRow(block: Buffer): BenchRow {
  const used: number[] = []
  // What the rows before left behind goes first.
  memoryUsed()
  for (let i = 1; i <= BLOCKS; i++) {
    decodeSolanaText(block)
    if (i % (BLOCKS / 10) === 0) used.push(memoryUsed())
  }
  const [first = Number.NaN] = used
  const last = used.at(-1) ?? Number.NaN
  return {
    work: `memory over ${figure(BLOCKS)} blocks`,
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
