import type { TokenSummary } from '../../src-shared/contract/records/local.ts'

/** A token after importing a map of the 150 largest holders, with overrides. */
export function tokenSummary(over: Partial<TokenSummary> = {}): TokenSummary {
  return {
    network: 'sol',
    address: 'mint',
    name: null,
    symbol: null,
    decimals: 6,
    total_supply: 1,
    holder_count: null,
    holders_known: 150,
    creator: null,
    created_at: null,
    origin: 'import',
    as_of: 0,
    opened_at: null,
    trades: 0,
    snapshots: 1,
    holders_seen: false,
    links_known: true,
    clusters_from: 'rules',
    notes: [],
    ...over,
  }
}
