import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
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
    const forget = (): void => {
      thread = null
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
        for (;;) {
          const reply = await nextReply<Page>(port, signal)
          if (reply.kind === 'end') return
          if (reply.kind === 'fault') {
            const { kind, message, suspectFrom } = reply.fault
            throw new ArchiveFault(kind, message, suspectFrom === null ? {} : { suspectFrom })
          }
          yield reply.page
          port.postMessage('next')
        }
      } finally {
        port.close()
      }
    },
  }
}

/** The port closes when the thread ends. */
function nextReply<Page>(port: MessagePort, signal: AbortSignal): Promise<ArchiveReply<Page>> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      port.off('message', onMessage)
      port.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
    }
    const onMessage = (reply: ArchiveReply<Page>): void => {
      stop()
      resolve(reply)
    }
    const onClose = (): void => {
      stop()
      reject(new Error('the thread that reads archives ended'))
    }
    const onAbort = (): void => {
      stop()
      reject(signal.reason as Error)
    }
    if (signal.aborted) return onAbort()
    port.on('message', onMessage)
    port.on('close', onClose)
    signal.addEventListener('abort', onAbort)
  })
}
