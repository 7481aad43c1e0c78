import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { Page } from '../../adapter.ts'
import type { Node } from '../rpc/node.ts'
import { cutPage } from './logs/cut-page.ts'
import { readSourced } from './archive/read-archived.ts'

/** All moves of a token that its events state, in a closed block range, in chain order, with block times. Mints and burns have the zero address. */
export async function* readTransfers(
  node: Node,
  network: NetworkId,
  token: Address,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Transfer>> {
  const events = await node.balanceEvents.of(token, signal)
  const filters = [{ addresses: [token], topics: [events.topics] }]
  for await (const { source, remarks, revokes, ...page } of readSourced(node, { filters, from, to, use: 'history', signal })) {
    for (const { from: first, to: last, logs } of cutPage(page)) {
      const times = await node.blocks.times(logs, signal)
      yield { from: first, to: last, rows: events.toTransfers(network, logs, times), source, remarks, revokes }
    }
  }
}
