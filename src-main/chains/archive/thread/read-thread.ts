import { on } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { ArchiveFault } from '../fault.ts'
import type { ArchiveReply, ArchiveRequest, ThreadRead } from './serve-thread.ts'

/** Reads archives on a worker thread, a page at a time. One thread serves all reads of a chain and does not keep the process alive. */
export interface ReadThread<Extra, Page> {
  /** @throws ArchiveFault; the signal's reason when aborted */
  read(read: ThreadRead<Extra>, signal: AbortSignal): AsyncGenerator<Page>
}

/** @param url of a worker that calls `serveThread` with the same types */
export function openReadThread<Extra, Page>(url: () => URL, name: string): ReadThread<Extra, Page> {
  let thread: Worker | null = null
  function start(): Worker {
    const worker = new Worker(url(), { name })
    worker.unref()
    // Its exit comes after its error, when another one may run.
    const forget = (): void => {
      if (thread === worker) thread = null
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
  return {
    async *read(read, signal) {
      const { port1: port, port2 } = new MessageChannel()
      const request: ArchiveRequest<Extra> = { port: port2, read }
      thread ??= start()
      thread.postMessage(request, [port2])
      try {
        // The port closes when the thread ends.
        const replies = on(port, 'message', { signal, close: ['close'] }) as AsyncIterable<[ArchiveReply<Page>]>
        for await (const [reply] of replies) {
          if (reply.kind === 'end') return
          if (reply.kind === 'fault') {
            const { kind, message, suspectFrom } = reply.fault
            throw new ArchiveFault(kind, message, suspectFrom === null ? {} : { suspectFrom })
          }
          yield reply.page
          port.postMessage('next')
        }
        throw new Error('the thread that reads archives ended')
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        port.close()
      }
    },
  }
}
