import type { TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import type { BusSubject } from '../../bus/events.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { RunningTraces, type Traces, type TracesOptions } from '../trace/traces.ts'
import { openWorkQueue } from './work-queue.ts'

export interface SharedTracesOptions extends TracesOptions {
  readonly bus: Bus
  /** Runs the traces that this process takes. Null if it runs none. */
  readonly own: RunningTraces | null
}

/** Traces that any process may start, watch and stop, and that exactly one worker runs. As with jobs, the table is the queue. */
export function createSharedTraces({ own, bus, ...options }: SharedTracesOptions): Traces {
  const { store, logger } = options
  const { read } = store
  const subject = ({ id, network }: TraceRecord): BusSubject => ({ network, address: `trace ${id}` })
  const queue = own === null ? null : openWorkQueue({ bus, logger, subject, open: () => openTraces(own), run: (trace) => own.take(trace) })
  const stored = new RunningTraces({ ...options, runs: false })

  const stops = bus.subscribe('stops', (_network, { trace }) => own?.cancelledElsewhere(trace))

  async function openTraces(running: RunningTraces): Promise<TraceRecord[]> {
    const open = await read.openTraces()
    // A message may be missed while the bus servers are unreachable.
    for (const id of running.live()) {
      if (!open.some((trace) => trace.id === id) && (await read.trace(id))?.state === 'cancelled') running.cancelledElsewhere(id)
    }
    return open.filter((trace) => !running.live().includes(trace.id) && running.canRun(trace.network))
  }

  async function existing(id: string): Promise<TraceRecord> {
    const trace = await stored.get(id)
    if (trace === null) throw new AppError('not_found', { message: 'There is no trace with this id.' })
    return trace
  }

  return {
    start: (wanted) => stored.start(wanted),
    get: (id) => stored.get(id),
    list: () => stored.list(),
    async cancel(id) {
      const trace = await stored.cancel(id)
      if (trace.state === 'cancelled') bus.publish('stops', { network: trace.network, address: trace.wallet }, { trace: id })
      return trace
    },
    async resume(id) {
      const trace = await existing(id)
      return isOpen(trace) ? trace : stored.resume(id)
    },
    ended: (id) => stored.ended(id),
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
