import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../lib/app-error.ts'
import { packLists, type Packed } from '../lib/long-lists.ts'
import { headOf, type FileHead } from './opened-file.ts'
import type { KnownToken } from './plans.ts'
import { preparePlan } from './prepare.ts'
import { readFile, type FileInput } from './read-plan.ts'

/** Reads one file on its own thread and says what it is about. Given what is stored about that, it prepares the rows of the file. */
export type WorkerMessage =
  | { readonly kind: 'opened'; readonly head: FileHead; readonly sha256: string }
  | { readonly kind: 'prepared'; readonly rows: Packed['value'] }
  | { readonly kind: 'refused'; readonly message: string }

const port = parentPort
if (port !== null) {
  const send = (message: WorkerMessage, ports: Packed['ports'] = []): void => port.postMessage(message, ports)
  /** Undefined if the file was refused. */
  const unlessRefused = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (error instanceof AppError) send({ kind: 'refused', message: error.message })
      // The parser's reviver and the readers of formats recurse for nested values.
      else if (error instanceof RangeError) send({ kind: 'refused', message: 'The file is nested too deeply.' })
      else throw error
      return undefined
    }
  }
  const input = workerData as FileInput
  // Shared memory cannot be decompressed or decoded in place.
  const bytes = input.bytes.slice()
  const plan = unlessRefused(() => readFile({ ...input, bytes }))
  if (plan !== undefined) {
    port.once('message', (known: KnownToken) => {
      const packed = unlessRefused(() => packLists(preparePlan(plan, known)))
      if (packed !== undefined) send({ kind: 'prepared', rows: packed.value }, packed.ports)
    })
    unlessRefused(() => send({ kind: 'opened', head: headOf(plan), sha256: createHash('sha256').update(bytes).digest('hex') }))
  }
}
