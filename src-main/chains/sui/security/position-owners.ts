import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../../src-shared/domain/shown.ts'
import { sharesOf, SMALL_PCT } from '../../security/concentrated.ts'
import type { LiquidityLock, OwnerShares } from '../../security/facts.ts'
import { deriveFieldId, listDynamicFields } from '../reading/dynamic-fields.ts'
import { parseEventBytes } from '../encoding/event-layout.ts'
import type { SuiNode } from '../rpc/node.ts'
import { OWNER_KIND, ownerOf, readContents, readObjects, type ObjectState } from '../rpc/objects.ts'
import type { Position, findPositionTable } from './positions.ts'

/** Shares of a pool's value that are burned, locked forever, or free for their owners to withdraw (docs/scan.md#liquidity-and-locks). */

export type Owners = { readonly owned: OwnerShares; readonly note: string | null } | { readonly owned: null; readonly note: string }

type Burns = NonNullable<ReturnType<typeof findPositionTable>>['burns']

/** Limit on the positions whose owners are read, most valuable first. */
const MAX_OWNERS = 500
/** Nothing returns from these addresses: the zero address has no key, and 0xdead is where wallets burn. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set(['0', 'dead'].map((short) => `0x${short.padStart(64, '0')}`))
const FIELD_OF_TABLE = { id: 'id', name: 'id', table: 'id', size: 'u64' } as const

export async function readOwners(node: SuiNode, pool: Address, positions: readonly Position[], burns: Burns, signal: AbortSignal): Promise<Owners> {
  const total = positions.reduce((sum, { value }) => sum + value, 0)
  if (!(total > 0)) return { owned: null, note: 'its positions are empty.' }
  const checked = positions.toSorted((a, b) => b.value - a.value).slice(0, MAX_OWNERS)
  const objects = await readObjects(
    node,
    checked.map(({ id }) => id),
    signal,
  )
  const holders = await readObjects(
    node,
    [...objects.values()].flatMap(({ owner }) => owner.address ?? []),
    signal,
  )
  const burned = objects.size < checked.length && burns !== null ? await readBurnedPositions(node, burns.table, pool, signal) : new Set<string>()
  const locks: LiquidityLock[] = []
  const free = new Map<Address, number>()
  let unknown = positions.length > checked.length ? total - checked.reduce((sum, { value }) => sum + value, 0) : 0
  for (const { id, value } of checked) {
    const percentage = (value / total) * 100
    const owner = burned.has(id) ? (burns?.name ?? null) : classifyOwner(objects.get(id), holders)
    if (owner === null) unknown += value
    else if (typeof owner === 'string') locks.push({ percentage, type: owner, unlockAt: null })
    else free.set(owner.owner, (free.get(owner.owner) ?? 0) + percentage)
  }
  const rest = (unknown / total) * 100
  const note = rest === 0 ? null : `${shortPercent(rest)} of it is controlled by the code of other objects, or is in positions that were not read.`
  return note !== null && rest > SMALL_PCT ? { owned: null, note } : { owned: sharesOf(locks, free, rest), note }
}

/**
 * The kind of lock, or the owner who can withdraw; null if the code of another object decides. Anyone can use a shared position, so it counts as its
 * own owner. A missing position is wrapped, because exchanges delete a position's row together with it.
 */
function classifyOwner(position: ObjectState | undefined, objects: ReadonlyMap<string, ObjectState>): string | { readonly owner: Address } | null {
  if (position === undefined) return null
  const { id, owner } = position
  if (owner.kind === OWNER_KIND.immutable) return 'burn'
  if (owner.kind === OWNER_KIND.shared) return { owner: trustedAddress(id) }
  const address = ownerOf(position)
  if (address === null) return null
  if (BURN_ADDRESSES.has(address)) return 'burn'
  return objects.has(address) ? null : { owner: address }
}

/**
 * Positions of a pool that were wrapped into burn proofs, which no function unwraps. The manager keeps them in a
 * `Table<ID, Table<ID, BurnedPositionInfo>>` by pool and position (CetusProtocol/cetus-clmm-interface, `lp_burn`).
 */
async function readBurnedPositions(node: SuiNode, table: string, pool: Address, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const contents = await readContents(node, await deriveFieldId(table, pool), signal)
  const field = contents === null ? null : parseEventBytes(FIELD_OF_TABLE, contents)
  if (field === null || field.name !== pool) return new Set()
  const fields = await listDynamicFields(node, field.table, 'names', signal)
  return new Set((fields ?? []).map(({ name }) => `0x${Buffer.from(name).toString('hex')}`))
}
