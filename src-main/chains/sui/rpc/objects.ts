import type { SuiNode } from './node.ts'

/** Objects in their newest state (`LedgerService.GetObject`, `BatchGetObjects`). */

const OBJECTS_PER_CALL = 50

export interface ObjectState {
  readonly id: string
  /** Null for a package. */
  readonly type: string | null
  readonly owner: { readonly kind: number; readonly address: string | null }
  readonly version: string | null
  /** The transaction that last changed it. */
  readonly lastTx: string | null
}

/** `Owner.OwnerKind`. */
export const OWNER_KIND = { address: 1, object: 2, shared: 3, immutable: 4, consensusAddress: 5 } as const

/** By id. An address that is not an object is left out. */
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
            readMask: { paths: ['object_id', 'object_type', 'owner', 'version', 'previous_transaction'] },
          },
          options,
        ),
      signal,
    )
    for (const { result } of objects) {
      if (result.oneofKind !== 'object' || result.object.objectId === undefined) continue
      const { objectId, objectType, owner, version, previousTransaction } = result.object
      found.set(objectId, {
        id: objectId,
        type: objectType === undefined || objectType === 'package' ? null : objectType,
        owner: { kind: owner?.kind ?? 0, address: owner?.address ?? null },
        version: version === undefined ? null : String(version),
        lastTx: previousTransaction ?? null,
      })
    }
  }
  return found
}

/** BCS of an object; null if there is none. */
export async function readContents({ grpc }: SuiNode, id: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const answer = await grpc.unaryOrNull(
    'getObject',
    (client, options) => client.ledgerService.getObject({ objectId: id, readMask: { paths: ['object_id', 'contents'] } }, options),
    signal,
  )
  return answer?.object?.contents?.value ?? null
}
