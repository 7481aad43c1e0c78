import { z } from 'zod'
import type { ArchiveBlock } from '../stream/block-line.ts'
import { ArchiveFault } from '../fault.ts'

/** Numbers come as JSON numbers, decimal text or hexadecimal text, depending on their column. */
const quantity = z.union([z.int().nonnegative(), z.string().regex(/^(0x[0-9a-f]{1,64}|\d{1,78})$/i)]).transform((value) => BigInt(value))
const count = quantity.pipe(z.bigint().max(BigInt(Number.MAX_SAFE_INTEGER))).transform(Number)
const coins = quantity.transform((value) => `0x${value.toString(16)}`)
const topic = z.string().nullish()

const header = z.object({ number: count, hash: z.string(), parent_hash: z.string().nullish(), timestamp: count.nullish() })
const log = z.object({
  block_number: count,
  log_index: count,
  transaction_index: count,
  transaction_hash: z.string(),
  address: z.string(),
  data: z.string(),
  ...{ topic0: topic, topic1: topic, topic2: topic, topic3: topic },
})
const transaction = z.object({
  block_number: count,
  transaction_index: count,
  hash: z.string(),
  from: z.string(),
  to: z.string().nullish(),
  input: z.string().nullish(),
  value: coins.nullish(),
  status: count.nullish(),
})
const trace = z.object({
  block_number: count,
  type: z.string().nullish(),
  call_type: z.string().nullish(),
  to: z.string().nullish(),
  value: coins.nullish(),
  error: z.string().nullish(),
})
const list = <S extends z.ZodType>(row: S) => z.array(row).max(1_000_000).default([])
const answer = z.object({
  next_block: z.int().nonnegative(),
  data: z.array(z.object({ blocks: list(header), logs: list(log), transactions: list(transaction), traces: list(trace) })).max(10_000),
})

export interface HypersyncAnswer {
  /** The first block that the answer does not cover. */
  readonly next: number
  /** Blocks with matching rows, ascending, in the form of the portal. */
  readonly blocks: readonly ArchiveBlock[]
}

/** @throws ArchiveFault `malformed` */
export function parseHypersyncAnswer(body: Buffer): HypersyncAnswer {
  const malformed = (why: string, cause?: unknown): ArchiveFault => new ArchiveFault('malformed', why, { retryAfterMs: 0, cause })
  let parsed: z.output<typeof answer>
  try {
    parsed = answer.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw malformed('the answer does not have the expected form', cause)
  }
  const blocks = new Map<number, ArchiveBlock & { logs: unknown[]; transactions: unknown[]; traces: unknown[] }>()
  for (const { number, hash, parent_hash, timestamp } of parsed.data.flatMap((part) => part.blocks)) {
    const links = { ...(parent_hash == null ? {} : { parentHash: parent_hash }), ...(timestamp == null ? {} : { timestamp }) }
    blocks.set(number, { header: { number, hash, ...links }, logs: [], transactions: [], traces: [] })
  }
  const blockOf = (number: number) => {
    const block = blocks.get(number)
    if (block === undefined) throw malformed(`a row names block ${number}, which is not in the answer`)
    return block
  }
  for (const part of parsed.data) {
    for (const { block_number, log_index, transaction_index, transaction_hash, topic0, topic1, topic2, topic3, ...rest } of part.logs) {
      const topics = [topic0, topic1, topic2, topic3].filter((one) => one != null)
      const indices = { logIndex: log_index, transactionIndex: transaction_index, transactionHash: transaction_hash }
      blockOf(block_number).logs.push({ ...rest, ...indices, topics })
    }
    for (const { block_number, transaction_index, ...rest } of part.transactions) {
      blockOf(block_number).transactions.push({ ...rest, transactionIndex: transaction_index })
    }
    for (const { block_number, type, call_type, to, value, error } of part.traces) {
      blockOf(block_number).traces.push({ type: type ?? '', error, action: { callType: call_type, to, value } })
    }
  }
  return { next: parsed.next_block, blocks: [...blocks.values()].toSorted((a, b) => a.header.number - b.header.number) }
}
