import { once } from 'node:events'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { ArchiveFault } from '../../../archive/fault.ts'
import { readArchive, type ArchiveRead } from '../../../archive/stream.ts'
import { packPage, type PackedPage } from './pack-page.ts'

/** Worker thread that reads archives: an answer has up to 512 MiB of lines, which must be parsed as they arrive. */

export interface ArchiveRequest {
  /** Receives the replies. Any message on it requests the next page; closing it ends the read. */
  readonly port: MessagePort
  readonly read: Omit<ArchiveRead, 'signal' | 'sleep'>
}

export type ArchiveReply =
  | { readonly kind: 'page'; readonly page: PackedPage }
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly fault: Pick<ArchiveFault, 'kind' | 'message' | 'suspectFrom'> }

if (parentPort === null) throw new Error('this file runs as a worker only')
parentPort.on('message', (request: ArchiveRequest) => void run(request))

async function run({ port, read }: ArchiveRequest): Promise<void> {
  const closed = new AbortController()
  port.on('close', () => closed.abort())
  const reply = (message: ArchiveReply, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  try {
    for await (const page of readArchive({ ...read, signal: closed.signal })) {
      const packed = packPage(page)
      const requested = once(port, 'message', { signal: closed.signal })
      reply({ kind: 'page', page: packed }, [packed.logs.text.buffer, packed.logs.numbers.buffer])
      await requested
    }
    reply({ kind: 'end' })
  } catch (error) {
    if (closed.signal.aborted) return
    const { kind, message, suspectFrom } =
      error instanceof ArchiveFault ? error : new ArchiveFault('malformed', error instanceof Error ? error.message : String(error))
    reply({ kind: 'fault', fault: { kind, message, suspectFrom } })
  }
}
