import { EventEmitter, on } from 'node:events'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { wholeSubject, type WholeReverted, type WholeTrades } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import type { BlockRef, ChainAdapter, NetworkBlock, NetworkUpdate, WholeNetwork } from '../../chains/adapter.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { Adapters } from '../adapters.ts'
import { wholeOf } from '../follow/catch-up.ts'

/** A whole network, followed and read by a worker, for a process that serves its trades. */

export type ChainCall =
  | { readonly call: 'head' }
  | { readonly call: 'hash'; readonly block: number }
  | { readonly call: 'read'; readonly from: number; readonly to: number }
  | { readonly call: 'at'; readonly time: number }

/** The leading blocks of a range, as many as fit into one answer, and the block at which to continue. */
export interface ReadRange {
  readonly blocks: readonly NetworkBlock[]
  readonly next: number
}

/** An answer ends with the block that reaches this many trades, so it stays far below the bus server's limit of 1 MB. */
const TRADES_PER_ANSWER = 200
const BLOCKS_PER_ANSWER = 32

export const chainQuestion = (network: NetworkId): string => `chain.${network}`

const NO_POOLS = { read: async () => [], write: () => undefined }

/** A worker's answer: the head, the hash of a block, blocks with their trades, or the block at a time. */
export async function answerOfChain(
  adapters: Adapters,
  network: NetworkId,
  price: PriceTrades,
  asked: ChainCall,
  signal: AbortSignal,
): Promise<unknown> {
  const adapter = adapters.get(network)
  if (asked.call === 'head') return adapter.head(signal)
  if (asked.call === 'hash') return (await adapter.reorganisations?.blockHash(asked.block, signal)) ?? null
  if (asked.call === 'at') return wholeOf(adapter).blockAt(asked.time, signal)
  const blocks: NetworkBlock[] = []
  let trades = 0
  for await (const block of wholeOf(adapter).read(asked.from, asked.to, NO_POOLS, signal)) {
    blocks.push({ ...block, trades: await price(network, block.trades) })
    trades += block.trades.length
    if (trades >= TRADES_PER_ANSWER) return { blocks, next: block.number + 1 } satisfies ReadRange
  }
  return { blocks, next: asked.to + 1 } satisfies ReadRange
}

export function createRemoteChain(bus: Pick<Bus, 'ask' | 'subscribe'>, network: NetworkId): ChainAdapter {
  /** While the server of the bus is away, an answer takes many seconds to fail. */
  const ask = (call: ChainCall, signal: AbortSignal): Promise<unknown> => unlessAborted(signal, bus.ask(chainQuestion(network), call))
  const wholeNetwork: WholeNetwork = {
    follow: (from, _pools, signal) => follow(bus, network, { from, read }, signal),
    read: (from, to, _pools, signal) => read(from, to, signal),
    blockAt: async (time, signal) => (await ask({ call: 'at', time }, signal)) as number,
  }
  async function* read(from: number, to: number, signal: AbortSignal): AsyncGenerator<NetworkBlock> {
    for (let at = from; at <= to;) {
      const { blocks, next } = (await ask({ call: 'read', from: at, to: Math.min(to, at + BLOCKS_PER_ANSWER - 1) }, signal)) as ReadRange
      yield* blocks
      at = next
    }
  }
  const blockHash = async (block: number, signal: AbortSignal): Promise<string | null> =>
    (await ask({ call: 'hash', block }, signal)) as string | null
  const head = async (signal: AbortSignal): Promise<BlockRef> => (await ask({ call: 'head' }, signal)) as BlockRef
  return { network, head, reorganisations: { blockHash, marksBelowHead: [] }, wholeNetwork } as Partial<ChainAdapter> as ChainAdapter
}

interface Following {
  readonly from: number
  read(from: number, to: number, signal: AbortSignal): AsyncIterable<NetworkBlock>
}

/**
 * The blocks that workers publish, each complete. Unpublished blocks, for example between two workers, are read. Partial blocks are also read
 * completely: a worker may end within a block, and the first message received may be within one.
 */
async function* follow(
  bus: Pick<Bus, 'subscribe'>,
  network: NetworkId,
  { from, read }: Following,
  signal: AbortSignal,
): AsyncGenerator<NetworkUpdate> {
  const received = new EventEmitter()
  const events = on(received, 'event', { signal }) as AsyncIterableIterator<[WholeTrades | WholeReverted]>
  const receive = (_network: unknown, event: WholeTrades | WholeReverted): void => void received.emit('event', event)
  // The newest block shows what was published while this process could not receive it. The next message may be a long time away.
  const subscription = bus.subscribe('whole', receive, wholeSubject(network), { withNewest: true })
  try {
    await unlessAborted(signal, subscription.ready)
    yield { kind: 'state', state: 'live', behind: null, message: null }
    let next = from
    let trades: Trade[] = []
    for await (const [event] of events) {
      if (event.kind === 'reverted') {
        trades = []
        if (event.from >= next) continue
        next = event.from
        yield { kind: 'withdrawn', from: event.from }
        continue
      }
      trades.push(...event.trades.map(({ trade }) => trade))
      const { ends } = event
      if (ends === undefined) continue
      const whole = trades.filter(({ position }) => position.block === ends.number)
      trades = []
      if (ends.number < next) {
        next = Math.max(next, ends.from)
        continue
      }
      const isWhole = whole.length === ends.trades && ends.number >= ends.from
      for await (const block of read(next, isWhole ? ends.from - 1 : ends.number, signal)) yield { kind: 'block', block }
      if (isWhole)
        yield { kind: 'block', block: { number: ends.number, ...(ends.hash === null ? {} : { hash: ends.hash }), time: ends.time, trades: whole } }
      next = ends.number + 1
    }
  } finally {
    subscription.stop()
  }
}
