import type { Trade } from '../../../../src-shared/domain/events.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import { openAnswerThread } from '../../../lib/answer-thread.ts'
import { workerUrl } from '../../../lib/worker-url.ts'
import type { NetworkBlock, NetworkUpdate, WholeNetwork } from '../../adapter.ts'
import { blockAt } from '../../blocks/block-at.ts'
import type { CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'
import { readNewestCheckpoint, readServiceInfo, type SuiNode } from '../rpc/node.ts'
import { inPages } from '../rpc/scan/pages.ts'
import { anyOf, emits } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { VENUE_EVENTS } from '../venues/registry.ts'
import { followCheckpoints } from './follow-checkpoints.ts'

/** Matches every swap that is decoded. The filter has one term per event type. */
const SWAPS = anyOf([...new Set(VENUE_EVENTS.filter(({ kind }) => kind === 'swap').map(({ type }) => type))].map((type) => [emits(type)]))

const thread = openAnswerThread<readonly SuiTransaction[], Trade[]>(
  () => workerUrl(import.meta.url, '../decode/decode-worker.ts', 'sui-decode-worker'),
  'sui-swaps',
)

/**
 * All trades of Sui: the transactions that emit the swap event of a listed venue. Their events and objects name the coins, so no pool has to be
 * requested.
 */
export function openWholeNetwork(node: SuiNode): WholeNetwork {
  return {
    async *follow(from, _pools, signal): AsyncGenerator<NetworkUpdate> {
      const update = (range: CoveredRange): Promise<NetworkBlock[]> => toBlocks(node, range, signal)
      for await (const step of followCheckpoints({ node, filter: () => SWAPS, from, update }, signal)) {
        if ('kind' in step) yield step
        else for (const block of step) yield { kind: 'block', block }
      }
    },
    async *read(from, to, _pools, signal) {
      for await (const range of inPages(scanTransactions({ grpc: node.grpc, filter: SWAPS, from, to, signal })))
        yield* await toBlocks(node, range, signal)
    },
    async blockAt(time, signal) {
      const newest = await readNewestCheckpoint(node, signal)
      const oldest = (await readServiceInfo(node, signal)).firstAvailable ?? 0
      return blockAt(time, oldest, newest, NETWORKS.sui.blockSeconds, (sequence) => node.checkpoints.get(sequence, signal))
    },
  }
}

async function toBlocks(node: SuiNode, { to, transactions }: CoveredRange, signal: AbortSignal): Promise<NetworkBlock[]> {
  const decoded = transactions.length === 0 ? [] : await thread.ask(transactions)
  const byBlock = Map.groupBy(await node.decimals.fill(decoded, signal), ({ position }) => position.block)
  return [...new Set([...byBlock.keys(), to])]
    .sort((a, b) => a - b)
    .map((number) => {
      const trades = (byBlock.get(number) ?? []).toSorted((a, b) => a.position.tx - b.position.tx || a.position.event - b.position.event)
      return { number, time: trades[0]?.time ?? null, trades }
    })
}
