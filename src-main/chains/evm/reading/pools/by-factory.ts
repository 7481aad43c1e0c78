import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, Page, PoolQuery } from '../../../adapter.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import { readSourced } from '../archive/read-archived.ts'
import { CREATED_TOPICS, LATE_TOKEN_TOPICS, readPoolCreated } from '../../venues/pool-created.ts'
import { addressTopic } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'
import { rawLogs } from '../../transaction/raw.ts'
import { isManager, type FactoryIndex } from '../../venues/registry.ts'

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

/**
 * Pools of a token at the managers among the addresses it moved through. Anyone who knows the future address of a token can create its pool before the
 * token exists, and so before the blocks that are read. Such a pool has no address that the token moves to. An endpoint may refuse this search of
 * all blocks.
 */
export async function poolsOfManagers(
  node: Node,
  network: NetworkId,
  factories: FactoryIndex,
  { token, candidates }: Pick<PoolQuery, 'token' | 'candidates'>,
  at: Pick<BlockRef, 'number'>,
  signal: AbortSignal,
): Promise<Pool[]> {
  const moved = new Set(candidates)
  const managers = [...factories.values()].filter((factory) => isManager(factory) && moved.has(factory.vault ?? factory.address))
  if (managers.length === 0) return []
  const topic = addressTopic(token)
  const filters = [
    [LATE_TOKEN_TOPICS, null, topic],
    [LATE_TOKEN_TOPICS, null, null, topic],
  ]
  const address = managers.map((manager) => manager.address)
  const answers = await Promise.all(
    filters.map((topics) =>
      orNone(() => request(node.rpc, rawLogs, 'eth_getLogs', [{ address, topics, fromBlock: '0x0', toBlock: toHexNumber(at.number) }], signal)),
    ),
  )
  return answers.flat().flatMap((log) => {
    const factory = address.includes(log.address) ? factories.get(log.address) : undefined
    return (factory === undefined ? null : readPoolCreated(network, log, factory)) ?? []
  })
}

/** The logs of a query over all blocks; none if the endpoint refuses it. */
export async function orNone(read: () => Promise<RawLog[]>): Promise<RawLog[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NodeFault && (error.kind === 'refused' || error.kind === 'too_large' || error.kind === 'unsupported')) return []
    throw error
  }
}
