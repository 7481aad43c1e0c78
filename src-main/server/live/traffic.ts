import type { StreamName } from '../../../src-shared/contract/streams.ts'

/** Counters of the sockets since startup. */
export class Traffic {
  readonly events = new Map<StreamName, number>()
  slowConsumers = 0

  sent(stream: StreamName, frames: number): void {
    this.events.set(stream, (this.events.get(stream) ?? 0) + frames)
  }
}
