import type { DecodedBlock } from '../../decode/decode-block.ts'
import { blockThread } from '../../reading/transactions/block-thread.ts'
import { createWakeSignal } from '../../../rpc/wake-signal.ts'
import type { SolanaEndpoints } from '../../rpc/endpoints.ts'
import { openBlockSocket } from './block-socket.ts'
import type { BlockSource } from './block-source.ts'
import { openBlockStream } from './block-stream.ts'

/** Whole blocks that endpoints push as they are confirmed: from a Yellowstone stream if one is set, and from WebSocket subscriptions while it is down. */
export interface PushedBlocks {
  /** The number of blocks so far. Pass it to `after` so that no block is missed in between. */
  count(): number
  /** Resolves with the next block after `count`, or after `longestMs`; rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<number>
  blocks(): Iterable<DecodedBlock>
  /** The pushed block of a slot, once pushed blocks are known to be on the followed chain. */
  at(slot: number): DecodedBlock | null
  /** The newest slot whose block arrived. */
  newest(): number
  /** Call once a block is known to be on the followed chain. */
  prove(block: DecodedBlock): void
  /** Whether blocks of the followed chain are arriving. */
  proved(): boolean
  /** Drops all arrived blocks, which may be on an abandoned fork. */
  clear(): void
  /** A sentence about a configured stream that does not work; null if there is none. */
  note(): string | null
  close(): void
}

/** Limits of blocks being decoded and of blocks held. Blocks beyond them are dropped, and requested with getBlock when needed. */
const MAX_DECODING = 16
const MAX_HELD = 64
const FIRST_RECONNECT_MS = 1_000

export function openPushedBlocks({ sockets, streams }: SolanaEndpoints, firstReconnectMs = FIRST_RECONNECT_MS): PushedBlocks {
  const signs = createWakeSignal()
  const held = new Map<number, DecodedBlock>()
  const streamed = new WeakSet<DecodedBlock>()
  let decoding = 0
  let proved = false
  let socket: BlockSource | null = null

  async function decode(form: 'notification' | 'streamed', body: Uint8Array): Promise<void> {
    if (decoding >= MAX_DECODING) return
    decoding += 1
    // A block that cannot be decoded is requested with getBlock later, which reports the fault.
    const { block } = await blockThread.ask({ form, body }).catch(() => ({ block: null }))
    decoding -= 1
    if (block === null) return
    const [oldest] = held.keys()
    if (oldest !== undefined && held.size >= MAX_HELD) held.delete(oldest)
    held.set(block.slot, block)
    if (form === 'streamed') streamed.add(block)
    signs.wake()
  }

  function openSocket(): void {
    socket ??= openBlockSocket(sockets, {
      onBlock: (...received) => void decode(...received),
      onDown: stopped,
      firstReconnectMs,
    })
  }
  function closeSocket(): void {
    socket?.close()
    socket = null
  }
  function stopped(): void {
    // The socket closes once the stream is back.
    if (stream?.note() !== null) proved = false
    signs.wake()
  }

  const stream: BlockSource | null =
    streams.length === 0
      ? null
      : openBlockStream(streams, {
          onBlock: (...received) => void decode(...received),
          onDown() {
            openSocket()
            stopped()
          },
          firstReconnectMs,
        })
  if (stream === null) openSocket()

  return {
    count: signs.count,
    after: signs.waitAfter,
    blocks: () => held.values(),
    at: (slot) => (proved ? (held.get(slot) ?? null) : null),
    newest: () => Math.max(-1, ...held.keys()),
    prove(block) {
      proved = true
      if (!streamed.has(block)) return socket?.prove()
      stream?.prove()
      closeSocket()
    },
    proved: () => proved,
    clear: () => held.clear(),
    note: () => stream?.note() ?? null,
    close() {
      stream?.close()
      closeSocket()
    },
  }
}
