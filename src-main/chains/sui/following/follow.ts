import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import { Backoff, sleep } from '../../../lib/backoff.ts'
import type { LiveUpdate } from '../../adapter.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import { readSupply } from '../reading/token.ts'
import { decodePoolTrades } from '../reading/trades.ts'
import { decodeTokenTransfers, tokenActivityFilter } from '../reading/transfers.ts'
import { CheckpointBuffer, type CoveredRange } from '../rpc/checkpoint-buffer.ts'
import type { SuiNode } from '../rpc/node.ts'
import { readTransaction, scanTransactions, TRANSACTION_FIELDS, type TransactionFilter } from '../rpc/scan.ts'
import { FrameQueue } from './frame-queue.ts'

export interface SuiFollow {
  readonly node: SuiNode
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly from: number
  /** Newest balances. */
  balances(wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]>
}

/** Checkpoints without a matching transaction are emitted together: about five seconds of them. */
const QUIET_CHECKPOINTS = 20
/** The index that lists are read from may trail the subscription, so a gap is polled until it is filled. */
const GAP_POLL_MS = 300
const RECONNECT = { firstMs: 500, longestMs: 30_000 }

interface Frame {
  readonly transaction?: Parameters<typeof readTransaction>[0]
  readonly watermark?: { readonly cursor?: Uint8Array; readonly checkpoint?: bigint }
}

/**
 * Follows a token. Subscriptions cannot resume, so each session subscribes first and buffers the frames, lists the gap from the last emitted
 * checkpoint up to the subscription's first cursor, and then consumes the buffered frames. Checkpoints are final: nothing is rolled back.
 */
export async function* follow(args: SuiFollow, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const filter = tokenActivityFilter(args.token, args.pools, args.accounts)
  const backoff = new Backoff(RECONNECT)
  let next = args.from
  while (!signal.aborted) {
    let askedMs = 0
    let message: string | null = null
    try {
      for await (const update of runSession(args, filter, next, signal)) {
        if (update.kind === 'blocks') {
          next = update.to + 1
          backoff.reset()
        }
        yield update
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
async function* runSession(args: SuiFollow, filter: TransactionFilter, from: number, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const { grpc } = args.node
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
    for await (const page of listGap(args, filter, from, first.watermark?.cursor, signal)) {
      for (const tx of page.transactions) if (tx.checkpoint !== null) buffer.add({ ...tx, checkpoint: tx.checkpoint })
      const range = buffer.cover(page.covered)
      if (range !== null) yield await toBlocksUpdate(args, range, signal)
    }
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    for (let frame: Frame | null = first; frame !== null; frame = await frames.next()) {
      if (frame.transaction !== undefined) buffer.add(readTransaction(frame.transaction, grpc.hosts))
      const reached = Number(frame.watermark?.checkpoint ?? -1)
      const quiet = buffer.partial.length === 0 && reached - buffer.covered < QUIET_CHECKPOINTS
      const range = quiet ? null : buffer.cover(reached)
      if (range !== null) yield await toBlocksUpdate(args, range, signal)
    }
  } finally {
    own.abort()
  }
}

/** Everything before the subscription's first cursor. */
async function* listGap(
  args: SuiFollow,
  filter: TransactionFilter,
  from: number,
  before: Uint8Array | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ readonly covered: number; readonly transactions: CoveredRange['transactions'] }> {
  const { grpc } = args.node
  let next = from
  for (;;) {
    const ranges = scanTransactions({ grpc, filter, from: next, to: null, ...(before === undefined ? {} : { beforeCursor: before }), signal })
    let step = await ranges.next()
    for (; step.done !== true; step = await ranges.next()) yield { covered: step.value.to, transactions: step.value.transactions }
    const { covered, rest, reached } = step.value
    yield { covered, transactions: rest }
    if (reached === 'bound') return
    next = covered + 1
    await sleep(GAP_POLL_MS, signal)
  }
}

async function toBlocksUpdate(args: SuiFollow, range: CoveredRange, signal: AbortSignal): Promise<LiveUpdate> {
  const { node, token } = args
  const pools = new Set<string>(args.pools.map(({ address }) => address))
  const changes = range.transactions.flatMap((tx) => tx.changes ?? []).filter(({ coin }) => coin === token)
  const wallets = [...new Set(changes.map(({ owner }) => owner))]
  return {
    kind: 'blocks',
    from: range.from,
    to: range.to,
    time: range.transactions.find((tx) => tx.checkpoint === range.to)?.time ?? null,
    supply: wallets.length === 0 ? null : await readSupply(node, token, signal),
    trades: await node.decimals.fill(decodePoolTrades(range.transactions, pools), signal),
    transfers: decodeTokenTransfers(range.transactions, token),
    pools: [],
    balances: wallets.length === 0 ? [] : await args.balances(wallets, signal),
  }
}
