import { z } from 'zod'
import { ArchiveFault } from '../../../archive/fault.ts'
import type { ArchivePage } from '../../../archive/page.ts'
import { MalformedField, type Hex } from '../../transaction/log.ts'
import { packLogs, type PackedLogs } from '../../transaction/parse-logs.ts'
import { evmAddress, hash, hexBig, hexBytes } from '../../transaction/raw.ts'

/** A page of an archive as it is sent between threads. */
export interface PackedPage {
  readonly from: number
  readonly to: number
  /** Hash of block `to`; null if the archive names none. */
  readonly hash: string | null
  readonly logs: PackedLogs
  readonly transactions: readonly ArchivedTransaction[]
  /** Receivers of native coins, if values or traces were requested. */
  readonly payees: readonly ArchivedPayee[]
}

export interface ArchivedPayee {
  readonly block: number
  readonly address: z.infer<typeof evmAddress>
}

export interface ArchivedTransaction {
  readonly block: number
  /** Unix seconds of the block. */
  readonly time: number
  readonly transactionIndex: number
  readonly hash: Hex
  readonly from: z.infer<typeof evmAddress>
  readonly to: z.infer<typeof evmAddress> | null
  readonly input: Hex | null
}

const rows = z.array(z.looseObject({})).max(1_000_000).default([])
const header = z.object({ number: z.int(), hash, timestamp: z.int().nonnegative() })
const transaction = z.object({
  transactionIndex: z.int().nonnegative(),
  hash,
  from: evmAddress,
  to: evmAddress.nullish(),
  input: hexBytes.nullish(),
  value: hexBig.nullish(),
  status: z.int().nullish(),
})
const trace = z.object({
  type: z.string(),
  error: z.string().nullish(),
  action: z.object({
    callType: z.string().nullish(),
    to: evmAddress.nullish(),
    value: hexBig.nullish(),
    refundAddress: evmAddress.nullish(),
    balance: hexBig.nullish(),
  }),
})

/** Converts the rows to the format of a node's answer and checks every field. @throws ArchiveFault `malformed` */
export function packPage({ from, to, blocks }: ArchivePage): PackedPage {
  try {
    const logs: unknown[] = []
    const transactions: ArchivedTransaction[] = []
    const payees: ArchivedPayee[] = []
    for (const block of blocks) {
      const ownLogs = rows.parse(block['logs'])
      const ownTransactions = rows.parse(block['transactions'])
      const ownTraces = rows.parse(block['traces'])
      if (ownLogs.length === 0 && ownTransactions.length === 0 && ownTraces.length === 0) continue
      const { number, hash: blockHash, timestamp: time } = header.parse(block.header)
      for (const log of ownLogs) logs.push(asNodeLog(log, number, blockHash, time))
      for (const row of ownTransactions) {
        const { to: called, input, value, status, ...rest } = transaction.parse(row)
        transactions.push({ block: number, time, ...rest, to: called ?? null, input: input ?? null })
        if (called != null && status !== 0 && (value ?? 0n) > 0n) payees.push({ block: number, address: called })
      }
      for (const row of ownTraces) {
        const payee = payeeIn(trace.parse(row))
        if (payee != null) payees.push({ block: number, address: payee })
      }
    }
    const last = blocks.at(-1)?.header
    return { from, to, hash: last?.number === to ? (last.hash ?? null) : null, logs: packLogs(logs), transactions, payees }
  } catch (cause) {
    if (!(cause instanceof z.ZodError) && !(cause instanceof MalformedField)) throw cause
    throw new ArchiveFault('malformed', 'a row does not have the expected form', { suspectFrom: from, cause })
  }
}

/** The receiver of coins in a step that did not fail itself; null if there is none. */
function payeeIn({ type, error, action }: z.infer<typeof trace>): ArchivedPayee['address'] | null | undefined {
  if (typeof error === 'string') return null
  if (type === 'suicide') return (action.balance ?? 0n) > 0n ? action.refundAddress : null
  return type === 'call' && (action.callType ?? 'call') === 'call' && (action.value ?? 0n) > 0n ? action.to : null
}

/** Archives omit the header's fields from logs, and write numbers as JSON numbers or strings. */
function asNodeLog(log: Readonly<Record<string, unknown>>, block: number, blockHash: string, timestamp: number): unknown {
  return {
    ...log,
    transactionIndex: quantity(log['transactionIndex']),
    logIndex: quantity(log['logIndex']),
    blockNumber: quantity(block),
    blockHash,
    blockTimestamp: quantity(timestamp),
  }
}

function quantity(value: unknown): unknown {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? `0x${number.toString(16)}` : value
}
