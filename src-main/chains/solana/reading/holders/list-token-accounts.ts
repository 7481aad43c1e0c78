import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { AnswerReader } from '../../../rpc/sending/call.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import { TOKEN_PROGRAM } from '../../encoding/addresses.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'
import type { WorkerMessage } from '../../worker.ts'
import { ROW_SLICE, sumByOwner, type OwnerBalance, type TokenList } from './token-rows.ts'

/** Size of an SPL Token account (`Account::LEN`), which speeds up a node's search. Token-2022 accounts vary with their extensions. */
const PLAIN_ACCOUNT_BYTES = 165
const MINT_AT = 0

/** All accounts of a mint, summed by owner. @throws NodeFault if the endpoint does not list accounts */
export async function listTokenAccounts({ rpc }: SolanaNode, program: string, mint: string, signal: AbortSignal): Promise<TokenList> {
  const filters = [...(program === TOKEN_PROGRAM ? [{ dataSize: PLAIN_ACCOUNT_BYTES }] : []), { memcmp: { offset: MINT_AT, bytes: mint } }]
  const options = { encoding: 'base64', commitment: COMMITMENT, withContext: true, dataSlice: ROW_SLICE, filters }
  const answer = await rpc.call('getProgramAccounts', [program, options], signal, { reader: sumInWorker })
  const list = isTokenList(answer) ? answer : sumByOwner(answer)
  if (list === null) throw contradiction(rpc.hosts, 'getProgramAccounts does not list accounts')
  return list
}

const SUMMED = Symbol('token list')
const isTokenList = (answer: unknown): answer is TokenList => typeof answer === 'object' && answer !== null && SUMMED in answer

/** Parses and sums a long answer in a worker thread, and replaces the result with the sums. */
const sumInWorker: AnswerReader = (body, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl(import.meta.url, '../../worker.ts', 'solana-worker'), {
      workerData: body,
      transferList: [body.buffer as ArrayBuffer],
      name: 'solana-accounts',
    })
    const owned: OwnerBalance[] = []
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop)
      void worker.terminate()
      settle()
    }
    const stop = (): void => end(() => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')))
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'owned') for (const one of message.owned) owned.push(one)
      else if (message.kind === 'other') end(() => resolve(message.envelope))
      else end(() => resolve({ result: { slot: message.slot, unreadable: message.unreadable, owned, [SUMMED]: true } }))
    })
    worker.on('error', (error) => end(() => reject(error)))
  })
