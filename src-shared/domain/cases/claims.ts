import { NETWORKS, type NetworkId } from '../../networks.ts'

/** What an investigator claims about addresses: private tags, and entities that join wallets or keep them apart (docs/cases.md#tags). */

/** `evm` stands for every EVM network. */
export type TagNetwork = NetworkId | 'evm'

export const TAG_KINDS = ['exchange', 'service', 'pool', 'team', 'suspect', 'own', 'ignore', 'other'] as const
export type TagKind = (typeof TAG_KINDS)[number]

/** The effect of a tag on counts under a case: a `hub` joins no wallets. */
export const TAG_EFFECTS = ['none', 'hub'] as const
export type TagEffect = (typeof TAG_EFFECTS)[number]

/** A wallet, by its address on one network or on every EVM network. */
export interface ClaimedWallet {
  readonly network: TagNetwork
  readonly address: string
}

/** An address may have several tags with different names. */
export interface CaseTag extends ClaimedWallet {
  readonly name: string
  readonly kind: TagKind
  readonly effect: TagEffect
  readonly note: string | null
  /** Where the claim comes from, e.g. a URL. */
  readonly source: string | null
  /** 0 to 1; null if not stated. */
  readonly confidence: number | null
}

/** `owner_said` joins the wallets of an entity. `not_same` keeps every two of them apart. */
export const ENTITY_RULES = ['owner_said', 'not_same'] as const
export type EntityRule = (typeof ENTITY_RULES)[number]

export interface CaseEntity {
  /** The number of the step that created the entity. */
  readonly id: string
  readonly rule: EntityRule
  readonly name: string | null
  readonly wallets: ClaimedWallet[]
}

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
