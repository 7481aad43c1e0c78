import type { Address, TokenKey } from './address.ts'

/** Whether a wallet is a person's key or code (docs/detection.md#wallets); `unknown` if it was not checked. */
export type AccountKind = 'wallet' | 'contract' | 'smart_account' | 'unknown'

/** A Safe or an ERC-4337 account acts for its owner, so paying it is paying a person. */
export const isPersonal = (kind: AccountKind | undefined): boolean => kind === 'wallet' || kind === 'smart_account'

export const CLUSTERS_FROM = ['rules', 'snapshot'] as const
export type ClustersFrom = (typeof CLUSTERS_FROM)[number]

/** The source of a token's stored facts. */
export type Origin = 'node' | 'import'

/** Groups of facts, each named after the read stage that delivers it. */
export const FACT_GROUPS = ['transfers', 'holders', 'pools', 'trades', 'accounts', 'funding'] as const
export type FactGroup = (typeof FACT_GROUPS)[number]

/** The progress of the first read of a token from its chain, and what no read can deliver. */
export interface FirstRead {
  /** No read of the token is under way or interrupted. */
  readonly ended: boolean
  /** Groups of facts that no read has delivered. */
  readonly missing: readonly FactGroup[]
  /** The stored holders are the addresses in the transfers read so far, so larger ones may follow. Absent if all, or the largest, are stored. */
  readonly holdersSeen?: true
  /** Holders hide parts of their balances, so each stored balance may be larger, and every share of the supply is unknown. */
  readonly balancesHidden?: true
}

/** The stored facts of a token itself. Facts that no source reported are null. */
export interface TokenInfo extends TokenKey {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number
  /** Raw units. */
  readonly totalSupply: bigint
  readonly logo: string | null
  readonly creator: Address | null
  /** The source of the creator if it is not the chain, as text for the page. Absent if it is the chain. */
  readonly creatorSource?: string | undefined
  readonly owner: Address | null
  readonly createdAt: number | null
  readonly createdBlock: number | null
  readonly createdTx: string | null
  readonly origin: Origin
  /** The source of clusters and labels: the rules, or the imported snapshot of the moment `asOf`. Absent for the rules. */
  readonly clustersFrom?: ClustersFrom
  /** Unix seconds of the state these facts describe. */
  readonly asOf: number
  readonly asOfBlock: number | null
  /** All holders on chain; null if only the largest are known. */
  readonly holderCount: number | null
  /** Sentences about what is missing or was corrected; a token with any is shown as partial where it matters. */
  readonly notes: readonly string[]
}

/** Facts about a token that files do not contain. */
export const IMPORTED_TOKEN = {
  logo: null,
  creator: null,
  owner: null,
  createdAt: null,
  createdBlock: null,
  createdTx: null,
  origin: 'import',
  asOfBlock: null,
  holderCount: null,
} as const satisfies Partial<TokenInfo>

/** A balance of the token. `verified`: read from the chain itself, not only summed from transfers. */
export interface Holding {
  readonly address: Address
  readonly raw: bigint
  readonly verified: boolean
}

/** A balance in raw units, from any source. */
export type Balance = Pick<Holding, 'address' | 'raw'>

/** How payments were found on a node. */
export type LookupMethod = 'account history' | 'old state' | 'trace_filter' | 'provider index' | 'ledger list' | 'ledger index'

/**
 * Whether anything older is missing (docs/chains.md#solana). `birth`: the chain itself shows that nothing is. `agreed`: two endpoints agree.
 * `believed`: one source says so and nothing contradicts it. `cut`: older transactions exist and are missing.
 */
export type Proof = 'birth' | 'agreed' | 'believed' | 'cut'

/** How far funders of funders are looked up: two pass-through wallets and their payer (docs/detection.md#clusters). */
export const FUNDING_HOPS = 3

/** First native coin a wallet ever received (docs/detection.md#first-funder). */
export interface Funding {
  readonly wallet: Address
  /** Null, with a reason, if the search could not decide. */
  readonly funder: Address | null
  readonly raw: bigint | null
  readonly tx: string | null
  readonly block: number | null
  readonly time: number | null
  readonly reason: string | null
  /** Absent if the row came from a file, or was read before this field existed. */
  readonly means?: LookupMethod
  /** Absent if the search did not reach the wallet's beginning, or for the reasons given for `means`. */
  readonly proof?: Proof
}

/** The activity of an address, as far as its chain reports it cheaply (docs/detection.md#hubs). */
export interface Activity {
  readonly address: Address
  /** Number of transactions: on EVM networks all that the address ever sent, elsewhere the newest that name it. */
  readonly transactions: number
  /** The list ended at its limit, so the number is a lower bound. */
  readonly atLeast: boolean
  /** From the oldest to the newest counted transaction. Null if only their number is known. */
  readonly seconds: number | null
}

/** The number of counterparties of an address, according to an imported holder map. */
export interface RecordedDegree {
  readonly address: Address
  readonly counterparties: number
}

/** Total movements between two addresses, according to an imported holder map: no single transactions, no times. */
export interface RecordedLink {
  readonly source: Address
  readonly target: Address
  /** `native`, the token itself, or another token's address. */
  readonly token: Address
  /** Token units, as in the file. */
  readonly forward: number
  readonly backward: number
}

/** A contract that holds or bought a token, with the owner that the contract names, or its deployer if it names none. */
export interface ContractOwner {
  readonly contract: Address
  readonly owner: Address
  /** How many transactions the deployer had sent before; null if the contract names its owner. */
  readonly deployerNonce: number | null
}

/** A role in the code of a token, its member, and the transaction that granted it. */
export interface GrantedRole {
  readonly role: string
  readonly member: Address
  readonly tx: string
}
