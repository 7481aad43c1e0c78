import type { Duplex } from 'node:stream'

/** Work for the end of this turn, when everything that it publishes is known: one write per peer for all of it. */
let turnEnd: (() => void)[] = []

function atTurnEnd(work: () => void): void {
  turnEnd.push(work)
  if (turnEnd.length > 1) return
  setImmediate(() => {
    const due = turnEnd
    turnEnd = []
    for (const act of due) act()
  })
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
    this.#overflowed = true
    this.#onOverflow()
  }

  /** A full-state frame: while the peer is behind, a newer one of the same topic takes its place. */
  sendNewest(topic: object, frame: Buffer): void {
    if (this.#closed) return
    if (this.#waiting > this.#limits.holdBackBytes) this.#held.set(topic, frame)
    else this.#push(frame)
  }

  /** Forgets a frame that waits for a topic nobody listens to any more. */
  drop(topic: object): void {
    this.#held.delete(topic)
  }

  /** Writes what is queued and takes nothing more; a close frame may follow. */
  finish(): void {
    this.#flush()
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
    atTurnEnd(() => this.#flush())
  }

  #flush(): void {
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
