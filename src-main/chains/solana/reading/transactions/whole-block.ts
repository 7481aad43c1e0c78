import { ZodError } from 'zod'
import type { AnswerReader } from '../../../rpc/sending/call.ts'
import { contradiction, NodeFault } from '../../../rpc/node-fault.ts'
import { decodeBlock, type DecodedBlock } from '../../decode/decode-block.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'
import { blockThread } from './block-thread.ts'

/** A block decoded by the worker thread, which replaces an answer's `result`. */
class ReadInThread {
  readonly block: DecodedBlock

  constructor(block: DecodedBlock) {
    this.block = block
  }
}

const inThread =
  (slot: number): AnswerReader =>
  async (body) => {
    const { envelope, block } = await blockThread.ask({ form: 'answer', slot, body })
    return block === null ? envelope : { ...(envelope as object), result: new ReadInThread(block) }
  }

const OPTIONS = { encoding: 'json', transactionDetails: 'full', rewards: false, maxSupportedTransactionVersion: 0, commitment: COMMITMENT }

/** All trades of a slot's block; null if the endpoint does not have the block, or not yet. */
export async function readWholeBlock({ rpc }: SolanaNode, slot: number, signal: AbortSignal): Promise<DecodedBlock | null> {
  try {
    const answer = await rpc.call('getBlock', [slot, OPTIONS], signal, { reader: inThread(slot) })
    if (answer === null) return null
    return answer instanceof ReadInThread ? answer.block : decodeBlock(slot, answer)
  } catch (error) {
    if (error instanceof ZodError) throw contradiction(rpc.hosts, `block ${slot} does not have the expected form`)
    if (error instanceof NodeFault && error.kind === 'no_state') return null
    throw error
  }
}
