import { MalformedField, parseLogs, type RawLog } from '../../transaction/log.ts'

/** What an eth_getLogs answer holds, on whichever thread it was read. */
export type LogAnswer =
  | { readonly kind: 'logs'; readonly logs: readonly RawLog[] }
  /** `problem` names the first field that is not what the interface promises. */
  | { readonly kind: 'malformed'; readonly problem: string }

export function readLogAnswer(result: unknown): LogAnswer {
  try {
    return { kind: 'logs', logs: parseLogs(result) }
  } catch (error) {
    if (error instanceof MalformedField) return { kind: 'malformed', problem: error.message }
    throw error
  }
}
