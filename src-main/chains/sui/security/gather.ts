import { bcs } from '@mysten/sui/bcs'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { BlockRef } from '../../adapter.ts'
import type { SecurityFacts, SecurityQuery } from '../../security/facts.ts'
import { knownLiquidity } from '../../security/known-liquidity.ts'
import { openParts } from '../../security/parts.ts'
import { parseSuiAddress } from '../encoding/move-type.ts'
import { collectCapabilityIds } from '../reading/owners/capability-ids.ts'
import { packageOf, readPublication } from '../reading/token/publication.ts'
import { readCoinInfo } from '../reading/token/read-token.ts'
import type { SuiNode } from '../rpc/node.ts'
import { readContents } from '../rpc/objects.ts'
import { VENUE_EVENTS } from '../venues/registry.ts'
import type { Capability } from './capability.ts'
import { toSecurityFacts, type SuiSecurityReading } from './facts.ts'
import { readLiquidity } from './liquidity.ts'
import { readCapabilities } from './read-capabilities.ts'
import { simulateTransfer } from './simulate-transfer.ts'

const LAUNCHPADS: ReadonlySet<string> = new Set(VENUE_EVENTS.filter(({ kind }) => kind === 'launch').map(({ type }) => type.split('::')[0] ?? ''))
const SIMULATED_HOLDERS = 5
/** `0x2::package::UpgradeCap`. */
const upgradeCap = bcs.struct('UpgradeCap', { id: bcs.Address, package: bcs.Address, version: bcs.u64(), policy: bcs.u8() })
const UPGRADE_CAP_BYTES = 32 + 32 + 8 + 1
/** `CoinTreasury.SupplyState`, `RegulatedCoinMetadata.CoinRegulatedState` and `CoinMetadata.MetadataCapState`. */
const SUPPLY = { fixed: 1, burnOnly: 2 } as const
const REGULATED = { yes: 1, no: 2 } as const
const METADATA_CAP = { 1: 'claimed', 2: 'unclaimed', 3: 'deleted' } as const

/** Facts about a coin's safety from its objects, read near one checkpoint. */
export async function readSuiSecurity(
  node: SuiNode,
  { token, pools, holders, createdBlock }: SecurityQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<SecurityFacts> {
  const { partial, part } = openParts(signal)
  const [info, publication] = await Promise.all([readCoinInfo(node, token, signal), part('Publication', () => readPublication(node, token, signal))])
  if (info === null) throw new AppError('token_not_found', { message: 'No coin of this type exists.' })
  const ids = collectCapabilityIds(token, info, publication?.tx?.objects ?? [])
  const [capabilities, upgradeCaps, simulated, liquidity] = await Promise.all([
    readCapabilities(node, token, ids, publication?.tx?.checkpoint ?? createdBlock, signal),
    part('Upgrade right', () => readUpgradeCaps(node, ids.upgrade, signal)),
    part('Simulated transfers', () => Promise.all(holders.slice(0, SIMULATED_HOLDERS).map((owner) => simulateTransfer(node, token, owner, signal)))),
    part('Liquidity', () => readLiquidity(node, token, pools, at, signal)),
  ])
  if (publication?.tx === null)
    partial.push('The endpoint no longer keeps the publishing transaction, so capabilities that only it names were not found.')
  partial.push(...(liquidity?.notes ?? []))
  const transfers = simulated?.filter((transfer) => transfer !== null) ?? []
  if (transfers.length > 0) partial.push('No sell into a pool was simulated; a custom pool can still refuse one.')
  const find = (id: string | null): Capability | null => (id === null ? null : (capabilities.get(id) ?? null))
  return toSecurityFacts({
    checkpoint: at.number,
    time: at.time,
    packageId: trustedAddress(packageOf(token)),
    published: publication?.tx !== null && publication?.tx !== undefined && ids.createdCoin,
    treasury: find(ids.treasury),
    supply: readSupplyState(info),
    deny: ids.deny.map(find).filter((one) => one !== null),
    regulated: readRegulatedState(info),
    globalPause: info.regulatedMetadata?.allowGlobalPause ?? null,
    upgrade: findUpgradeCap(ids.upgrade, find, upgradeCaps, packageOf(token)),
    metadata: find(ids.metadata),
    metadataCap: readMetadataCap(info, find),
    launchpads: LAUNCHPADS,
    moves: transfers.length === 0 ? null : transfers,
    unreadPools: liquidity?.unread ?? pools.length,
    liquidity: liquidity === null ? null : knownLiquidity(liquidity.pools, liquidity.unread),
    partial,
  })
}

function readSupplyState({ treasury }: GrpcTypes.GetCoinInfoResponse): SuiSecurityReading['supply'] {
  return treasury?.supplyState === SUPPLY.fixed ? 'fixed' : treasury?.supplyState === SUPPLY.burnOnly ? 'burn only' : null
}

function readRegulatedState({ regulatedMetadata }: GrpcTypes.GetCoinInfoResponse): boolean | null {
  const state = regulatedMetadata?.coinRegulatedState
  return state === REGULATED.yes ? true : state === REGULATED.no ? false : null
}

function readMetadataCap(
  { metadata }: GrpcTypes.GetCoinInfoResponse,
  find: (id: string | null) => Capability | null,
): SuiSecurityReading['metadataCap'] {
  const state = METADATA_CAP[(metadata?.metadataCapState ?? 0) as keyof typeof METADATA_CAP]
  const id = metadata?.metadataCapId === undefined ? null : parseSuiAddress(metadata.metadataCapId)
  return state === undefined ? null : { state, cap: find(id) }
}

type UpgradeCap = (typeof upgradeCap)['$inferType']

/** A publication of several packages creates an UpgradeCap for each: the coin's is the one that names its package, or the only one. */
function findUpgradeCap(
  ids: readonly string[],
  find: (id: string | null) => Capability | null,
  read: ReadonlyMap<string, UpgradeCap> | null,
  pack: string,
): SuiSecurityReading['upgrade'] {
  const id = ids.length === 1 ? ids[0] : ids.find((one) => read?.get(one)?.package === pack)
  const capability = find(id ?? null)
  return capability === null || id === undefined ? null : { ...capability, policy: read?.get(id)?.policy ?? null }
}

async function readUpgradeCaps(node: SuiNode, ids: readonly string[], signal: AbortSignal): Promise<Map<string, UpgradeCap>> {
  const caps = new Map<string, UpgradeCap>()
  for (const id of ids) {
    const bytes = await readContents(node, id, signal)
    if (bytes?.length === UPGRADE_CAP_BYTES) caps.set(id, upgradeCap.parse(bytes))
  }
  return caps
}
