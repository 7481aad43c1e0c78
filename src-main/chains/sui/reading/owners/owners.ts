import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { ContractOwner, GrantedRole } from '../../../../../src-shared/domain/token.ts'
import { ZERO_ADDRESS } from '../../encoding/move-type.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { ownerOf, readObjects, type ObjectState } from '../../rpc/objects.ts'
import { collectCapabilityIds } from './capability-ids.ts'
import { readPublication } from '../token/publication.ts'
import { readCoinInfo } from '../token/read-token.ts'

/** Owners of objects that grant a privilege over a coin, and of objects that hold it. Objects that are shared, or inside others, have no owner. */

/** Nobody has the key of the zero address. */
function memberOf(object: ObjectState | undefined): Address | null {
  const owner = object === undefined ? null : ownerOf(object)
  return owner === ZERO_ADDRESS ? null : owner
}

/**
 * Holders of the capabilities of a coin; null if the endpoint no longer keeps its publication, which names them.
 *
 * @param creator if it is not the publisher, the publisher is a launchpad, and capabilities that it keeps are not roles of this coin
 */
export async function readRoles(node: SuiNode, coin: Address, creator: Address | null, signal: AbortSignal): Promise<GrantedRole[] | null> {
  const [info, { tx }] = await Promise.all([readCoinInfo(node, coin, signal), readPublication(node, coin, signal)])
  if (info === null || tx === null) return null
  const { treasury, deny, upgrade, metadataCap } = collectCapabilityIds(coin, info, tx.objects)
  const roles: Readonly<Record<string, readonly (string | null)[]>> = {
    TreasuryCap: [treasury],
    DenyCap: deny,
    UpgradeCap: upgrade,
    MetadataCap: [metadataCap],
  }
  const ids = Object.entries(roles).flatMap(([role, all]) => all.flatMap((id) => (id === null ? [] : [{ role, id }])))
  const objects = await readObjects(
    node,
    ids.map(({ id }) => id),
    signal,
  )
  return ids.flatMap(({ role, id }) => {
    const object = objects.get(id)
    const member = memberOf(object)
    const isLaunchpad = member === tx.sender && creator !== null && creator !== tx.sender
    return object === undefined || member === null || isLaunchpad ? [] : [{ role, member, tx: object.lastTx ?? tx.digest }]
  })
}

/** Objects whose owner is an address: what was sent to such an object belongs to that owner. */
export async function readObjectOwners(node: SuiNode, ids: readonly Address[], signal: AbortSignal): Promise<ContractOwner[]> {
  const objects = await readObjects(node, ids, signal)
  return ids.flatMap((contract): ContractOwner[] => {
    const owner = memberOf(objects.get(contract))
    return owner === null ? [] : [{ contract, owner, deployerNonce: null }]
  })
}
