import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { IMPORTED_TOKEN, type Funding, type RecordedLink } from '../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { KnownLabel, TokenFacts } from '../../../src-main/detectors/facts.ts'

/** Recorded data of one token. */
export interface RecordedToken {
  readonly network: NetworkId
  readonly token: string
  readonly holders: readonly { readonly address: string; readonly raw: bigint }[]
  readonly links: readonly RecordedLink[]
  readonly counterparties?: ReadonlyMap<string, number>
  readonly funding: readonly Funding[]
  readonly labels: ReadonlyMap<string, KnownLabel>
  readonly at: number
}

/** Builds token facts from recorded data. Everything that was not recorded is empty or null. */
export function createFacts({ network, token, holders, links, counterparties = new Map(), funding, labels, at }: RecordedToken): TokenFacts {
  return {
    token: {
      ...IMPORTED_TOKEN,
      network,
      address: trustedAddress(token),
      name: null,
      symbol: null,
      decimals: 0,
      totalSupply: holders.reduce((sum, { raw }) => sum + raw, 0n),
      asOf: at,
      holderCount: holders.length,
      notes: [],
    },
    holdings: holders.map(({ address, raw }) => ({ address: trustedAddress(address), raw, verified: true })),
    complete: true,
    labels,
    accounts: new Map(),
    pools: [],
    transfers: [],
    nativeTransfers: [],
    dollarPayments: [],
    funding,
    trades: [],
    activity: [],
    nativeBalances: new Map(),
    recordedLinks: links,
    counterparties,
    nativeTokens: new Set(),
    tradesFromBirth: false,
    tips: null,
    producedBlocks: null,
    launchTransactions: [],
    tradingSwitch: 'unread',
    authorities: [],
    contractOwners: [],
    grantedRoles: [],
    clustersBefore: { clusters: [], nextId: 0 },
    asOf: { time: at, block: null },
  }
}
