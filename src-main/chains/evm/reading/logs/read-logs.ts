import type { Address } from '../../../../../src-shared/domain/address.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Rpc } from '../../rpc/rpc.ts'
import type { RawLog } from '../../transaction/log.ts'
import { readLogAnswer } from '../../rpc/logs/log-answer.ts'
import { ParsedResult, readLogsInThread } from '../../rpc/logs/log-thread.ts'
import { walkRange, type RangeState } from '../../rpc/limits/ranges.ts'

export type Topic = string | readonly string[] | null
export interface LogFilter {
  readonly addresses: readonly Address[]
  readonly topics: readonly Topic[]
}
/** A filter for logs of the given contracts; null matches any contract. */
export type AnyLogFilter = Pick<LogFilter, 'topics'> & { readonly addresses: LogFilter['addresses'] | null }
export interface LogPage {
  readonly from: number
  readonly to: number
  readonly logs: readonly RawLog[]
}

/**
 * Logs that match any of the filters in a closed block range: pages ascending without gaps, each log once, in chain order.
 *
 * @throws AppError `source_unavailable` when an answer is malformed, contradicts itself or does not match the filter
 */
export async function* readLogs(args: {
  rpc: Rpc
  filters: readonly AnyLogFilter[]
  from: number
  to: number
  ranges: RangeState
  signal: AbortSignal
}): AsyncGenerator<LogPage> {
  const { rpc, filters, ranges, signal } = args
  const fetch = async (from: number, to: number): Promise<RawLog[]> => {
    const perFilter = await Promise.all(filters.map((filter) => fetchLogs(rpc, filter, from, to, signal)))
    return eachOnce(rpc.hosts, perFilter.flat())
  }
  for await (const page of walkRange({ from: args.from, to: args.to, ranges, fetch, count: (logs) => logs.length })) {
    yield { from: page.from, to: page.to, logs: page.result }
  }
}

/** The logs of one answer that no reorganisation has reverted. */
async function fetchLogs(rpc: Rpc, filter: AnyLogFilter, from: number, to: number, signal: AbortSignal): Promise<RawLog[]> {
  const query = {
    ...(filter.addresses === null ? {} : { address: filter.addresses }),
    topics: filter.topics,
    fromBlock: toHexNumber(from),
    toBlock: toHexNumber(to),
  }
  const result = await rpc.call('eth_getLogs', [query], signal, { reader: readLogsInThread })
  const answer = result instanceof ParsedResult ? result.answer : readLogAnswer(result)
  if (answer.kind === 'malformed') throw contradiction(rpc.hosts, `eth_getLogs does not have the expected form at ${answer.problem}`)
  const logs = answer.logs.filter((log) => !log.removed)
  for (const log of logs) checkMatch(rpc.hosts, log, filter, from, to)
  return logs
}

/** Some nodes return logs that do not match the filter. Such an answer cannot be trusted to be complete. */
function checkMatch(hosts: string, log: RawLog, filter: AnyLogFilter, from: number, to: number): void {
  if (log.blockNumber < from || log.blockNumber > to) {
    throw contradiction(hosts, `requested logs of blocks ${from} to ${to}, got one of block ${log.blockNumber}`)
  }
  const mismatch = firstMismatch(log, filter)
  if (mismatch !== null) throw contradiction(hosts, mismatch)
}

/** Why a log does not match a filter; null if it does. */
export function firstMismatch(log: RawLog, filter: AnyLogFilter): string | null {
  if (filter.addresses !== null && !filter.addresses.includes(log.address))
    return `requested logs of ${filter.addresses.length} contracts, got one of ${log.address}`
  for (let i = 0; i < filter.topics.length; i++) {
    const topic = filter.topics[i] ?? null
    const got = log.topics[i]
    if (topic === null || topic === got || (typeof topic !== 'string' && got !== undefined && topic.includes(got))) continue
    return `requested topic ${i} = ${String(topic)}, got ${got ?? 'none'} in ${log.transactionHash}`
  }
  return null
}

/** In chain order. Two filters may match one log; two different logs at one position are a contradiction. */
function eachOnce(hosts: string, logs: readonly RawLog[]): RawLog[] {
  const sorted = logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  return sorted.filter((log, i) => {
    const before = sorted[i - 1]
    if (before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex) return true
    if (before.transactionHash === log.transactionHash && before.data === log.data && before.address === log.address) return false
    throw contradiction(
      hosts,
      `two different logs at block ${log.blockNumber}, index ${log.logIndex}: ${before.transactionHash} and ${log.transactionHash}`,
    )
  })
}
