import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Writing to a thousand peers takes many milliseconds, so after this time the remaining peers wait for the next turn of the event loop. In a
 * flood, frames that arrive during the wait leave in the same write.
 */
const SLICE_MS = 1
/** Peers written to between two readings of the clock, so few subscribers are never split. */
const PEERS_PER_CLOCK_READ = 128

/** If frames are smaller than this on average, joining them costs less than writing a list. */
const COPIED_BYTES = 4_096

/** Bytes for one peer. They are made when they are written, into memory that other peers' frames may share. */
export interface Frame {
  readonly length: number
  /** Valid until the bytes of another frame are built. After `keep`, they stay valid. */
  bytes(): Buffer
  keep(): void
}

/** Outboxes with queued frames, oldest first. Frames published before their turn leave in the same write. */
let due: Outbox[] = []

function atTurnEnd(outbox: Outbox): void {
  due.push(outbox)
  if (due.length === 1) setImmediate(flushSlice)
}

function flushSlice(): void {
  const until = performance.now() + SLICE_MS
  let done = 0
  do {
    for (const end = Math.min(done + PEERS_PER_CLOCK_READ, due.length); done < end; done++) due[done]?.flush()
  } while (done < due.length && performance.now() < until)
  due = due.slice(done)
  if (due.length > 0) setImmediate(flushSlice)
}

/**
 * The send queue of one peer. The frames of one turn leave in one write. Frames that must arrive are always queued. For full-state streams, only the
 * newest frame of each topic is held while the peer is behind.
 */
export class Outbox {
  readonly #socket: Writable
  readonly #limits: OutboxLimits
  readonly #onOverflow: () => void
  #queue: Frame[] = []
  #queuedBytes = 0
  #scheduled = false
  #closed = false
  #overflowed = false
  readonly #held = new Map<object, Frame>()
  readonly #onDrained: (() => void)[] = []

  constructor(socket: Writable, limits: OutboxLimits, onOverflow: () => void) {
    this.#socket = socket
    this.#limits = limits
    this.#onOverflow = onOverflow
    socket.on('drain', () => this.#release())
  }

  /** Sends a frame that is never dropped, merged or reordered. */
  send(frame: Frame): void {
    if (this.#closed) return
    this.#push(frame)
    this.limit(0)
  }

  /** Disconnects a peer with too many pending bytes, including `elsewhere` bytes that are not queued here. */
  limit(elsewhere: number): void {
    if (this.#closed || this.#overflowed || this.#waiting + elsewhere <= this.#limits.slowConsumerBytes) return
    // Frames queued for the next turn do not make the peer slow.
    this.flush()
    if (this.#waiting + elsewhere <= this.#limits.slowConsumerBytes) return
    this.#overflowed = true
    this.#onOverflow()
  }

  /** Sends a full-state frame. While the peer is behind, a newer frame of the same topic replaces it. */
  sendNewest(topic: object, frame: Frame): void {
    if (this.#closed) return
    if (this.#waiting > this.#limits.holdBackBytes) this.#held.set(topic, frame)
    else this.#push(frame)
  }

  /** Resolves once the peer has read most of what was sent, or has left. */
  async drained(): Promise<void> {
    this.flush()
    if (!this.#closed && this.#waiting > this.#limits.holdBackBytes) await new Promise<void>((resolve) => this.#onDrained.push(resolve))
  }

  /** Drops a pending frame of a topic that the peer left. */
  drop(topic: object): void {
    this.#held.delete(topic)
  }

  /** Writes the queued frames and accepts no more. A close frame may follow. */
  finish(): void {
    this.flush()
    this.#closed = true
    this.#held.clear()
    this.#release()
  }

  get #waiting(): number {
    return this.#socket.writableLength + this.#queuedBytes
  }

  #push(frame: Frame): void {
    this.#queue.push(frame)
    this.#queuedBytes += frame.length
    if (this.#scheduled) return
    this.#scheduled = true
    atTurnEnd(this)
  }

  flush(): void {
    this.#scheduled = false
    if (this.#closed || this.#queue.length === 0) return
    const [frames, bytes] = [this.#queue, this.#queuedBytes]
    this.#queue = []
    this.#queuedBytes = 0
    if (!this.#socket.writable) return
    if (frames.length > 1 && bytes / frames.length < COPIED_BYTES) this.#socket.write(Buffer.concat(frames.map((frame) => frame.bytes())))
    else this.#writeEach(frames)
  }

  /** Writes the frames in one system call without a copy per peer, unless the system does not accept all bytes at once. */
  #writeEach(frames: readonly Frame[]): void {
    if (frames.length > 1) this.#socket.cork()
    for (const frame of frames) this.#socket.write(frame.bytes())
    if (frames.length > 1) this.#socket.uncork()
    // Other streams pass on the memory itself, so it must not be reused.
    if (!(this.#socket instanceof Socket) || this.#socket.writableLength > 0) for (const frame of frames) frame.keep()
  }

  #release(): void {
    for (const resolve of this.#onDrained.splice(0)) resolve()
    if (this.#closed) return
    for (const [topic, frame] of this.#held) {
      this.#held.delete(topic)
      this.#push(frame)
    }
  }
}

export interface OutboxLimits {
  readonly holdBackBytes: number
  readonly slowConsumerBytes: number
}
