import { once } from 'node:events'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { ArchiveFault } from '../fault.ts'
import type { ArchivePage, ArchiveRead } from '../page.ts'
import { readArchive } from '../stream/read-stream.ts'

/** The worker's side of `openReadThread`: an answer has up to 512 MiB of lines, which must be parsed as they arrive. */

export type ThreadRead<Extra> = Omit<ArchiveRead, 'signal' | 'sleep'> & Extra

export interface ArchiveRequest<Extra> {
  /** Receives the replies. Any message on it requests the next page; closing it ends the read. */
  readonly port: MessagePort
  readonly read: ThreadRead<Extra>
}

export type ArchiveReply<Page> =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly fault: Pick<ArchiveFault, 'kind' | 'message' | 'suspectFrom'> }

interface Packed<Page> {
  readonly page: Page
  readonly transfer?: readonly ArrayBuffer[]
}

/** Serves every request of the thread that started this worker. @param pack converts the rows of a page to the form that is sent between threads */
export function serveThread<Extra, Page>(pack: (page: ArchivePage, read: ThreadRead<Extra>) => Packed<Page>): void {
  if (parentPort === null) throw new Error('this file runs as a worker only')
  parentPort.on('message', (request: ArchiveRequest<Extra>) => void run(request, pack))
}

async function run<Extra, Page>(
  { port, read }: ArchiveRequest<Extra>,
  pack: (page: ArchivePage, read: ThreadRead<Extra>) => Packed<Page>,
): Promise<void> {
  const closed = new AbortController()
  port.on('close', () => closed.abort())
  const reply = (message: ArchiveReply<Page>, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  try {
    for await (const blocks of readArchive({ ...read, signal: closed.signal })) {
      const { page, transfer } = pack(blocks, read)
      const requested = once(port, 'message', { signal: closed.signal })
      reply({ kind: 'page', page }, transfer)
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
