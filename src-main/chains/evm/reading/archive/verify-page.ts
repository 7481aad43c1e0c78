import { AppError } from '../../../../lib/app-error.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawLog } from '../../transaction/log.ts'
import { readLogs, type LogFilter } from '../logs/read-logs.ts'
import type { ArchivedPage } from './page.ts'

/** How a page of an archive compares with the node. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'other chain'; readonly block: number; readonly archive: string; readonly node: string }
  | { readonly kind: 'other rows' }

/** Maximum number of blocks whose logs are compared; fewer if one query of the node covers fewer (docs/chains.md#archives). */
const WINDOW = 500
const SAME: Verdict = { kind: 'same' }

/** Compares the last header of a page, the header of its busiest block, and the logs around that block with the node's. */
export async function verifyPage(node: Node, page: ArchivedPage, filters: readonly LogFilter[], signal: AbortSignal): Promise<Verdict> {
  const busiest = busiestBlock(page.logs)
  const headers = [
    ...(page.hash === null ? [] : [{ number: page.to, hash: page.hash, time: null }]),
    ...(busiest === null ? [] : [{ number: busiest.blockNumber, hash: busiest.blockHash, time: busiest.blockTimestamp }]),
  ]
  for (const { number, hash, time } of headers) {
    const own = await node.blocks.linkedHeader(number, signal)
    if (own.hash !== hash || (time !== null && own.timestamp !== time)) return { kind: 'other chain', block: number, archive: hash, node: own.hash }
  }
  const window = windowAround(page, busiest?.blockNumber ?? page.from, Math.min(WINDOW, node.ranges.size))
  const own = await nodeLogs(node, filters, window, signal)
  const archived = page.logs.filter(({ blockNumber }) => blockNumber >= window.from && blockNumber <= window.to)
  if (isSame(own, archived)) return own.length === 0 || busiest === null ? SAME : await verifyTransaction(node, page, busiest, signal)
  // An endpoint that keeps only recent events silently omits those of older blocks, so a receipt decides.
  const ofNode = new Set(own.map(contentOf))
  const lacking = archived.find((log) => !ofNode.has(contentOf(log)))
  const hasNoOther = differences(own, archived) === archived.length - own.length
  const isCut = hasNoOther && lacking !== undefined && (await isInReceipt(node, lacking, signal))
  return isCut ? SAME : { kind: 'other rows' }
}

/** Whether the fields on which both sources must agree are the same. */
const isSame = (a: readonly RawLog[], b: readonly RawLog[]): boolean => differences(a, b) === 0

/** Number of logs that only one of the lists has. */
export function differences(a: readonly RawLog[], b: readonly RawLog[]): number {
  const ofA = new Set(a.map(contentOf))
  const ofB = new Set(b.map(contentOf))
  return [...ofA].filter((one) => !ofB.has(one)).length + [...ofB].filter((one) => !ofA.has(one)).length
}

const contentOf = ({ blockNumber, blockHash, logIndex, transactionHash, transactionIndex, address, topics, data }: RawLog): string =>
  [blockNumber, blockHash, logIndex, transactionHash, transactionIndex, address, ...topics, data].join(' ')

function busiestBlock(logs: readonly RawLog[]): RawLog | null {
  let busiest: readonly RawLog[] = []
  for (const group of Map.groupBy(logs, (log) => log.blockNumber).values()) if (group.length > busiest.length) busiest = group
  return busiest[0] ?? null
}

function windowAround({ from, to }: ArchivedPage, block: number, width: number): { readonly from: number; readonly to: number } {
  const first = Math.max(from, block - Math.floor((width - 1) / 2))
  return { from: first, to: Math.min(to, first + width - 1) }
}

async function nodeLogs(node: Node, filters: readonly LogFilter[], range: { readonly from: number; readonly to: number }, signal: AbortSignal) {
  const logs: RawLog[] = []
  for await (const page of readLogs({ node, filters, ...range, ranges: node.ranges, signal })) logs.push(...page.logs)
  return logs
}

/** If the page has whole transactions, compares one of them with its receipt. */
async function verifyTransaction(
  node: Node,
  { transactions }: ArchivedPage,
  { blockNumber, transactionHash }: RawLog,
  signal: AbortSignal,
): Promise<Verdict> {
  const archived = transactions.find(({ hash }) => hash === transactionHash)
  if (archived === undefined) return SAME
  const receipt = (await node.receipts.in(blockNumber, [transactionHash], signal)).get(transactionHash)
  const isRight = receipt?.from === archived.from && (receipt.to ?? null) === archived.to && isSame(receipt.logs, archived.logs)
  return isRight ? SAME : { kind: 'other rows' }
}

async function isInReceipt(node: Node, log: RawLog, signal: AbortSignal): Promise<boolean> {
  try {
    const receipt = (await node.receipts.in(log.blockNumber, [log.transactionHash], signal)).get(log.transactionHash)
    return receipt?.logs.some((one) => isSame([one], [log])) ?? false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
}
