import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { Page } from '../../../adapter.ts'
import type { Node } from '../../rpc/node.ts'
import { readSourced } from '../archive/read-archived.ts'
import { CREATED_TOPICS, LATE_TOKEN_TOPICS, readPoolCreated } from '../../venues/families.ts'
import { addressTopic } from '../../encoding/words.ts'
import type { FactoryIndex } from '../../venues/registry.ts'

/** Pools that known factories announced for a token in a block range, with one log filter for each topic that may contain the token. */
export async function* poolsByFactory(
  node: Node,
  network: NetworkId,
  factories: FactoryIndex,
  token: Address,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Pool>> {
  const addresses = [...factories.keys()]
  const topic = addressTopic(token)
  const filters = [
    { addresses, topics: [CREATED_TOPICS, topic] },
    { addresses, topics: [CREATED_TOPICS, null, topic] },
    { addresses, topics: [LATE_TOKEN_TOPICS, null, null, topic] },
  ]
  for await (const page of readSourced(node, { filters, from, to, use: 'history', signal })) {
    const rows = page.logs.flatMap((log) => {
      const factory = factories.get(log.address)
      const pool = factory === undefined ? null : readPoolCreated(network, log, factory)
      return pool === null ? [] : [pool]
    })
    yield { from: page.from, to: page.to, rows, source: page.source, remarks: page.remarks, revokes: page.revokes }
  }
}
