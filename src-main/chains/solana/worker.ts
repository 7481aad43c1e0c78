import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveAnswers } from '../../lib/answer-thread.ts'
import { parseJson } from '../rpc/sending/answer.ts'
import { readBlockAnswer } from './geyser/read-block-answer.ts'
import { sumByOwner, type OwnerBalance } from './reading/holders/token-rows.ts'

/**
 * The worker thread of the network. Given a long `getProgramAccounts` answer, it parses the answer and exits. Without one, it decodes whole blocks,
 * one at a time. Owners are posted in batches that the main thread can deserialise without blocking for long.
 */
export type WorkerMessage =
  | { readonly kind: 'owned'; readonly owned: readonly OwnerBalance[] }
  | { readonly kind: 'end'; readonly slot: number; readonly unreadable: number }
  /** The envelope without its result: an error, or not a JSON-RPC answer. */
  | { readonly kind: 'other'; readonly envelope: unknown }

const OWNERS_PER_MESSAGE = 2_000
const envelope = z.looseObject({ result: z.unknown() })

const port = parentPort
if (port !== null && !(workerData instanceof Uint8Array)) serveAnswers(readBlockAnswer)
else if (port !== null) {
  const post = (message: WorkerMessage): void => port.postMessage(message)
  const json = parseJson(workerData as Uint8Array)
  const list = sumByOwner(envelope.safeParse(json).data?.result)
  if (list === null) {
    const { result: _result, ...rest } = envelope.safeParse(json).data ?? { result: null }
    post({ kind: 'other', envelope: rest })
  } else {
    for (let from = 0; from < list.owned.length; from += OWNERS_PER_MESSAGE) {
      post({ kind: 'owned', owned: list.owned.slice(from, from + OWNERS_PER_MESSAGE) })
    }
    post({ kind: 'end', slot: list.slot, unreadable: list.unreadable })
  }
}
