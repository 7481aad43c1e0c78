import type { ChainEvent } from '../../../../src-shared/domain/events.ts'
import { parseGraphqlTransaction } from '../transaction/parse-graphql.ts'
import { parseGrpcTransaction } from '../transaction/parse-grpc.ts'
import { parseJsonRpcTransaction } from '../transaction/parse-json-rpc.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { decodeSuiTransaction, decodeWarning } from './decode-transaction.ts'

export interface SuiAnswer {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
}

/** Whether this is a transaction answer of gRPC, GraphQL or JSON-RPC: bare, in its envelope, or a list of them. */
export function isSuiAnswer(json: unknown): boolean {
  return unwrapTransactions(json).some((value) => parseSuiTransaction(value) !== null)
}

/** Decodes recorded answers. A transaction that cannot be parsed becomes a decode warning, not an error. */
export function decodeSuiAnswer(json: unknown): SuiAnswer {
  const values = unwrapTransactions(json)
  const events = values.flatMap((value) => {
    const tx = parseSuiTransaction(value)
    return tx === null ? [decodeWarning('', 'unreadable', 'A transaction in the answer has an unknown form or version.')] : decodeSuiTransaction(tx)
  })
  return { events, transactions: values.length }
}

/** A transaction as any of the three transports answers it; null for anything else. */
export const parseSuiTransaction = (value: unknown): SuiTransaction | null =>
  parseGrpcTransaction(value) ?? parseJsonRpcTransaction(value) ?? parseGraphqlTransaction(value)

const MAX_ENVELOPE_DEPTH = 6
const ENVELOPES = ['result', 'data', 'transaction', 'transactionBlock', 'transactions', 'nodes', 'checkpoint'] as const

/** Transactions inside lists and envelopes; a value with a digest and effects is a transaction. */
function unwrapTransactions(json: unknown, depth = 0): unknown[] {
  if (depth > MAX_ENVELOPE_DEPTH) return []
  if (Array.isArray(json)) return json.flatMap((item) => unwrapTransactions(item, depth))
  if (typeof json !== 'object' || json === null) return []
  const record = json as Readonly<Record<string, unknown>>
  if (typeof record['digest'] === 'string' && 'effects' in record) return [record]
  return ENVELOPES.flatMap((name) => (name in record ? unwrapTransactions(record[name], depth + 1) : []))
}
