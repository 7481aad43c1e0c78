import { parseGraphqlTransaction } from './parse-graphql.ts'
import { parseGrpcTransaction } from './parse-grpc.ts'
import { parseJsonRpcTransaction } from './parse-json-rpc.ts'
import type { SuiTransaction } from './transaction.ts'

/** A transaction as any of the three transports answers it; null for anything else. */
export function parseSuiTransaction(value: unknown): SuiTransaction | null {
  return parseGrpcTransaction(value) ?? parseJsonRpcTransaction(value) ?? parseGraphqlTransaction(value)
}
