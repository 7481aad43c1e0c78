/** The eleven labels, in the order of precedence for percentages (docs/detection.md#labels). */
export const LABELS = [
  'burn',
  'liquidity_pool',
  'exchange',
  'vesting',
  'presale',
  'smart_contract',
  'team',
  'funding_address',
  'intermediary',
  'volume_bot',
  'wallet',
] as const
export type Label = (typeof LABELS)[number]

/**
 * What an edge that touches a labelled address may do (docs/detection.md#hubs): a `hub` never joins wallets; a `deposit` is strong shared evidence
 * but not a member; links pass through a `pass` address; an `own` address is an ordinary owner.
 */
export const LINK_POLICIES = ['hub', 'deposit', 'pass', 'own'] as const
export type LinkPolicy = (typeof LINK_POLICIES)[number]

/** What label lists or an imported file say about an address. */
export interface AddressLabel {
  readonly address: string
  /** Name to show, e.g. "Binance"; null when only the kind is known. */
  readonly name: string | null
  readonly tags: readonly Label[]
  readonly category: string | null
  readonly linkPolicy: LinkPolicy
  /** Where the label comes from, e.g. "dune-spellbook;etherscan" or "import". */
  readonly source: string
}

/** Labels of services and structures, which never count towards a cluster (docs/detection.md#clusters). */
export const NOT_A_MEMBER: ReadonlySet<Label> = new Set(['liquidity_pool', 'burn', 'exchange', 'vesting', 'presale'])

/** Whether the balance of a wallet counts towards the share of its cluster. Services and wallets without a balance are only listed. */
export const countsInCluster = ({ is_holder, tags }: { readonly is_holder: boolean; readonly tags: readonly Label[] }): boolean =>
  is_holder && !tags.some((tag) => NOT_A_MEMBER.has(tag))

/** Whether a label marks an address that serves many wallets, so that sharing it means nothing. */
export const isServiceLabel = ({ linkPolicy, tags }: Pick<AddressLabel, 'linkPolicy' | 'tags'>): boolean =>
  linkPolicy === 'hub' || linkPolicy === 'deposit' || tags.some((tag) => NOT_A_MEMBER.has(tag))

/** Labels left out of the population of the distribution metrics and of top 10 (docs/api/records.md#distribution). */
export const NOT_IN_POPULATION: ReadonlySet<Label> = new Set(['liquidity_pool', 'burn'])
