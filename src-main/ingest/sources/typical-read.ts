import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { DEFAULT_DEPTH } from '../../config/config.ts'
import type { Capabilities } from '../../chains/adapter.ts'

/** The token of the estimate (docs/chains.md#typical-token). */
export const TYPICAL = { days: 30, holders: 1_000, swaps: 3_000 } as const

const SECONDS_PER_DAY = 86_400
/** Transfers, pools and swaps. */
const KINDS_OF_EVENTS = 3
/** Blocks per query if no limit is known. */
const UNLIMITED_RANGE = 10_000
/** Calls for a first funder: with traces, and by searching old balances and nonces. */
const CALLS_PER_FUNDER = { traces: 3, search: 15, solana: 3, sui: 2 } as const
/** Metadata, pools, accounts, checks. */
const OTHER_CALLS = 100

/** Roughly the calls that reading the typical token takes; null if it cannot be read. */
export function typicalCalls(
  network: NetworkId,
  { logsMaxRange, traces, archive }: Pick<Capabilities, 'logsMaxRange' | 'traces' | 'archive'>,
): number | null {
  const { family, blockSeconds } = NETWORKS[network]
  const wallets = Math.min(DEFAULT_DEPTH, TYPICAL.holders)
  switch (family) {
    case 'solana':
      return TYPICAL.swaps + wallets * CALLS_PER_FUNDER.solana + OTHER_CALLS
    case 'sui':
      return TYPICAL.holders + wallets * CALLS_PER_FUNDER.sui + OTHER_CALLS
    case 'evm': {
      if (logsMaxRange === 0) return null
      const blocks = (TYPICAL.days * SECONDS_PER_DAY) / blockSeconds
      const queries = KINDS_OF_EVENTS * Math.ceil(blocks / (logsMaxRange ?? UNLIMITED_RANGE))
      const funders = archive === false ? 0 : wallets * (traces === true ? CALLS_PER_FUNDER.traces : CALLS_PER_FUNDER.search)
      return queries + TYPICAL.swaps + funders + OTHER_CALLS
    }
  }
}
