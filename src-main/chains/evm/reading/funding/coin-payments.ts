import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, CoinPayments, CoinPaymentsQuery } from '../../../adapter.ts'
import { addressTopic } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'
import { toTransfers, TRANSFER_TOPIC } from '../../transaction/transfer-log.ts'
import { readSourced } from '../archive/read-archived.ts'
import { readNativePayments } from './native-payments.ts'
import { blocksWithin } from './payments.ts'

/**
 * Payments of a wallet in one coin: the native coin by transactions and traces, a token by its logs, which need no old state.
 *
 * @throws NodeFault `no_state` for the native coin where the endpoint does not keep old state
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
  const rows: Transfer[] = []
  if (from > to) return { rows, complete: true, unlisted: null, unread: null }
  for await (const page of readSourced(node, { filters: [{ addresses: [coin], topics }], from, to, use: 'wallets', signal })) {
    // The archive is not read again after it was wrong.
    if (page.revokes !== undefined) return readCoinPayments(node, network, query, at, signal)
    rows.push(...toTransfers(network, page.logs, await node.blocks.times(page.logs, signal)))
    if (rows.length > most) break
  }
  return { rows: rows.slice(0, most), complete: rows.length <= most, unlisted: null, unread: null }
}
