import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { workerUrl } from '../../../../lib/worker-url.ts'
import { ArchiveFault } from '../../../archive/fault.ts'
import type { PackedPage } from './pack-page.ts'
import type { ArchiveReply, ArchiveRequest } from './worker.ts'

/** One thread serves all archives. It does not keep the process alive. */
let thread: Worker | null = null

/** Reads an archive on the worker thread, a page at a time. @throws ArchiveFault; the signal's reason when aborted */
export async function* readInThread(read: ArchiveRequest['read'], signal: AbortSignal): AsyncGenerator<PackedPage> {
  const { port1: port, port2 } = new MessageChannel()
  const request: ArchiveRequest = { port: port2, read }
  thread ??= startThread()
  thread.postMessage(request, [port2])
  try {
    for (;;) {
      const reply = await nextReply(port, signal)
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
}

function startThread(): Worker {
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'evm-archive-worker'), { name: 'evm-archive' })
  worker.unref()
  const forget = (): void => {
    thread = null
  }
  worker.on('error', forget)
  worker.on('exit', forget)
  return worker
}

/** The port closes when the thread ends. */
function nextReply(port: MessagePort, signal: AbortSignal): Promise<ArchiveReply> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      port.off('message', onMessage)
      port.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
    }
    const onMessage = (reply: ArchiveReply): void => {
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
