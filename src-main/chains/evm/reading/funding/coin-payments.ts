import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, CoinPayments, CoinPaymentsQuery } from '../../../adapter.ts'
import { collectPayments, type PaymentPart } from '../../../payments/collect-payments.ts'
import { addressTopic } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'
import { toTransfers, TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { readSourced } from '../archive/read-archived.ts'
import { readNativePayments } from './native-payments.ts'
import { blocksWithin } from './payments.ts'

/**
 * Payments of a wallet in one coin: the native coin from transactions and traces, a token from its logs, which need no old state.
 *
 * @throws NodeFault `no_state` for the native coin if the endpoint does not keep old state
 */
export async function readCoinPayments(
  node: Node,
  network: NetworkId,
  query: CoinPaymentsQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<CoinPayments> {
  const { wallet, coin, side, most } = query
  const period = await blocksWithin(node, network, query, at, signal)
  if (coin === NATIVE) return readNativePayments(node, network, query, period, signal)
  const { from, to } = period
  const topics = side === 'paid' ? [TRANSFER_TOPIC, addressTopic(wallet)] : [TRANSFER_TOPIC, null, addressTopic(wallet)]
  let isRevoked = false
  async function* parts(): AsyncGenerator<PaymentPart> {
    if (from > to) return
    for await (const { logs, revokes } of readSourced(node, { filters: [{ addresses: [coin], topics }], from, to, use: 'wallets', signal })) {
      // The archive is not read again after it was wrong.
      if (revokes !== undefined) return void (isRevoked = true)
      yield { size: 0, until: null, read: async () => toTransfers(network, logs, await node.blocks.times(logs, signal)) }
    }
  }
  const found = await collectPayments(parts(), most, 'blocks')
  return isRevoked ? readCoinPayments(node, network, query, at, signal) : { ...found, unlisted: null, unread: null }
}
