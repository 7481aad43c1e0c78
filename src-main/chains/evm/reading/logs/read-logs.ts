import type { Address } from '../../../../../src-shared/domain/address.ts'
import { contradiction, NodeFault, type FaultKind } from '../../../rpc/node-fault.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { mayContain } from '../../transaction/bloom.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import type { Rpc } from '../../rpc/rpc.ts'
import type { Hex, RawLog } from '../../transaction/log.ts'
import { readLogAnswer } from '../../rpc/logs/log-answer.ts'
import { ParsedResult, readLogsInThread } from '../../rpc/logs/log-thread.ts'
import { walkRange, type RangeState } from '../../rpc/limits/ranges.ts'

const BLOCK_CONCURRENCY = 4
/** Nodes behind one address may differ by this much of the chain (docs/chains.md#balanced-endpoints). */
const MAX_LAG_SECONDS = 30
const CUT_AT_MULTIPLES_OF = 1_000

type LogNode = Pick<Node, 'rpc' | 'blocks'>

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
  node: LogNode
  filters: readonly AnyLogFilter[]
  from: number
  to: number
  ranges: RangeState
  signal: AbortSignal
  /** Spares the calls that complete the logs of blocks which the answering node may not have yet. */
  mayLackNewest?: boolean
}): AsyncGenerator<LogPage> {
  const { node, filters, ranges, signal, mayLackNewest = false } = args
  const fetch = async (from: number, to: number): Promise<RawLog[]> => {
    const perFilter = await Promise.all(
      filters.map(async (filter) => {
        const logs = await fetchLogs(node.rpc, filter, from, to, signal)
        // A node that has a log of a block has all earlier blocks.
        const seen = logs.reduce((newest, { blockNumber }) => Math.max(newest, blockNumber), from - 1)
        return mayLackNewest ? logs : [...logs, ...(await newBlockLogs(node, filter, seen + 1, to, signal))]
      }),
    )
    return eachOnce(node.rpc.hosts, perFilter.flat())
  }
  for await (const page of walkRange({ from: args.from, to: args.to, ranges, fetch, count: (logs) => logs.length })) {
    yield { from: page.from, to: page.to, logs: page.result }
  }
}

async function fetchLogs(rpc: Rpc, filter: AnyLogFilter, from: number, to: number, signal: AbortSignal): Promise<RawLog[]> {
  const logs = await queryLogs(rpc, filter, rangeOf(from, to), signal)
  for (const log of logs) checkMatch(rpc.hosts, log, filter, from, to)
  if (to > from && mayBeCut(logs.length)) {
    const text = `exactly ${logs.length} logs, which may be its limit`
    throw new NodeFault({ kind: 'too_large', host: rpc.hosts, method: 'eth_getLogs', text })
  }
  return logs
}

/** Some endpoints return the first thousands of logs without saying that there are more. Such an answer is read again in smaller ranges. */
const mayBeCut = (logs: number): boolean => logs > 0 && logs % CUT_AT_MULTIPLES_OF === 0

const rangeOf = (from: number, to: number): object => ({ fromBlock: toHexNumber(from), toBlock: toHexNumber(to) })

/** How endpoints refuse logs by hash if they only offer them by number. */
const WITHOUT_HASHES: ReadonlySet<FaultKind> = new Set(['refused', 'unsupported'])

/**
 * The logs of new blocks. A node that does not have the end of a range leaves its logs out without an error, but refuses the hash of a block that it
 * does not have (https://eips.ethereum.org/EIPS/eip-234). Blocks whose bloom filter excludes the filter are not requested.
 */
async function newBlockLogs({ rpc, blocks }: LogNode, filter: AnyLogFilter, from: number, to: number, signal: AbortSignal): Promise<RawLog[]> {
  const found: RawLog[] = []
  let oldest = Number.POSITIVE_INFINITY
  let newest = Number.NEGATIVE_INFINITY
  for (let last = to; last >= from && rpc.isNew(last) && newest - oldest <= MAX_LAG_SECONDS; last -= BLOCK_CONCURRENCY) {
    const numbers = Array.from({ length: BLOCK_CONCURRENCY }, (_, i) => last - i).filter((block) => block >= from && rpc.isNew(block))
    const logs = await mapLimited(numbers, BLOCK_CONCURRENCY, async (block) => {
      const { hash, time, bloom } = await blocks.logsOf(block, signal)
      newest = Math.max(newest, time)
      oldest = Math.min(oldest, time)
      if (bloom !== null && !mayMatch(bloom, filter)) return []
      const logs = await queryLogs(rpc, filter, { blockHash: hash }, signal).catch((error: unknown) => {
        if (!(error instanceof NodeFault) || !WITHOUT_HASHES.has(error.kind)) throw error
        return queryLogs(rpc, filter, rangeOf(block, block), signal)
      })
      for (const log of logs) checkMatch(rpc.hosts, log, filter, block, block)
      return logs
    })
    found.push(...logs.flat())
  }
  return found
}

const mayMatch = (bloom: Uint8Array, { addresses, topics }: AnyLogFilter): boolean =>
  [addresses, ...topics].every((values) => values === null || [values].flat().some((value) => mayContain(bloom, value as Hex)))

/** The logs of one answer that no reorganisation has reverted. */
async function queryLogs(rpc: Rpc, { addresses, topics }: AnyLogFilter, blocks: object, signal: AbortSignal): Promise<RawLog[]> {
  const query = { ...(addresses === null ? {} : { address: addresses }), topics, ...blocks }
  const result = await rpc.call('eth_getLogs', [query], signal, { reader: readLogsInThread })
  const answer = result instanceof ParsedResult ? result.answer : readLogAnswer(result)
  if (answer.kind === 'malformed') throw contradiction(rpc.hosts, `eth_getLogs does not have the expected form at ${answer.problem}`)
  return answer.logs.filter((log) => !log.removed)
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
