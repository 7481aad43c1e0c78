import type { TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { RunningTraces, type Traces, type TracesOptions } from '../trace/traces.ts'
import { openWorkQueue } from './work-queue.ts'

export interface SharedTracesOptions extends TracesOptions {
  readonly bus: Bus
  /** What runs the traces that this process takes; null where it runs none. */
  readonly own: RunningTraces | null
}

const LISTED = 200

/** Traces that any process may start, watch and stop, and that one worker runs. As with jobs, the table is the queue. */
export function createSharedTraces({ own, bus, ...options }: SharedTracesOptions): Traces {
  const { store, clock, logger } = options
  const { read, write } = store
  const subject = ({ id, network }: TraceRecord): BusSubject => ({ network, address: `trace ${id}` })
  const queue = own === null ? null : openWorkQueue({ bus, logger, subject, open: () => openTraces(own), run: (trace) => own.take(trace) })
  const stored = new RunningTraces({ ...options, runs: false })

  const stops = bus.subscribe('stops', (_network, { trace }) => void (own?.live().includes(trace) === true && own.cancel(trace)))

  async function openTraces(running: RunningTraces): Promise<TraceRecord[]> {
    const traces = await read.traces({ limit: LISTED })
    return traces.filter((trace) => isOpen(trace) && !running.live().includes(trace.id) && running.canRun(trace.network))
  }

  async function existing(id: string): Promise<TraceRecord> {
    const trace = await stored.get(id)
    if (trace === null) throw new AppError('not_found', { say: 'There is no trace with this id.' })
    return trace
  }

  return {
    start: (wanted) => stored.start(wanted),
    get: (id) => stored.get(id),
    list: () => stored.list(),
    async cancel(id) {
      const trace = await existing(id)
      if (!isOpen(trace)) return trace
      const cancelled: TraceRecord = { ...trace, state: 'cancelled', updated_at: unixSeconds(clock) }
      await write.saveTrace(cancelled)
      bus.publish('stops', { network: trace.network, address: trace.wallet }, { trace: id })
      return cancelled
    },
    async resume(id) {
      const trace = await existing(id)
      return isOpen(trace) ? trace : stored.resume(id)
    },
    ended: (id) => stored.ended(id),
    onProgress: (listener) => (own ?? stored).onProgress(listener),
    async resumeInterrupted() {
      queue?.wake()
    },
    async close() {
      stops.stop()
      await queue?.close()
      await own?.close()
    },
  }
}

const isOpen = ({ state }: TraceRecord): boolean => state === 'running' || state === 'interrupted'
