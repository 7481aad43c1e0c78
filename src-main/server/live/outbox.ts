import type { Duplex } from 'node:stream'

/**
 * Writing to a thousand peers takes many milliseconds: after this long the rest waits a turn, so that the loop stays free. In a flood
 * the peers that wait then get what came meanwhile in one write; where events come one by one it makes no difference.
 */
const SLICE_MS = 1
/** Peers written to between two readings of the clock, so few subscribers are never split. */
const PEERS_A_LOOK = 128

/** Outboxes with queued frames, the longest waiting first. Frames published before their turn are sent in the same write. */
let due: Outbox[] = []

function atTurnEnd(outbox: Outbox): void {
  due.push(outbox)
  if (due.length === 1) setImmediate(flushSlice)
}

function flushSlice(): void {
  const until = performance.now() + SLICE_MS
  let done = 0
  do {
    for (const end = Math.min(done + PEERS_A_LOOK, due.length); done < end; done++) due[done]?.flush()
  } while (done < due.length && performance.now() < until)
  due = due.slice(done)
  if (due.length > 0) setImmediate(flushSlice)
}

/**
 * What waits to be sent to one peer. Finished frames go straight to the socket, those of one turn in one write. Frames
 * that must arrive always queue; of full-state frames only the newest per topic waits while the peer is behind.
 */
export class Outbox {
  readonly #socket: Duplex
  readonly #limits: OutboxLimits
  readonly #onOverflow: () => void
  #queue: Buffer[] = []
  #queuedBytes = 0
  #scheduled = false
  #closed = false
  #overflowed = false
  readonly #held = new Map<object, Buffer>()

  constructor(socket: Duplex, limits: OutboxLimits, onOverflow: () => void) {
    this.#socket = socket
    this.#limits = limits
    this.#onOverflow = onOverflow
    socket.on('drain', () => this.#release())
  }

  /** A frame that is never dropped, merged or reordered. */
  send(frame: Buffer): void {
    if (this.#closed) return
    this.#push(frame)
    if (this.#overflowed || this.#waiting <= this.#limits.slowConsumerBytes) return
    // What only waits for its turn here is no fault of the peer.
    this.flush()
    if (this.#waiting <= this.#limits.slowConsumerBytes) return
    this.#overflowed = true
    this.#onOverflow()
  }

  /** A full-state frame: while the peer is behind, a newer one of the same topic takes its place. */
  sendNewest(topic: object, frame: Buffer): void {
    if (this.#closed) return
    if (this.#waiting > this.#limits.holdBackBytes) this.#held.set(topic, frame)
    else this.#push(frame)
  }

  /** Drops a pending frame of a topic that the peer left. */
  drop(topic: object): void {
    this.#held.delete(topic)
  }

  /** Writes what is queued and takes nothing more; a close frame may follow. */
  finish(): void {
    this.flush()
    this.#closed = true
    this.#held.clear()
  }

  get #waiting(): number {
    return this.#socket.writableLength + this.#queuedBytes
  }

  #push(frame: Buffer): void {
    this.#queue.push(frame)
    this.#queuedBytes += frame.length
    if (this.#scheduled) return
    this.#scheduled = true
    atTurnEnd(this)
  }

  /** Writes what is queued. */
  flush(): void {
    this.#scheduled = false
    if (this.#closed || this.#queue.length === 0) return
    const frames = this.#queue
    this.#queue = []
    this.#queuedBytes = 0
    if (!this.#socket.writable) return
    const [only] = frames
    this.#socket.write(frames.length === 1 && only !== undefined ? only : Buffer.concat(frames))
  }

  #release(): void {
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
