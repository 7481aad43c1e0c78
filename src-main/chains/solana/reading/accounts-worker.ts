import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { sumByOwner, type Owned } from './token-rows.ts'

/**
 * Reads one long answer to `getProgramAccounts` on a thread of its own and ends. Owners go over in parts, each small enough to
 * be unpacked between two frames.
 */
export type WorkerMessage =
  | { readonly kind: 'owned'; readonly owned: readonly Owned[] }
  | { readonly kind: 'end'; readonly slot: number; readonly odd: number }
  /** The envelope as it came, without its result: an error, or no answer at all. */
  | { readonly kind: 'other'; readonly envelope: unknown }

const OWNERS_A_MESSAGE = 2_000
const envelope = z.looseObject({ result: z.unknown() })

const port = parentPort
if (port !== null) {
  const tell = (message: WorkerMessage): void => port.postMessage(message)
  const json = parse(new TextDecoder().decode(workerData as Uint8Array))
  const list = sumByOwner(envelope.safeParse(json).data?.result)
  if (list === null) {
    const { result: _result, ...rest } = envelope.safeParse(json).data ?? { result: null }
    tell({ kind: 'other', envelope: rest })
  } else {
    for (let from = 0; from < list.owned.length; from += OWNERS_A_MESSAGE) {
      tell({ kind: 'owned', owned: list.owned.slice(from, from + OWNERS_A_MESSAGE) })
    }
    tell({ kind: 'end', slot: list.slot, odd: list.odd })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
