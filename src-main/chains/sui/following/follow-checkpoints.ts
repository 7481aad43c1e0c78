import { Backoff, sleep } from '../../../lib/backoff.ts'
import type { FollowState } from '../../adapter.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { CheckpointBuffer, type CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'
import type { GrpcClient } from '../rpc/grpc.ts'
import type { SuiNode } from '../rpc/node.ts'
import { inPages } from '../rpc/scan/pages.ts'
import { splitFilter, type TransactionFilter } from '../rpc/scan/filter.ts'
import { joinRanges, type ListedRange, type ListEnd } from '../rpc/scan/join-ranges.ts'
import { readTransaction, scanTransactions, TRANSACTION_FIELDS } from '../rpc/scan/scan.ts'
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
  /** Called when a session begins. */
  filter(): TransactionFilter
  readonly from: number
  /** Builds the update for a range of complete checkpoints; null if the range has to be read again, with a new filter. */
  update(range: CoveredRange): Promise<Update | null>
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
    let isOutdated = false
    try {
      for await (const step of runSession(args, next, signal)) {
        if ('kind' in step) yield step
        else {
          const update = await args.update(step)
          isOutdated = update === null
          if (update === null) break
          next = step.to + 1
          backoff.reset()
          yield update
        }
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof NodeFault) || error.kind === 'unsupported' || error.kind === 'refused') throw error
      askedMs = (error.waitSeconds ?? 0) * 1_000
      message = error.message
    }
    if (signal.aborted) return
    if (isOutdated) continue
    yield { kind: 'state', state: 'reconnecting', behind: null, message }
    await backoff.pause(signal, askedMs)
  }
}

/**
 * The subscriptions of a filter until one breaks: a filter that is too large for one is split. The next session reads again what this one did not emit.
 */
async function* runSession<Update>(
  { node: { grpc }, filter }: CheckpointFollow<Update>,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<CoveredRange | FollowState> {
  const buffer = new CheckpointBuffer(from)
  const own = new AbortController()
  const subscriptions = splitFilter(filter()).map((part) => ({ part, frames: subscribe(grpc, part, AbortSignal.any([signal, own.signal])) }))
  try {
    const begun = await Promise.all(subscriptions.map(async (one) => ({ ...one, first: await one.frames.next() })))
    const gaps = begun.map(({ part, first }) => ({ covered: from - 1, ranges: listGap(grpc, part, from, first.watermark?.cursor, signal) }))
    const ends = yield* joinRanges(gaps, buffer)
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    const live = begun.map(({ first, frames }, i) => ({ covered: ends[i]?.covered ?? from - 1, ranges: readFrames(grpc, first, frames) }))
    yield* joinQuiet(joinRanges(live, buffer))
  } finally {
    own.abort()
  }
}

const subscribe = (grpc: GrpcClient, filter: TransactionFilter, signal: AbortSignal): FrameQueue<Frame> =>
  new FrameQueue(grpc.stream('subscriptionService', 'subscribeTransactions', { filter, readMask: { paths: TRANSACTION_FIELDS } }, signal))

/** Everything before the subscription's first cursor. */
async function* listGap(
  grpc: GrpcClient,
  filter: TransactionFilter,
  from: number,
  before: Uint8Array | undefined,
  signal: AbortSignal,
): AsyncGenerator<ListedRange, ListEnd> {
  let next = from
  for (;;) {
    const ranges = inPages(
      scanTransactions({ grpc, filter, from: next, to: null, ...(before === undefined ? {} : { beforeCursor: before }), signal }),
    )
    const { covered, rest, reached } = yield* ranges
    if (reached === 'bound') return { covered, rest }
    next = covered + 1
    await sleep(GAP_POLL_MS, signal)
  }
}

async function* readFrames(grpc: GrpcClient, first: Frame, frames: FrameQueue<Frame>): AsyncGenerator<ListedRange, never> {
  for (let frame = first; ; frame = await frames.next()) {
    const { transaction, watermark } = frame
    yield { to: Number(watermark?.checkpoint ?? -1), transactions: transaction === undefined ? [] : [readTransaction(transaction, grpc.hosts)] }
  }
}

/** Emits checkpoints without a transaction together. */
async function* joinQuiet(ranges: AsyncIterable<CoveredRange>): AsyncGenerator<CoveredRange> {
  let from: number | null = null
  for await (const range of ranges) {
    from ??= range.from
    if (range.transactions.length === 0 && range.to - from + 1 < QUIET_CHECKPOINTS) continue
    yield { ...range, from }
    from = null
  }
}
