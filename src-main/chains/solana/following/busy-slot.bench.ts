import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { elapsed, figure, median, quantile, type BenchRow } from '../../../lib/testing/bench.ts'
import type { AnswerReader } from '../../rpc/sending/call.ts'
import { readWholeBlock } from '../reading/transactions/whole-block.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { BLOCK_FILE } from '../decode/testing/recorded.ts'
import { blockVariants } from '../decode/testing/variants.ts'

const TRANSACTIONS = 1_500
const SLOT_MS = 400
/** A fifth of a slot. */
const LIMIT_MS = 80
const ROUNDS = 40
const WARM_UP = 5

interface Block {
  readonly transactions: readonly unknown[]
}

/** The bytes of an answer to getBlock: a recorded mainnet block, repeated with different accounts up to 1,500 transactions. */
function busyAnswer(): Uint8Array {
  const recorded = gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')
  const { transactions: once } = JSON.parse(recorded) as Block
  const variants = blockVariants(JSON.stringify(JSON.parse(recorded)), Math.ceil(TRANSACTIONS / once.length)).map((text) => JSON.parse(text) as Block)
  const transactions = variants.flatMap((block) => block.transactions).slice(0, TRANSACTIONS)
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ...variants[0], transactions } }))
}

/** Time of a whole slot from the bytes of its answer to its trades on the main thread, decoded by the worker thread. */
export async function run(): Promise<BenchRow[]> {
  const answer = busyAnswer()
  const call = async (_method: string, _params: unknown, signal: AbortSignal, { reader }: { reader: AnswerReader }): Promise<unknown> =>
    ((await reader(answer.slice(), signal)) as { result: unknown }).result
  const node = { rpc: { hosts: 'recorded', call } } as unknown as SolanaNode
  const times: number[] = []
  const main: number[] = []
  const cpu: number[] = []
  let trades = 0
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const [before, allBefore] = [process.threadCpuUsage(), process.cpuUsage()]
    const ms = await elapsed(async () => {
      trades = (await readWholeBlock(node, 1, AbortSignal.timeout(60_000)))?.trades.length ?? 0
    })
    const [own, all] = [process.threadCpuUsage(before), process.cpuUsage(allBefore)]
    if (round < WARM_UP) continue
    times.push(ms)
    main.push((own.user + own.system) / 1000)
    cpu.push((all.user + all.system) / 1000)
  }
  if (trades === 0) throw new Error('the block has no trades')
  const ratios = times.map((ms) => LIMIT_MS / ms)
  return [
    {
      work: `a slot of ${figure(TRANSACTIONS)} transactions (${figure(answer.length / 2 ** 20)} MB) to its ${figure(trades)} trades, a recorded block repeated with other accounts`,
      ours: `${figure(median(times))} ms, p99 ${figure(quantile(times, 0.99))} ms, CPU ${figure(median(cpu))} ms, of which ${figure(median(main))} ms in the main thread: ${figure(100 - (median(times) / SLOT_MS) * 100)} % of ${SLOT_MS} ms unused`,
      peer: `the limit of ${LIMIT_MS} ms`,
      ratio: LIMIT_MS / median(times),
      cpuRatio: LIMIT_MS / median(cpu),
      goal: '≥ 1',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
