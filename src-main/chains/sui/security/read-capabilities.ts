import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { PowerHolder } from '../../security.ts'
import { NodeFault } from '../../node-fault.ts'
import { normaliseType, parseSuiAddress } from '../encoding/move-type.ts'
import { OWNER_KIND, readObjects, type ObjectState, type SuiNode } from '../rpc/node.ts'
import { anyOf, scanTransactions, touchesObject } from '../rpc/scan.ts'
import type { Capability, CapabilityStatus } from './capability.ts'

const ZERO = `0x${'0'.repeat(64)}`
const DYNAMIC_FIELD = `0x${'0'.repeat(63)}2::dynamic_field::Field`
/** Fields of objects of objects: no real wrapping is deeper. */
const MAX_DEPTH = 4
/** How long the history of an object that is gone may be looked through. */
const HISTORY_TIMEOUT_MS = 4_000
/** `ChangedObject.id_operation`: the object ended, in place of being put into another. */
const DELETED = 3

/** Where objects are now: owners, the objects they are inside of, or how they ended. */
export async function readCapabilities(
  node: SuiNode,
  ids: readonly string[],
  /** First checkpoint at which the objects can have been touched; null when that is not known. */
  born: number | null,
  signal: AbortSignal,
): Promise<Map<string, Capability>> {
  const objects = await readObjects(node, ids, signal)
  const owners = [...objects.values()].flatMap(({ owner }) => owner.address ?? [])
  const ownersThatAreObjects = await readObjects(node, owners, signal)
  const found = await Promise.all(
    [...new Set(ids)].map(async (id): Promise<[string, Capability]> => {
      const object = objects.get(id)
      const place =
        object === undefined ? await findLastStatus(node, id, born, signal) : await resolveStatus(node, object, ownersThatAreObjects, signal)
      return [id, { objectId: trustedAddress(id), version: object?.version ?? null, status: place }]
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
      if (address === ZERO) return { state: 'nobody' }
      return { state: 'held', holder: toPowerHolder(address, objects.has(address)) }
    }
    case OWNER_KIND.object:
      return findContainer(node, owner.address, signal)
    default:
      return { state: 'unknown', why: 'The node does not tell the owner.' }
  }
}

/** What is sent to an object's address is in that object's code's hands. */
const toPowerHolder = (address: Address, isObject: boolean): PowerHolder => ({ address, kind: isObject ? 'contract' : 'wallet' })

/** Up through dynamic fields to the object that keeps them. */
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
  return { state: 'unknown', why: 'The object is inside more objects than are looked through.' }
}

/** An object that is not there was destroyed or put into another: its last transaction tells. */
async function findLastStatus(node: SuiNode, id: string, born: number | null, signal: AbortSignal): Promise<CapabilityStatus> {
  if (born === null) return { state: 'unknown', why: 'The object is not there, and when it was made is not known.' }
  const late = AbortSignal.timeout(HISTORY_TIMEOUT_MS)
  try {
    let digest: string | null = null
    const pages = scanTransactions({
      grpc: node.grpc,
      filter: anyOf([[touchesObject(id)]]),
      from: born,
      to: null,
      signal: AbortSignal.any([signal, late]),
    })
    for await (const { transactions } of pages) digest = transactions.at(-1)?.digest ?? digest
    return digest === null
      ? { state: 'unknown', why: 'The object is not there, and no transaction of it is kept.' }
      : await readLastStatus(node, id, digest, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!late.aborted && !(error instanceof NodeFault)) throw error
    return { state: 'unknown', why: 'The object is not there, and its history could not be read.' }
  }
}

async function readLastStatus({ grpc }: SuiNode, id: string, digest: string, signal: AbortSignal): Promise<CapabilityStatus> {
  const { transaction } = await grpc.unary(
    'getTransaction',
    (client, options) => client.ledgerService.getTransaction({ digest, readMask: { paths: ['effects.changed_objects'] } }, options),
    signal,
  )
  const changed = transaction?.effects?.changedObjects ?? []
  const own = changed.find(({ objectId }) => objectId === id)
  if (own?.idOperation === DELETED) return { state: 'destroyed', tx: digest }
  // What it was put into was made or written by the same transaction; one candidate is an answer, several are none.
  const candidates = changed.filter(
    ({ objectId, objectType, idOperation }) =>
      objectId !== id && objectType !== undefined && idOperation !== DELETED && !/^0x0*2::/.test(objectType) && objectType !== 'package',
  )
  const only = candidates.length === 1 ? candidates[0] : undefined
  return {
    state: 'inside',
    container: only?.objectId === undefined ? null : parseSuiAddress(only.objectId),
    type: only?.objectType === undefined ? null : normaliseType(only.objectType),
  }
}
