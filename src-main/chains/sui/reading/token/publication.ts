import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { readTransaction, TRANSACTION_FIELDS } from '../../rpc/scan/scan.ts'
import type { SuiTransaction } from '../../transaction/transaction.ts'

export const packageOf = (coin: Address): string => coin.slice(0, coin.indexOf('::'))

/**
 * The transaction that published the coin's package; null if the gRPC endpoint no longer keeps it.
 * `digest` is null if the endpoint does not know the package.
 */
export async function readPublication(
  { grpc }: SuiNode,
  coin: Address,
  signal: AbortSignal,
): Promise<{ readonly digest: string | null; readonly tx: SuiTransaction | null }> {
  const input = { objectId: packageOf(coin), readMask: { paths: ['object_id', 'previous_transaction'] } }
  const object = await grpc.unaryOrNull('ledgerService', 'getObject', input, signal)
  const digest = object?.object?.previousTransaction
  if (digest === undefined) return { digest: null, tx: null }
  const answer = await grpc.unaryOrNull('ledgerService', 'getTransaction', { digest, readMask: { paths: TRANSACTION_FIELDS } }, signal)
  return { digest, tx: answer?.transaction === undefined ? null : readTransaction(answer.transaction, grpc.hosts) }
}
