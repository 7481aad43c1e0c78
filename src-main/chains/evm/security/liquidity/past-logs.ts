import { AppError } from '../../../../lib/app-error.ts'
import { mapConcurrent } from '../../../rpc/request.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawLog } from '../../transaction/log.ts'
import { readLogs, type LogFilter } from '../../reading/logs/read-logs.ts'

/** Stretches of a long past that are read at once. */
const STRETCHES = 4
/** What a scan looks through for one pool; more would be a download. */
const MAX_LOGS = 50_000

/**
 * All events of a filter in a closed block range, in chain order. Asks for wide stretches first and for narrower ones where the
 * endpoint refuses, several stretches at once: a scan waits for seconds, so how far this comes is for the signal to say.
 *
 * @throws AppError the endpoint's fault when even one block is refused, or when there are too many events to look through
 */
export async function pastLogs(node: Node, filter: LogFilter, from: number, to: number, signal: AbortSignal): Promise<RawLog[]> {
  const learnt = node.ranges
  const blocks = Math.max(0, to - from + 1)
  const stretches = blocks > learnt.size ? STRETCHES : 1
  const width = Math.ceil(blocks / stretches)
  let count = 0
  const parts = await mapConcurrent([...Array(stretches).keys()], STRETCHES, async (i) => {
    const first = from + i * width
    // A width that the endpoint is known to take is where to fall back to; one that it named leaves nothing to try.
    const memory = { ...learnt, size: learnt.limit === null ? Math.max(1, width) : learnt.size, good: learnt.size, waitFor: 0 }
    const logs: RawLog[] = []
    for await (const page of readLogs({ rpc: node.rpc, filters: [filter], from: first, to: Math.min(to, first + width - 1), memory, signal })) {
      count += page.logs.length
      if (count > MAX_LOGS) throw new AppError('source_unavailable', { say: `It has more than ${MAX_LOGS} events.` })
      logs.push(...page.logs)
    }
    return logs
  })
  return parts.flat()
}
