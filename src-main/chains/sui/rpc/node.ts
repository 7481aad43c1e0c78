import type { BlockRef } from '../../adapter.ts'
import { contradiction } from '../../node-fault.ts'
import type { Decimals } from '../reading/decimals.ts'
import type { GraphqlClient } from './graphql.ts'
import type { GrpcClient } from './grpc.ts'

/** The endpoints of Sui, by what they serve. */
export interface SuiNode {
  readonly grpc: GrpcClient
  readonly graphql: GraphqlClient
  readonly decimals: Decimals
}

export interface ServiceInfo {
  readonly head: number
  /** `mainnet`, `testnet` or what the node calls itself. */
  readonly chain: string
  /** First checkpoint whose transactions are kept; null when the node does not say. */
  readonly firstAvailable: number | null
}

export const MAINNET = 'mainnet'

export async function readServiceInfo({ grpc }: SuiNode, signal: AbortSignal): Promise<ServiceInfo> {
  const info = await grpc.unary('getServiceInfo', (client, options) => client.ledgerService.getServiceInfo({}, options), signal)
  if (info.checkpointHeight === undefined) throw contradiction(grpc.hosts, 'it does not tell its newest checkpoint')
  return {
    head: Number(info.checkpointHeight),
    chain: info.chain ?? 'unnamed',
    firstAvailable: info.lowestAvailableCheckpoint === undefined ? null : Number(info.lowestAvailableCheckpoint),
  }
}

/** A checkpoint's digest and time. */
export async function readCheckpoint({ grpc }: SuiNode, sequence: number, signal: AbortSignal): Promise<BlockRef> {
  const { checkpoint: found } = await grpc.unary(
    'getCheckpoint',
    (client, options) =>
      client.ledgerService.getCheckpoint(
        {
          checkpointId: { oneofKind: 'sequenceNumber', sequenceNumber: BigInt(sequence) },
          readMask: { paths: ['sequence_number', 'digest', 'summary.timestamp'] },
        },
        options,
      ),
    signal,
  )
  const seconds = found?.summary?.timestamp?.seconds
  if (found?.digest === undefined || seconds === undefined || Number(found.sequenceNumber) !== sequence) {
    throw contradiction(grpc.hosts, `checkpoint ${sequence} lacks its digest or time`)
  }
  return { number: sequence, hash: found.digest, time: Number(seconds) }
}

const OBJECTS_PER_CALL = 50

export interface ObjectState {
  readonly id: string
  /** Null for a package. */
  readonly type: string | null
  readonly owner: { readonly kind: number; readonly address: string | null }
  readonly version: string | null
}

/** `Owner.kind` of the ledger. */
export const OWNER_KIND = { address: 1, object: 2, shared: 3, immutable: 4, consensusAddress: 5 } as const

/** Newest state of objects; an address that is no object is left out. */
export async function readObjects({ grpc }: SuiNode, ids: readonly string[], signal: AbortSignal): Promise<Map<string, ObjectState>> {
  const found = new Map<string, ObjectState>()
  const unique = [...new Set(ids)]
  for (let i = 0; i < unique.length; i += OBJECTS_PER_CALL) {
    const { objects } = await grpc.unary(
      'batchGetObjects',
      (client, options) =>
        client.ledgerService.batchGetObjects(
          {
            requests: unique.slice(i, i + OBJECTS_PER_CALL).map((objectId) => ({ objectId })),
            readMask: { paths: ['object_id', 'object_type', 'owner', 'version'] },
          },
          options,
        ),
      signal,
    )
    for (const { result } of objects) {
      if (result.oneofKind !== 'object' || result.object.objectId === undefined) continue
      const { objectId, objectType, owner, version } = result.object
      found.set(objectId, {
        id: objectId,
        type: objectType === undefined || objectType === 'package' ? null : objectType,
        owner: { kind: owner?.kind ?? 0, address: owner?.address ?? null },
        version: version === undefined ? null : String(version),
      })
    }
  }
  return found
}

/** BCS of an object as it is now; null where there is none. */
export async function readContents({ grpc }: SuiNode, id: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const answer = await grpc.orNull(
    'getObject',
    (client, options) => client.ledgerService.getObject({ objectId: id, readMask: { paths: ['object_id', 'contents'] } }, options),
    signal,
  )
  return answer?.object?.contents?.value ?? null
}
