import type { GrpcTypes } from '@mysten/sui/grpc'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { FRAMEWORK, parseSuiAddress } from '../../encoding/move-type.ts'
import type { SuiTransaction } from '../../transaction/transaction.ts'

export interface CapabilityIds {
  readonly treasury: string | null
  readonly deny: readonly string[]
  readonly metadata: string | null
  readonly upgrade: readonly string[]
  readonly metadataCap: string | null
  readonly all: readonly string[]
  /** The publication created the coin itself, and with it all its capabilities. */
  readonly createdCoin: boolean
}

/** Objects that grant privileges: those that the publication created, and those that the node's index names. */
export function collectCapabilityIds(coin: Address, info: GrpcTypes.GetCoinInfoResponse, made: SuiTransaction['objects']): CapabilityIds {
  const created = (name: string): string[] => made.filter((one) => one.created && one.type === `${FRAMEWORK}::${name}`).map(({ id }) => id)
  const toIds = (id: string | undefined): string[] => [id === undefined ? null : parseSuiAddress(id)].filter((one) => one !== null)
  const ofCoin = (name: string): string[] => created(`coin::${name}<${coin}>`)
  const treasury = [...ofCoin('TreasuryCap'), ...toIds(info.treasury?.id)]
  const deny = [...new Set([...ofCoin('DenyCapV2'), ...ofCoin('DenyCap'), ...toIds(info.regulatedMetadata?.denyCapObject)])]
  const metadata = [...ofCoin('CoinMetadata'), ...toIds((info.metadata?.metadataCapState ?? 0) === 0 ? info.metadata?.id : undefined)][0] ?? null
  const upgrade = created('package::UpgradeCap')
  const cap = toIds(info.metadata?.metadataCapId)
  const first = treasury[0] ?? null
  const all = [...(first === null ? [] : [first]), ...deny, ...(metadata === null ? [] : [metadata]), ...upgrade, ...cap]
  return { treasury: first, deny, metadata, upgrade, metadataCap: cap[0] ?? null, all, createdCoin: ofCoin('TreasuryCap').length > 0 }
}
