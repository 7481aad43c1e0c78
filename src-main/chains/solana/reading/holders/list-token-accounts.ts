import { openAnswerThread } from '../../../../lib/answer-thread.ts'
import { unlessAborted } from '../../../../lib/unless-aborted.ts'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { AnswerReader } from '../../../rpc/sending/call.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import { TOKEN_PROGRAM } from '../../encoding/addresses.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'
import type { ListToSum, SummedList } from '../../worker.ts'
import { ROW_SLICE, sumByOwner, type OwnerBalance, type TokenList } from './token-rows.ts'

/** Size of an SPL Token account (`Account::LEN`), which speeds up a node's search. Token-2022 accounts vary with their extensions. */
const PLAIN_ACCOUNT_BYTES = 165
const MINT_AT = 0

/** All accounts of a mint, summed by owner. @throws NodeFault if the endpoint does not list accounts */
export async function listTokenAccounts({ rpc }: SolanaNode, program: string, mint: string, signal: AbortSignal): Promise<TokenList> {
  const filters = [...(program === TOKEN_PROGRAM ? [{ dataSize: PLAIN_ACCOUNT_BYTES }] : []), { memcmp: { offset: MINT_AT, bytes: mint } }]
  const options = { encoding: 'base64', commitment: COMMITMENT, withContext: true, dataSlice: ROW_SLICE, filters }
  const answer = await rpc.call('getProgramAccounts', [program, options], signal, { reader: sumInThread })
  const list = isTokenList(answer) ? answer : sumByOwner(answer)
  if (list === null) throw contradiction(rpc.hosts, 'getProgramAccounts does not list accounts')
  return list
}

const SUMMED = Symbol('token list')
const isTokenList = (answer: unknown): answer is TokenList => typeof answer === 'object' && answer !== null && SUMMED in answer

/** Parses and sums a long answer in a thread of its own, which gives its memory back, and replaces the result with the sums. */
const sumInThread: AnswerReader = async (body, signal) => {
  const thread = openAnswerThread<ListToSum, SummedList, readonly OwnerBalance[]>(
    () => workerUrl(import.meta.url, '../../worker.ts', 'solana-worker'),
    'solana-accounts',
  )
  const owned: OwnerBalance[] = []
  const add = (some: readonly OwnerBalance[]): void => void owned.push(...some)
  try {
    const { list, envelope } = await unlessAborted(signal, thread.ask({ form: 'accounts', body }, [body.buffer as ArrayBuffer], add))
    return list === null ? envelope : { result: { ...list, owned, [SUMMED]: true } }
  } finally {
    thread.end()
  }
}
