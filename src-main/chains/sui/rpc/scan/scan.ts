import type { GrpcTypes } from '@mysten/sui/grpc'
import { sleep } from '../../../../lib/backoff.ts'
import { contradiction, NodeFault } from '../../../rpc/node-fault.ts'
import { parseGrpcTransaction } from '../../transaction/parse-grpc.ts'
import { CheckpointBuffer, type CheckpointedTransaction, type CoveredRange } from './checkpoint-buffer.ts'
import type { GrpcClient } from '../grpc.ts'
import { splitFilter, type TransactionFilter } from './filter.ts'
import { joinRanges } from './join-ranges.ts'

/** Lists transactions by a filter (`LedgerService.ListTransactions`, https://github.com/MystenLabs/sui-apis). */

/** The fields that the decoder reads. */
export const TRANSACTION_FIELDS = [
  'digest',
  'checkpoint',
  'timestamp',
  'transaction_index',
  'transaction.sender',
  'transaction.gas_payment',
  'effects.status',
  'effects.gas_used',
  'effects.changed_objects',
  'events',
  'balance_changes',
]

/** Why a list ended (`QueryEndReason`). */
const END_REASON = { itemLimit: 1, scanLimit: 2, checkpointBound: 3, cursorBound: 4, ledgerTip: 5 } as const
const ITEMS_PER_REQUEST = 500
/** Consecutive faults without progress after which a scan gives up. */
const MAX_CONSECUTIVE_FAULTS = 5
/** A node's index trails its newest checkpoint by moments, so a scan that reaches the tip polls this often. */
const MAX_TIP_POLLS = 20
const TIP_POLL_MS = 500

export interface ScanArgs {
  readonly grpc: GrpcClient
  readonly filter: TransactionFilter
  /** Closed range of checkpoints. `to` null: up to the newest. */
  readonly from: number
  readonly to: number | null
  /** Exclusive upper bound: the cursor at which a subscription began. */
  readonly beforeCursor?: Uint8Array
  readonly signal: AbortSignal
}

/** How a scan ended: at its bound, or at the node's newest indexed checkpoint. */
export interface ScanEnd {
  readonly reached: 'bound' | 'tip'
  readonly covered: number
  /** Transactions of a checkpoint that is not complete. */
  readonly rest: readonly CheckpointedTransaction[]
}

/** Transactions that match, in complete checkpoints. A filter that is too large for one list is read as several lists. */
export async function* scanTransactions(args: ScanArgs): AsyncGenerator<CoveredRange, ScanEnd> {
  const parts = splitFilter(args.filter).map((filter) => ({ covered: args.from - 1, ranges: scanPart({ ...args, filter }) }))
  const buffer = new CheckpointBuffer(args.from)
  const ends = yield* joinRanges(parts, buffer)
  return { reached: ends.every(({ reached }) => reached === 'bound') ? 'bound' : 'tip', covered: buffer.covered, rest: buffer.partial }
}

/**
 * Servers end a list early (item or scan limit); the next request continues from the last cursor. After a fault the scan restarts after the last
 * complete checkpoint, because a cursor is only valid at the endpoint that issued it.
 */
async function* scanPart(args: ScanArgs): AsyncGenerator<CoveredRange, ScanEnd> {
  const { grpc, signal } = args
  const buffer = new CheckpointBuffer(args.from)
  let cursor: Uint8Array | undefined
  let faults = 0
  let polls = 0
  for (;;) {
    let reason: number | undefined
    const coveredBefore = buffer.covered
    try {
      for await (const frame of grpc.stream('ledgerService', 'listTransactions', buildRequest(args, buffer.covered, cursor), signal)) {
        if (frame.transaction !== undefined) buffer.add(readTransaction(frame.transaction, grpc.hosts))
        cursor = frame.watermark?.cursor ?? cursor
        reason = frame.end?.reason ?? reason
        const range = buffer.cover(clampToRange(frame.watermark?.checkpoint, args.to))
        if (range !== null) yield range
        faults = 0
      }
    } catch (error) {
      faults += 1
      const retryable = error instanceof NodeFault && (error.kind === 'unreachable' || error.kind === 'busy')
      if (signal.aborted || !retryable || faults >= MAX_CONSECUTIVE_FAULTS) throw error
      buffer.dropPartial()
      cursor = undefined
      await sleep(Math.max((error.waitSeconds ?? 0) * 1_000, TIP_POLL_MS * faults), signal)
      continue
    }
    if (reason === END_REASON.checkpointBound || reason === END_REASON.cursorBound) {
      const range = args.beforeCursor === undefined && args.to !== null ? buffer.cover(args.to) : null
      if (range !== null) yield range
      return { reached: 'bound', covered: buffer.covered, rest: buffer.partial }
    }
    if (reason === END_REASON.ledgerTip) {
      if (args.to !== null && buffer.covered >= args.to) return { reached: 'bound', covered: buffer.covered, rest: [] }
      if (args.to === null || ++polls > MAX_TIP_POLLS) return { reached: 'tip', covered: buffer.covered, rest: buffer.partial }
      await sleep(TIP_POLL_MS, signal)
    } else if (reason !== END_REASON.itemLimit && reason !== END_REASON.scanLimit) {
      throw contradiction(grpc.hosts, 'a list of transactions ended without a reason')
    } else if (cursor === undefined && buffer.covered === coveredBefore) {
      throw contradiction(grpc.hosts, 'a list of transactions ended early without a cursor to go on from')
    }
  }
}

function buildRequest(args: ScanArgs, covered: number, after: Uint8Array | undefined): GrpcTypes.ListTransactionsRequest {
  return {
    readMask: { paths: TRANSACTION_FIELDS },
    startCheckpoint: BigInt(after === undefined ? covered + 1 : args.from),
    ...(args.to === null ? {} : { endCheckpoint: BigInt(args.to + 1) }),
    filter: args.filter,
    options: {
      limit: ITEMS_PER_REQUEST,
      ...(after === undefined ? {} : { after }),
      ...(args.beforeCursor === undefined ? {} : { before: args.beforeCursor }),
    },
  }
}

const clampToRange = (checkpoint: bigint | undefined, to: number | null): number | null =>
  checkpoint === undefined ? null : to === null ? Number(checkpoint) : Math.min(Number(checkpoint), to)

/** @throws AppError `source_unavailable` for a message without the requested fields */
export function readTransaction(message: GrpcTypes.ExecutedTransaction, hosts: string): CheckpointedTransaction {
  const tx = parseGrpcTransaction(message)
  if (tx === null) throw contradiction(hosts, 'a transaction does not have the requested fields')
  if (tx.checkpoint === null) throw contradiction(hosts, `transaction ${tx.digest} names no checkpoint`)
  return { ...tx, checkpoint: tx.checkpoint }
}
