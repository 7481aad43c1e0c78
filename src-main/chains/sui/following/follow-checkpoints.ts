import { Backoff, sleep } from '../../../lib/backoff.ts'
import type { FollowState } from '../../adapter.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { CheckpointBuffer, type CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'
import type { GrpcClient } from '../rpc/grpc.ts'
import type { SuiNode } from '../rpc/node.ts'
import { inPages } from '../rpc/scan/pages.ts'
import { readTransaction, scanTransactions, TRANSACTION_FIELDS, type TransactionFilter } from '../rpc/scan/scan.ts'
import { FrameQueue } from './frame-queue.ts'

/** Checkpoints without a matching transaction are emitted together: about five seconds of them. */
const QUIET_CHECKPOINTS = 20
/** The index that lists are read from may trail the subscription, so a gap is polled until it is filled. */
const GAP_POLL_MS = 300
const RECONNECT = { firstMs: 500, longestMs: 30_000 }

interface Frame {
  readonly transaction?: Parameters<typeof readTransaction>[0]
  readonly watermark?: { readonly cursor?: Uint8Array; readonly checkpoint?: bigint }
}

export interface CheckpointFollow<Update> {
  readonly node: SuiNode
  readonly filter: TransactionFilter
  readonly from: number
  /** Builds the update for a range of complete checkpoints. */
  update(range: CoveredRange): Promise<Update>
}

/**
 * Follows the transactions of a filter. Subscriptions cannot resume, so each session first subscribes and buffers the frames. It then lists the gap
 * from the last emitted checkpoint to the subscription's first cursor, and consumes the buffered frames. Checkpoints are final: nothing is rolled
 * back.
 */
export async function* followCheckpoints<Update>(args: CheckpointFollow<Update>, signal: AbortSignal): AsyncGenerator<Update | FollowState> {
  const backoff = new Backoff(RECONNECT)
  let next = args.from
  while (!signal.aborted) {
    let askedMs = 0
    let message: string | null = null
    try {
      for await (const step of runSession(args, next, signal)) {
        if ('kind' in step) yield step
        else {
          const update = await args.update(step)
          next = step.to + 1
          backoff.reset()
          yield update
        }
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof NodeFault) || error.kind === 'unsupported' || error.kind === 'refused') throw error
      askedMs = (error.waitSeconds ?? 0) * 1_000
      message = error.say
    }
    if (signal.aborted) return
    yield { kind: 'state', state: 'reconnecting', behind: null, message }
    await backoff.pause(signal, askedMs)
  }
}

/** One subscription until it breaks. The next session reads again what this one did not emit. */
async function* runSession<Update>(
  { node: { grpc }, filter }: CheckpointFollow<Update>,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<CoveredRange | FollowState> {
  const buffer = new CheckpointBuffer(from)
  const own = new AbortController()
  const frames = new FrameQueue(
    grpc.stream<Frame>(
      'subscribeTransactions',
      (client, options) => client.subscriptionService.subscribeTransactions({ filter, readMask: { paths: TRANSACTION_FIELDS } }, options),
      AbortSignal.any([signal, own.signal]),
    ),
  )
  try {
    const first = await frames.next()
    if (first === null) return
    for await (const page of listGap(grpc, filter, from, first.watermark?.cursor, signal)) {
      for (const tx of page.transactions) if (tx.checkpoint !== null) buffer.add({ ...tx, checkpoint: tx.checkpoint })
      const range = buffer.cover(page.covered)
      if (range !== null) yield range
    }
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    for (let frame: Frame | null = first; frame !== null; frame = await frames.next()) {
      if (frame.transaction !== undefined) buffer.add(readTransaction(frame.transaction, grpc.hosts))
      const reached = Number(frame.watermark?.checkpoint ?? -1)
      const quiet = buffer.partial.length === 0 && reached - buffer.covered < QUIET_CHECKPOINTS
      const range = quiet ? null : buffer.cover(reached)
      if (range !== null) yield range
    }
  } finally {
    own.abort()
  }
}

/** Everything before the subscription's first cursor. */
async function* listGap(
  grpc: GrpcClient,
  filter: TransactionFilter,
  from: number,
  before: Uint8Array | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ readonly covered: number; readonly transactions: CoveredRange['transactions'] }> {
  let next = from
  for (;;) {
    const ranges = inPages(
      scanTransactions({ grpc, filter, from: next, to: null, ...(before === undefined ? {} : { beforeCursor: before }), signal }),
    )
    let step = await ranges.next()
    for (; step.done !== true; step = await ranges.next()) yield { covered: step.value.to, transactions: step.value.transactions }
    const { covered, rest, reached } = step.value
    yield { covered, transactions: rest }
    if (reached === 'bound') return
    next = covered + 1
    await sleep(GAP_POLL_MS, signal)
  }
}
