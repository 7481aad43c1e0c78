import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import type { BlockRef } from '../../adapter.ts'
import { cacheBlocks, type BlockCache } from '../../blocks/block-cache.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { Decimals } from './decimals.ts'
import type { GraphqlClient } from './graphql.ts'
import type { GrpcClient } from './grpc.ts'

/** The clients of the Sui endpoints, created once and passed to every reader. */
export interface SuiNode {
  readonly grpc: GrpcClient
  readonly graphql: GraphqlClient
  readonly decimals: Decimals
  /** Digests and times of checkpoints, which are final. */
  readonly checkpoints: BlockCache<BlockRef>
}

/** Searches for the start of a period read the same checkpoints for each wallet. */
const CACHED_CHECKPOINTS = 10_000

export const cacheCheckpoints = (grpc: GrpcClient): BlockCache<BlockRef> =>
  cacheBlocks(CACHED_CHECKPOINTS, (sequence, signal) => readCheckpoint(grpc, sequence, signal))

export interface ServiceInfo {
  readonly head: number
  /** `mainnet`, `testnet` or another name that the node gives itself. */
  readonly chain: string
  /** First checkpoint whose transactions the node keeps; null when it does not say. */
  readonly firstAvailable: number | null
}

export const MAINNET = 'mainnet'

export async function readServiceInfo({ grpc }: SuiNode, signal: AbortSignal): Promise<ServiceInfo> {
  const info = await grpc.unary('ledgerService', 'getServiceInfo', {}, signal)
  if (info.checkpointHeight === undefined) throw contradiction(grpc.hosts, 'it does not name its newest checkpoint')
  return {
    head: Number(info.checkpointHeight),
    chain: info.chain ?? 'unnamed',
    firstAvailable: info.lowestAvailableCheckpoint === undefined ? null : Number(info.lowestAvailableCheckpoint),
  }
}

async function readCheckpoint(grpc: GrpcClient, sequence: number, signal: AbortSignal): Promise<BlockRef> {
  const checkpointId = { oneofKind: 'sequenceNumber', sequenceNumber: BigInt(sequence) } as const
  const input = { checkpointId, readMask: { paths: ['sequence_number', 'digest', 'summary.timestamp'] } }
  const { checkpoint } = await grpc.unary('ledgerService', 'getCheckpoint', input, signal)
  const time = parseUnixSeconds(Number(checkpoint?.summary?.timestamp?.seconds))
  if (checkpoint?.digest === undefined || time === null || Number(checkpoint.sequenceNumber) !== sequence) {
    throw contradiction(grpc.hosts, `checkpoint ${sequence} has no digest or time`)
  }
  return { number: sequence, hash: checkpoint.digest, time }
}

export const readNewestCheckpoint = async (node: SuiNode, signal: AbortSignal): Promise<BlockRef> =>
  node.checkpoints.get((await readServiceInfo(node, signal)).head, signal)
