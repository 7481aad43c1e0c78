import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { LiveUpdate } from '../../adapter.ts'
import { NodeFault } from '../../node-fault.ts'
import { tokenActivityFilter, decodePoolTrades, decodeTokenTransfers } from '../reading/transfers.ts'
import type { SuiNode } from '../rpc/node.ts'
import { readSupply } from '../reading/token.ts'
import { CheckpointBuffer, readTransaction, scanTransactions, TRANSACTION_FIELDS, type CoveredRange, type TransactionFilter } from '../rpc/scan.ts'

export interface SuiFollow {
  readonly node: SuiNode
  readonly token: Address
  readonly pools: readonly Pool[]
  readonly accounts: readonly Address[]
  readonly from: number
  /** Newest balances. */
  balances(wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]>
}

/** Frames kept while the gap is filled; a gap that takes longer than this is filled by another round. */
const MAX_BUFFERED_FRAMES = 100_000
/** Checkpoints in which nothing happened are told together: about five seconds of them. */
const QUIET_CHECKPOINTS = 20
const GAP_WAIT_MS = 300
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

interface Frame {
  readonly transaction?: Parameters<typeof readTransaction>[0]
  readonly watermark?: { readonly cursor?: Uint8Array; readonly checkpoint?: bigint }
}

/**
 * Follows a token. Subscriptions never resume: each time the subscription is opened first and its frames are kept, the gap
 * from the last told checkpoint up to the subscription's first cursor is listed, then the kept frames follow. The ledger
 * does not take back checkpoints, so nothing is ever withdrawn.
 */
export async function* follow(args: SuiFollow, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const filter = tokenActivityFilter(args.token, args.pools, args.accounts)
  let next = args.from
  let faults = 0
  while (!signal.aborted) {
    const began = next
    let asked = 0
    let message: string | null = null
    try {
      for await (const update of runSession(args, filter, next, signal)) {
        if (update.kind === 'blocks') next = update.to + 1
        yield update
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof NodeFault) || error.kind === 'unsupported' || error.kind === 'refused') throw error
      asked = (error.waitSeconds ?? 0) * 1_000
      message = error.say
    }
    if (signal.aborted) return
    faults = next > began ? 1 : faults + 1
    yield { kind: 'state', state: 'reconnecting', behind: null, message }
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (faults - 1))
    await delay(Math.max(pause, asked), undefined, { signal }).catch(() => undefined)
  }
}

/** One subscription until it breaks; what it had not told by then is read again. */
async function* runSession(args: SuiFollow, filter: TransactionFilter, from: number, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const { grpc } = args.node
  const rows = new CheckpointBuffer(from)
  const own = new AbortController()
  const stream = new FrameQueue(
    grpc.frames<Frame>(
      'subscribeTransactions',
      (client, options) => client.subscriptionService.subscribeTransactions({ filter, readMask: { paths: TRANSACTION_FIELDS } }, options),
      AbortSignal.any([signal, own.signal]),
    ),
  )
  try {
    const first = await stream.next()
    if (first === null) return
    for await (const page of fillGap(args, filter, from, first.watermark?.cursor, signal)) yield* emitGapPage(args, rows, page, signal)
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    for (let frame: Frame | null = first; frame !== null; frame = await stream.next()) {
      if (frame.transaction !== undefined) rows.add(readTransaction(frame.transaction, grpc.hosts))
      const reached = Number(frame.watermark?.checkpoint ?? -1)
      const quiet = rows.partial.length === 0 && reached - rows.covered < QUIET_CHECKPOINTS
      const page = quiet ? null : rows.cover(reached)
      if (page !== null) yield* emitBlocks(args, page, signal)
    }
  } finally {
    own.abort()
  }
}

/** Everything before the subscription's first cursor. The index that lists are read from may trail it: asked again until it is there. */
async function* fillGap(args: SuiFollow, filter: TransactionFilter, from: number, before: Uint8Array | undefined, signal: AbortSignal) {
  let next = from
  for (;;) {
    const pages = scanTransactions({
      grpc: args.node.grpc,
      filter,
      from: next,
      to: null,
      ...(before === undefined ? {} : { beforeCursor: before }),
      signal,
    })
    for (;;) {
      const step = await pages.next()
      if (step.done === true) {
        yield { covered: step.value.covered, transactions: step.value.rest, whole: false } as const
        if (step.value.reached === 'bound') return
        next = step.value.covered + 1
        break
      }
      yield { covered: step.value.to, transactions: step.value.transactions, whole: true } as const
    }
    await delay(GAP_WAIT_MS, undefined, { signal })
  }
}

type GapPage = { readonly covered: number; readonly transactions: CoveredRange['transactions']; readonly whole: boolean }

async function* emitGapPage(args: SuiFollow, rows: CheckpointBuffer, page: GapPage, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  for (const tx of page.transactions) if (tx.checkpoint !== null) rows.add({ ...tx, checkpoint: tx.checkpoint })
  const covered = rows.cover(page.covered)
  if (covered !== null) yield* emitBlocks(args, covered, signal)
}

async function* emitBlocks(args: SuiFollow, page: CoveredRange, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
  const pools = new Set<string>(args.pools.map(({ address }) => address))
  const moves = page.transactions.filter((tx) => tx.changes?.some(({ coin }) => coin === args.token) === true)
  const wallets = [...new Set(moves.flatMap((tx) => (tx.changes ?? []).filter(({ coin }) => coin === args.token).map(({ owner }) => owner)))]
  const transfers = decodeTokenTransfers(page.transactions, args.token)
  yield {
    kind: 'blocks',
    from: page.from,
    to: page.to,
    time: page.transactions.find((tx) => tx.checkpoint === page.to)?.time ?? null,
    supply: moves.length === 0 ? null : await readSupply(args.node, args.token, signal),
    trades: await args.node.decimals.fill(decodePoolTrades(page.transactions, pools), signal),
    transfers,
    pools: [],
    balances: wallets.length === 0 ? [] : await args.balances(wallets, signal),
  }
}

/** Reads a stream ahead of who takes its frames, so that none is lost while a gap is filled. */
class FrameQueue {
  readonly #frames: Frame[] = []
  #ended: { readonly error: unknown } | null = null
  #wake: (() => void) | null = null

  constructor(source: AsyncIterable<Frame>) {
    void this.#pump(source)
  }

  async #pump(source: AsyncIterable<Frame>): Promise<void> {
    try {
      for await (const frame of source) {
        this.#frames.push(frame)
        if (this.#frames.length > MAX_BUFFERED_FRAMES)
          throw new NodeFault({ kind: 'busy', host: 'Sui', method: 'subscribeTransactions', text: 'more came than could be stored' })
        this.#wake?.()
      }
      this.#ended = { error: null }
    } catch (error) {
      this.#ended = { error }
    }
    this.#wake?.()
  }

  /** The next frame; null when the server ended the stream. @throws what broke it, once its frames are taken */
  async next(): Promise<Frame | null> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame !== undefined) return frame
      if (this.#ended !== null) {
        if (this.#ended.error !== null) throw this.#ended.error
        return null
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
