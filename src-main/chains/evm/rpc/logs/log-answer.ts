import { MalformedField, type RawLog } from '../../transaction/log.ts'
import { parseLogs } from '../../transaction/parse-logs.ts'

/** The content of an eth_getLogs answer. */
export type LogAnswer =
  | { readonly kind: 'logs'; readonly logs: readonly RawLog[] }
  /** `problem` names the first malformed field. */
  | { readonly kind: 'malformed'; readonly problem: string }

export function readLogAnswer(result: unknown): LogAnswer {
  try {
    return { kind: 'logs', logs: parseLogs(result) }
  } catch (error) {
    if (error instanceof MalformedField) return { kind: 'malformed', problem: error.message }
    throw error
  }
}
