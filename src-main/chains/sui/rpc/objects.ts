import type { Address } from '../../../../src-shared/domain/address.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { normaliseType, parseSuiAddress } from '../encoding/move-type.ts'
import { AVAILABLE_RANGE, OBJECT_CONTENTS } from './graphql-queries.ts'
import type { SuiNode } from './node.ts'

/** Objects in their newest state (`LedgerService.GetObject`, `BatchGetObjects`), and as GraphQL lists them at a checkpoint. */

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

/** The address that owns an object; null for other owners. */
export function ownerOf({ owner }: ObjectState): Address | null {
  const isHeld = owner.kind === OWNER_KIND.address || owner.kind === OWNER_KIND.consensusAddress
  return isHeld && owner.address !== null ? parseSuiAddress(owner.address) : null
}

/** By id. An address that is not an object is left out. */
export async function readObjects({ grpc }: SuiNode, ids: readonly string[], signal: AbortSignal): Promise<Map<string, ObjectState>> {
  const found = new Map<string, ObjectState>()
  for (const part of partsOf([...new Set(ids)], OBJECTS_PER_CALL)) {
    const requests = part.map((objectId) => ({ objectId }))
    const readMask = { paths: ['object_id', 'object_type', 'owner', 'version', 'previous_transaction'] }
    const { objects } = await grpc.unary('ledgerService', 'batchGetObjects', { requests, readMask }, signal)
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
  const answer = await grpc.unaryOrNull('ledgerService', 'getObject', { objectId: id, readMask: { paths: ['object_id', 'contents'] } }, signal)
  return answer?.object?.contents?.value ?? null
}

/** If the endpoint does not publish its limits. */
const FALLBACK_LIMIT = 50

/** The checkpoints at which GraphQL lists objects, null if it names none, with the objects per page and the keys per query that it accepts. */
export async function readListedRange({ graphql }: SuiNode, signal: AbortSignal) {
  const { availableRange, maxPageSize, maxMultiGetSize } = (await graphql.query(AVAILABLE_RANGE, { field: 'objects' }, signal)).serviceConfig
  const [first, last] = [availableRange.first?.sequenceNumber ?? 0, availableRange.last?.sequenceNumber ?? null]
  return { first, last, pageSize: maxPageSize ?? FALLBACK_LIMIT, keys: maxMultiGetSize ?? FALLBACK_LIMIT }
}

/** Type and JSON of objects at a checkpoint. An object that did not exist is left out. */
export async function readContentsAt({ graphql }: SuiNode, at: number, ids: readonly Address[], signal: AbortSignal) {
  const { checkpoint } = await graphql.query(OBJECT_CONTENTS, { at, keys: ids.map((address) => ({ address })) }, signal)
  return (checkpoint?.query?.multiGetObjects ?? []).flatMap((object) => {
    const contents = object?.asMoveObject?.contents
    return object == null || contents == null ? [] : [{ id: object.address, type: normaliseType(contents.type.repr), json: contents.json }]
  })
}
