import type { GrpcTypes } from '@mysten/sui/grpc'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { BlockRef } from '../../adapter.ts'
import type { SecurityFacts, SecurityQuestion } from '../../security.ts'
import { openParts } from '../../security-parts.ts'
import { parseSuiAddress } from '../encoding/move-type.ts'
import { readContents, type SuiNode } from '../rpc/node.ts'
import { packageOf, readPublication } from '../reading/publication.ts'
import { readCoinInfo } from '../reading/token.ts'
import { VENUE_EVENTS } from '../venues/registry.ts'
import type { Capability } from './capability.ts'
import { toSecurityFacts, type SimulatedTransfer, type SuiSecurityReading } from './facts.ts'
import { readLiquidity } from './liquidity.ts'
import { simulateTransfer } from './simulate-transfer.ts'
import { readCapabilities } from './read-capabilities.ts'

const FRAMEWORK = `0x${'0'.repeat(63)}2`
const LAUNCHPADS: ReadonlySet<string> = new Set(VENUE_EVENTS.filter(({ kind }) => kind === 'launch').map(({ type }) => type.split('::')[0] ?? ''))
const SIMULATED_HOLDERS = 5
const MAX_POOLS = 12
/** `UpgradeCap { id, package, version: u64, policy: u8 }`. */
const UPGRADE_CAP_BYTES = 32 + 32 + 8 + 1
const SUPPLY = { fixed: 1, burnOnly: 2 } as const
const REGULATED = { yes: 1, no: 2 } as const
const METADATA_CAP = { 1: 'claimed', 2: 'unclaimed', 3: 'deleted' } as const

/** Everything that objects tell about the safety of a coin, read near one checkpoint. */
export async function readSuiSecurity(
  node: SuiNode,
  { token, pools, holders, createdBlock }: SecurityQuestion,
  at: BlockRef,
  signal: AbortSignal,
): Promise<SecurityFacts> {
  const { partial, part } = openParts(signal)
  const [info, publication] = await Promise.all([readCoinInfo(node, token, signal), part('Publication', () => readPublication(node, token, signal))])
  if (info === null) throw new AppError('token_not_found', { say: 'There is no coin of this type.' })
  const ids = collectCapabilityIds(token, info, publication?.tx?.objects ?? [])
  const [places, upgradePolicies, moves, liquidity] = await Promise.all([
    readCapabilities(node, ids.all, publication?.tx?.checkpoint ?? createdBlock, signal),
    part('Upgrade right', () => readUpgradeCaps(node, ids.upgrade, signal)),
    part('Simulated transfers', () => Promise.all(holders.slice(0, SIMULATED_HOLDERS).map((owner) => simulateTransfer(node, token, owner, signal)))),
    part('Liquidity', () => readLiquidity(node, token, pools.slice(0, MAX_POOLS), at, signal)),
  ])
  if (publication?.tx === null) partial.push('The publishing transaction is not kept by the endpoint: rights that only it names were not found.')
  partial.push(...(liquidity?.notes ?? []))
  const tried = moves?.filter((move) => move !== null) ?? []
  if (tried.length > 0) partial.push('A sell into a pool was not simulated: a pool of its own can still refuse.')
  const placeOf = (id: string | null): Capability | null => (id === null ? null : (places.get(id) ?? null))
  return toSecurityFacts({
    checkpoint: at.number,
    time: at.time,
    packageId: trustedAddress(packageOf(token)),
    published: publication?.tx !== null && publication?.tx !== undefined && ids.treasuryMade,
    treasury: placeOf(ids.treasury),
    supply: readSupplyState(info),
    deny: ids.deny.map(placeOf).filter((one) => one !== null),
    regulated: readRegulatedState(info),
    globalPause: info.regulatedMetadata?.allowGlobalPause ?? null,
    upgrade: findUpgradeCap(ids.upgrade, placeOf, upgradePolicies, packageOf(token)),
    metadata: placeOf(ids.metadata),
    metadataCap: readMetadataCap(info, placeOf),
    launchpads: LAUNCHPADS,
    moves: tried.length === 0 ? null : tried.filter((move): move is SimulatedTransfer => move !== null),
    liquidity: liquidity === null || (pools.length > 0 && liquidity.pools.length === 0) ? null : liquidity.pools,
    partial,
  })
}

interface CapabilityIds {
  readonly treasury: string | null
  readonly deny: readonly string[]
  readonly metadata: string | null
  readonly upgrade: readonly string[]
  readonly all: readonly string[]
  /** The publication made the coin itself, and so all rights that come with it. */
  readonly treasuryMade: boolean
}

/** Objects that carry rights: what the publication made, and what the ledger's index names. */
function collectCapabilityIds(
  coin: Address,
  info: GrpcTypes.GetCoinInfoResponse,
  made: readonly { id: string; type: string | null; created: boolean }[],
): CapabilityIds {
  const created = (name: string): string[] => made.filter((one) => one.created && one.type === `${FRAMEWORK}::${name}`).map(({ id }) => id)
  const told = (id: string | undefined): string[] => [id === undefined ? null : parseSuiAddress(id)].filter((one) => one !== null)
  const ofCoin = (name: string): string[] => created(`coin::${name}<${coin}>`)
  const treasury = [...ofCoin('TreasuryCap'), ...told(info.treasury?.id)]
  const deny = [...new Set([...ofCoin('DenyCapV2'), ...ofCoin('DenyCap'), ...told(info.regulatedMetadata?.denyCapObject)])]
  const metadata = [...ofCoin('CoinMetadata'), ...told((info.metadata?.metadataCapState ?? 0) === 0 ? info.metadata?.id : undefined)][0] ?? null
  const upgrade = created('package::UpgradeCap')
  const cap = told(info.metadata?.metadataCapId)
  const first = treasury[0] ?? null
  const all = [...(first === null ? [] : [first]), ...deny, ...(metadata === null ? [] : [metadata]), ...upgrade, ...cap]
  return { treasury: first, deny, metadata, upgrade, all, treasuryMade: ofCoin('TreasuryCap').length > 0 }
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
  placeOf: (id: string | null) => Capability | null,
): SuiSecurityReading['metadataCap'] {
  const state = METADATA_CAP[(metadata?.metadataCapState ?? 0) as keyof typeof METADATA_CAP]
  const id = metadata?.metadataCapId === undefined ? null : parseSuiAddress(metadata.metadataCapId)
  return state === undefined ? null : { state, cap: placeOf(id) }
}

interface UpgradeCap {
  readonly package: string
  readonly version: bigint
  readonly policy: number
}

/** A publication of several packages makes a right for each: the coin's is the one that names its package, or the only one. */
function findUpgradeCap(
  ids: readonly string[],
  placeOf: (id: string | null) => Capability | null,
  read: ReadonlyMap<string, UpgradeCap> | null,
  pack: string,
): SuiSecurityReading['upgrade'] {
  const id = ids.length === 1 ? ids[0] : ids.find((one) => read?.get(one)?.package === pack)
  const capability = placeOf(id ?? null)
  return capability === null || id === undefined ? null : { ...capability, policy: read?.get(id)?.policy ?? null }
}

async function readUpgradeCaps(node: SuiNode, ids: readonly string[], signal: AbortSignal): Promise<Map<string, UpgradeCap>> {
  const caps = new Map<string, UpgradeCap>()
  for (const id of ids) {
    const bytes = Buffer.from((await readContents(node, id, signal)) ?? [])
    if (bytes.length !== UPGRADE_CAP_BYTES) continue
    caps.set(id, { package: `0x${bytes.toString('hex', 32, 64)}`, version: bytes.readBigUInt64LE(64), policy: bytes.readUInt8(72) })
  }
  return caps
}
