import type { GrpcTypes } from '@mysten/sui/grpc'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { answeredOrNull } from '../../rpc/answered.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { PowerHolder } from '../../security/facts.ts'
import { FRAMEWORK, normaliseType, parseSuiAddress, ZERO_ADDRESS } from '../encoding/move-type.ts'
import type { CapabilityIds } from '../reading/owners/capability-ids.ts'
import type { SuiNode } from '../rpc/node.ts'
import { OWNER_KIND, readObjects, type ObjectState } from '../rpc/objects.ts'
import { anyOf, touchesObject } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import type { Capability, CapabilityStatus, Wrapper } from './capability.ts'

const DYNAMIC_FIELD = `${FRAMEWORK}::dynamic_field::Field`
/** Depth to which nested fields are followed: no real wrapping is deeper. */
const MAX_DEPTH = 4
/** How long the history of a missing object is searched. */
const HISTORY_TIMEOUT_MS = 4_000
/**
 * `ChangedObject.IdOperation` of a destroyed, not wrapped object:
 * https://github.com/MystenLabs/sui-apis/blob/main/proto/sui/rpc/v2/effects.proto.
 */
const DELETED = 3

/**
 * Capabilities by object id: their owners, the objects that they are inside, or that they were destroyed.
 *
 * @param born first checkpoint at which the objects can have been touched; null when it is unknown
 */
export async function readCapabilities(
  node: SuiNode,
  coin: Address,
  ids: CapabilityIds,
  born: number | null,
  signal: AbortSignal,
): Promise<Map<string, Capability>> {
  const found = await readStatuses(node, ids.all, born, signal)
  for (const [id, capability] of found) {
    const { status } = capability
    if (status.state !== 'destroyed' || (id !== ids.treasury && !ids.deny.includes(id))) continue
    const changed = await answeredOrNull(readChangedObjects(node, status.tx, signal), signal)
    if (changed === null) found.set(id, { ...capability, status: { state: 'unknown', why: 'The object is missing, and its end could not be read.' } })
    else if (id === ids.treasury) found.set(id, { ...capability, status: { ...status, supplyIn: findWrapper(changed, id) } })
    else found.set(id, (await findMigrated(node, coin, changed, born, signal)) ?? capability)
  }
  return found
}

/** Only a migration destroys a DenyCap. It creates a DenyCapV2 (`coin::migrate_regulated_currency_to_v2` of the Sui framework). */
async function findMigrated(
  node: SuiNode,
  coin: Address,
  changed: readonly GrpcTypes.ChangedObject[],
  born: number | null,
  signal: AbortSignal,
): Promise<Capability | undefined> {
  const type = `${FRAMEWORK}::coin::DenyCapV2<${coin}>`
  const next = changed.find(
    ({ objectType, idOperation }) => idOperation !== DELETED && objectType !== undefined && normaliseType(objectType) === type,
  )
  return next?.objectId === undefined ? undefined : (await readStatuses(node, [next.objectId], born, signal)).get(next.objectId)
}

async function readStatuses(node: SuiNode, ids: readonly string[], born: number | null, signal: AbortSignal): Promise<Map<string, Capability>> {
  const objects = await readObjects(node, ids, signal)
  const owners = [...objects.values()].flatMap(({ owner }) => owner.address ?? [])
  const ownersThatAreObjects = await readObjects(node, owners, signal)
  const found = await Promise.all(
    [...new Set(ids)].map(async (id): Promise<[string, Capability]> => {
      const object = objects.get(id)
      const status =
        object === undefined ? await findLastStatus(node, id, born, signal) : await resolveStatus(node, object, ownersThatAreObjects, signal)
      return [id, { objectId: trustedAddress(id), version: object?.version ?? null, status }]
    }),
  )
  return new Map(found)
}

async function resolveStatus(
  node: SuiNode,
  { owner }: ObjectState,
  objects: ReadonlyMap<string, ObjectState>,
  signal: AbortSignal,
): Promise<CapabilityStatus> {
  switch (owner.kind) {
    case OWNER_KIND.shared:
      return { state: 'shared' }
    case OWNER_KIND.immutable:
      return { state: 'immutable' }
    case OWNER_KIND.address:
    case OWNER_KIND.consensusAddress: {
      const address = owner.address === null ? null : parseSuiAddress(owner.address)
      if (address === null) return { state: 'unknown', why: 'The node does not name the owner.' }
      if (address === ZERO_ADDRESS) return { state: 'unreachable' }
      return { state: 'held', holder: toPowerHolder(address, objects.has(address)) }
    }
    case OWNER_KIND.object:
      return findContainer(node, owner.address, signal)
    default:
      return { state: 'unknown', why: 'The node does not name the owner.' }
  }
}

/** An object that is sent to the address of another object is controlled by that object's code. */
const toPowerHolder = (address: Address, isObject: boolean): PowerHolder => ({ address, kind: isObject ? 'contract' : 'wallet' })

/** Follows dynamic fields up to the object that has them. */
async function findContainer(node: SuiNode, parent: string | null, signal: AbortSignal): Promise<CapabilityStatus> {
  let id = parent
  for (let depth = 0; depth < MAX_DEPTH && id !== null; depth++) {
    const object: ObjectState | undefined = (await readObjects(node, [id], signal)).get(id)
    if (object === undefined) return { state: 'inside', container: parseSuiAddress(id), type: null }
    const type = object.type === null ? null : normaliseType(object.type)
    if (object.owner.kind !== OWNER_KIND.object || type?.startsWith(`${DYNAMIC_FIELD}<`) !== true)
      return { state: 'inside', container: parseSuiAddress(id), type }
    id = object.owner.address
  }
  return { state: 'unknown', why: 'The object is nested too deep to find its owner.' }
}

/** A missing object was destroyed or wrapped. Its last transaction shows which. */
async function findLastStatus(node: SuiNode, id: string, born: number | null, signal: AbortSignal): Promise<CapabilityStatus> {
  if (born === null) return { state: 'unknown', why: 'The object is missing, and its creation is unknown.' }
  const timeout = AbortSignal.timeout(HISTORY_TIMEOUT_MS)
  try {
    let digest: string | null = null
    const pages = scanTransactions({
      grpc: node.grpc,
      filter: anyOf([[touchesObject(id)]]),
      from: born,
      to: null,
      signal: AbortSignal.any([signal, timeout]),
    })
    for await (const { transactions } of pages) digest = transactions.at(-1)?.digest ?? digest
    return digest === null
      ? { state: 'unknown', why: 'The object is missing, and the endpoint keeps no transaction of it.' }
      : await readLastStatus(node, id, digest, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!timeout.aborted && !(error instanceof NodeFault)) throw error
    return { state: 'unknown', why: 'The object is missing, and its history could not be read.' }
  }
}

async function readLastStatus(node: SuiNode, id: string, digest: string, signal: AbortSignal): Promise<CapabilityStatus> {
  const changed = await readChangedObjects(node, digest, signal)
  if (changed.find(({ objectId }) => objectId === id)?.idOperation === DELETED) return { state: 'destroyed', tx: digest }
  return { state: 'inside', ...(findWrapper(changed, id) ?? { container: null, type: null }) }
}

async function readChangedObjects({ grpc }: SuiNode, digest: string, signal: AbortSignal): Promise<readonly GrpcTypes.ChangedObject[]> {
  const input = { digest, readMask: { paths: ['effects.changed_objects'] } }
  const { transaction } = await grpc.unary('ledgerService', 'getTransaction', input, signal)
  return transaction?.effects?.changedObjects ?? []
}

/**
 * The object that an ended one went into: its transaction created or wrote it. One candidate is the answer; several are ambiguous. Null if there is none.
 */
function findWrapper(changed: readonly GrpcTypes.ChangedObject[], id: string): Wrapper | null {
  const candidates = changed.filter(
    ({ objectId, objectType, idOperation }) =>
      objectId !== id && objectType !== undefined && idOperation !== DELETED && !/^0x0*2::/.test(objectType) && objectType !== 'package',
  )
  if (candidates.length === 0) return null
  const only = candidates.length === 1 ? candidates[0] : undefined
  return {
    container: only?.objectId === undefined ? null : parseSuiAddress(only.objectId),
    type: only?.objectType === undefined ? null : normaliseType(only.objectType),
  }
}
