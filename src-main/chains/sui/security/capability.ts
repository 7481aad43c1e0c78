import type { Address } from '../../../../src-shared/domain/address.ts'
import type { CapabilityObject, PowerHolder } from '../../security/facts.ts'

/** An object that grants a right over a coin to its owner. */
export interface Capability {
  readonly objectId: Address
  /** Version at which it was read; null when it could not be read. */
  readonly version: string | null
  readonly status: CapabilityStatus
}

/** The object that another one is inside. Null if it, or its Move type, is unknown. */
export interface Wrapper {
  readonly container: Address | null
  readonly type: string | null
}

export type CapabilityStatus =
  | { readonly state: 'held'; readonly holder: PowerHolder }
  /** At the zero address, which has no key. */
  | { readonly state: 'unreachable' }
  | { readonly state: 'shared' }
  | { readonly state: 'immutable' }
  /** Owned by an object or wrapped in one. */
  | ({ readonly state: 'inside' } & Wrapper)
  /** `supplyIn`: of a TreasuryCap, the object that keeps its `Supply`; null if none was written. */
  | { readonly state: 'destroyed'; readonly tx: string; readonly supplyIn?: Wrapper | null }
  | { readonly state: 'unknown'; readonly why: string }

const NO_CAPABILITY: CapabilityObject = { objectId: null, ownerKind: null, version: null }

const OWNER_KINDS: Readonly<Record<CapabilityStatus['state'], CapabilityObject['ownerKind']>> = {
  held: 'address',
  unreachable: 'address',
  shared: 'shared',
  immutable: 'immutable',
  inside: null,
  destroyed: null,
  unknown: null,
}

/** The capability as a report shows it. Several objects that grant one right and have different kinds of owners are `multiple`. */
export function summarizeCapability(all: readonly (Capability | null)[]): CapabilityObject {
  const found = all.filter((one) => one !== null)
  const [first] = found
  if (first === undefined) return NO_CAPABILITY
  const kinds = new Set(found.map(({ status }) => OWNER_KINDS[status.state]))
  return { objectId: first.objectId, ownerKind: kinds.size > 1 ? 'multiple' : OWNER_KINDS[first.status.state], version: first.version }
}
