import { z } from 'zod'
import type { Address } from '../../../src-shared/domain/address.ts'
import { believed } from '../ask.ts'
import { toHexNumber } from './hex.ts'
import { jsonApart } from './bodies/read-body.ts'
import { walkRange, type RangeMemory } from './log-ranges.ts'
import { contradiction } from '../node-fault.ts'
import { rawLog, type RawLog } from './raw.ts'
import type { Rpc } from './rpc.ts'

export type Topic = string | readonly string[] | null
export interface LogFilter {
  readonly addresses: readonly Address[]
  readonly topics: readonly Topic[]
}
export interface LogPage {
  readonly from: number
  readonly to: number
  readonly logs: readonly RawLog[]
}

const logList = z.array(rawLog)

/** Logs that match any of the filters in a closed block range: pages ascending without gaps, each log once, in chain order. */
export async function* readLogs(args: {
  rpc: Rpc
  filters: readonly LogFilter[]
  from: number
  to: number
  memory: RangeMemory
  signal: AbortSignal
}): AsyncGenerator<LogPage> {
  const { rpc, filters, memory, signal } = args
  const fetch = async (from: number, to: number): Promise<RawLog[]> => {
    const answers: unknown[] = []
    for (const filter of filters) answers.push(await rpc.call('eth_getLogs', [queryOf(filter, from, to)], signal, jsonApart))
    return logsOf(rpc.hosts, filters, answers, from, to)
  }
  for await (const page of walkRange({ from: args.from, to: args.to, memory, fetch })) {
    yield { from: page.from, to: page.to, logs: page.result }
  }
}

/** The one parameter of eth_getLogs. */
export function queryOf(filter: LogFilter, from: number, to: number): unknown {
  return { address: filter.addresses, topics: filter.topics, fromBlock: toHexNumber(from), toBlock: toHexNumber(to) }
}

/**
 * The logs of the answers to several filters, each once, in chain order.
 *
 * @throws AppError `source_unavailable` when an answer is not what was asked for
 */
export function logsOf(hosts: string, filters: readonly LogFilter[], answers: readonly unknown[], from: number, to: number): RawLog[] {
  const seen = new Map<string, RawLog>()
  filters.forEach((filter, i) => {
    for (const log of believed(hosts, logList, 'eth_getLogs', answers[i])) {
      if (log.removed === true) continue
      checkLog(hosts, log, filter, from, to)
      keep(hosts, seen, log)
    }
  })
  return [...seen.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

/** Some nodes answer more than they were asked; taking it would store a range as read that was not. */
function checkLog(hosts: string, log: RawLog, filter: LogFilter, from: number, to: number): void {
  if (log.blockNumber < from || log.blockNumber > to) {
    throw contradiction(hosts, `asked for logs of blocks ${from} to ${to}, got one of block ${log.blockNumber}`)
  }
  if (!filter.addresses.includes(log.address))
    throw contradiction(hosts, `asked for logs of ${filter.addresses.length} contracts, got one of ${log.address}`)
  filter.topics.forEach((topic, i) => {
    if (topic === null) return
    const got = log.topics[i]
    if (got === undefined || !(typeof topic === 'string' ? topic === got : topic.includes(got))) {
      throw contradiction(hosts, `asked for topic ${i} = ${String(topic)}, got ${got ?? 'none'} in ${log.transactionHash}`)
    }
  })
}

/** Two filters may name one log; two different logs in one place are a contradiction. */
function keep(hosts: string, seen: Map<string, RawLog>, log: RawLog): void {
  const place = `${log.blockNumber}:${log.logIndex}`
  const other = seen.get(place)
  if (other === undefined) {
    seen.set(place, log)
    return
  }
  if (other.transactionHash !== log.transactionHash || other.data !== log.data || other.address !== log.address) {
    throw contradiction(
      hosts,
      `two different logs at block ${log.blockNumber}, index ${log.logIndex}: ${other.transactionHash} and ${log.transactionHash}`,
    )
  }
}
