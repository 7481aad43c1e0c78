import { AppError } from '../../../../lib/app-error.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Scan } from '../scan.ts'
import { readLogs, type LogFilter } from '../../reading/logs/read-logs.ts'

/** Parts of a long range that are read concurrently. */
const PARTS = 4
/** Maximum number of events that a scan reads for one pool. */
const MAX_LOGS = 50_000

/**
 * All events of a filter in a closed block range, by default up to the scanned block, in chain order. Reads several parts concurrently and starts
 * with wide ranges, because a scan has only seconds. The signal ends the read.
 *
 * @throws AppError when the endpoint refuses even one block, or when there are too many events
 */
export async function pastLogs({ node, at, signal }: Omit<Scan, 'network'>, filter: LogFilter, from: number, to = at.number): Promise<RawLog[]> {
  const known = node.ranges
  const blocks = Math.max(0, to - from + 1)
  const partCount = blocks > known.size ? PARTS : 1
  const width = Math.ceil(blocks / partCount)
  let count = 0
  const parts = await mapLimited([...Array(partCount).keys()], PARTS, async (i) => {
    const first = from + i * width
    // After a refusal the last accepted width is used. When the endpoint named its limit, wider ranges are not tried.
    const ranges = { ...known, size: known.limit === null ? Math.max(1, width) : known.size, lastAccepted: known.size, waitFor: 0 }
    const logs: RawLog[] = []
    const range = { from: first, to: Math.min(to, first + width - 1), mayLackNewest: true }
    for await (const page of readLogs({ node, filters: [filter], ...range, ranges, signal })) {
      count += page.logs.length
      if (count > MAX_LOGS) throw new AppError('source_unavailable', { message: `It has more than ${MAX_LOGS} events.` })
      logs.push(...page.logs)
    }
    return logs
  })
  return parts.flat()
}
