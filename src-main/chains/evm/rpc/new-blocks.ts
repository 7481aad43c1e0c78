import { sleep } from '../../../lib/backoff.ts'
import { backoffMs } from '../../../../src-shared/backoff.ts'
import type { Failover } from '../../rpc/failover.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { isBlockUnknown } from './limits/quirks.ts'

/** Calls of one network that wait until the answering node has the blocks they are about. */
export interface NewBlocks extends Failover {
  /** Whether nodes behind one address may not have the block yet, although another one has named it. */
  isNew(block: number): boolean
}

/** Nodes behind one address may differ by this many blocks (docs/chains.md#balanced-endpoints). */
const NEW_BLOCKS = 20
/** Longer than a node takes to import a block. */
const ATTEMPTS = 6
const WAITS = { firstMs: 150 }
const BLOCK_NUMBER = /^0x[0-9a-f]{1,13}$/i
const RECEIPT = 'eth_getTransactionReceipt'
/** Methods that answer null for what a node does not have yet. Their callers only request what exists. */
const NULL_METHODS: ReadonlySet<string> = new Set(['eth_getBlockByNumber', 'eth_getBlockReceipts', RECEIPT])

/**
 * An address may stand for several nodes that differ by some blocks. One of them names the head, the next one does not have it yet: it answers null,
 * refuses states of the block, or leaves its logs out. A refused call about such a block is repeated. `readLogs` completes the logs.
 *
 * @throws NodeFault `behind` when no node has the block in time. A receipt is then null, as its block may be old.
 */
export function awaitNewBlocks(failover: Failover): NewBlocks {
  let newest: number | null = null
  const isNew = (block: number): boolean => newest !== null && block > newest - NEW_BLOCKS && block <= newest

  function learnHead(method: string, params: readonly unknown[], answer: unknown): void {
    if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return
    const number = Number((answer as { readonly number?: unknown } | null)?.number)
    if (Number.isSafeInteger(number)) newest = Math.max(newest ?? 0, number)
  }

  return {
    ...failover,
    isNew,
    async call(method, params, signal, options) {
      for (let attempt = 1; ; attempt++) {
        let early: { readonly fault: NodeFault | null } | null = null
        try {
          const answer = await failover.call(method, params, signal, options)
          learnHead(method, params, answer)
          if (answer !== null || !NULL_METHODS.has(method) || !isAboutNew(method, params, isNew)) return answer
          early = { fault: null }
        } catch (error) {
          if (!(error instanceof NodeFault) || !isBlockUnknown(error.text) || !isAboutNew(method, params, isNew)) throw error
          early = { fault: error }
        }
        if (attempt === ATTEMPTS) {
          if (method === RECEIPT) return null
          const { host, text } = early.fault ?? { host: failover.hosts, text: '' }
          throw new NodeFault({ kind: 'behind', host, method, text, cause: early.fault })
        }
        await sleep(backoffMs(attempt, WAITS), signal)
      }
    },
  }
}

/** Whether a call is about a new block. Logs of one block and receipts are only requested of blocks that a node has named. */
function isAboutNew(method: string, params: readonly unknown[], isNew: (block: number) => boolean): boolean {
  if (method === RECEIPT) return true
  const [query] = params as readonly [{ readonly toBlock?: unknown; readonly blockHash?: unknown } | string | undefined]
  if (typeof query === 'object' && query.blockHash !== undefined) return true
  const tags = [...params, typeof query === 'object' ? query.toBlock : null]
  const tag = tags.findLast((one) => typeof one === 'string' && BLOCK_NUMBER.test(one))
  return tag !== undefined && isNew(Number(tag))
}
