import type { CaseRecord } from '../../contract/records/cases.ts'
import { NETWORKS, type NetworkId } from '../../networks.ts'
import type { EntityRule } from './claim-lists.ts'

/** What an investigator claims about addresses: private tags, and entities that join wallets or keep them apart (docs/cases.md#tags). */

/** `evm` stands for every EVM network. */
export type TagNetwork = NetworkId | 'evm'

/** An address may have several tags with different names. */
export type CaseTag = CaseRecord['tags'][number]

/** A wallet, by its address on one network or on every EVM network. */
export type ClaimedWallet = Pick<CaseTag, 'network' | 'address'>

export type CaseEntity = CaseRecord['entities'][number]

/** The claims of a case that apply on one network, in the form that the detectors read. */
export interface Claims {
  readonly hubs: readonly { readonly address: string; readonly name: string }[]
  readonly entities: readonly { readonly rule: EntityRule; readonly name: string | null; readonly wallets: readonly string[] }[]
}

/** Whether a claim applies on a network: it names the network, or it names every EVM network and this is one. */
export const holdsOn = ({ network: where }: ClaimedWallet, network: NetworkId): boolean =>
  where === network || (where === 'evm' && NETWORKS[network].family === 'evm')

/** Columns of tags as CSV. The first three are required. */
export const TAG_COLUMNS = ['network', 'address', 'name', 'kind', 'effect', 'note', 'source', 'confidence'] as const
