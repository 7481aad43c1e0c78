import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { ResolvedPool } from '../../../adapter.ts'
import { launchpadsOf } from '../../venues/launchpads.ts'
import { factoriesOf, venueOfContract } from '../../venues/registry.ts'
import { settlementsOf } from '../../venues/settlements.ts'
import { poolKeyOf, swapEventOf, UNLISTED_DEXES } from '../swaps/events.ts'
import { decodeLegs, isUnpaid } from '../swaps/legs.ts'
import type { LegLookups, SwapTransaction } from '../swaps/leg.ts'

export interface SwapsToDecode {
  readonly network: NetworkId
  /** In chain order. */
  readonly transactions: readonly SwapTransaction[]
  readonly pools: readonly ResolvedPool[]
  /** Contracts that are proven to be pairs of Uniswap v2. Their factory may be unlisted. */
  readonly genuinePairs: ReadonlySet<Address>
}

export interface DecodedSwaps {
  readonly trades: readonly Trade[]
  /** Unlisted pools of transactions in which a swap was left out as unpaid. A genuine pair may have been paid in an earlier transaction. */
  readonly doubted: readonly Address[]
}

/**
 * Decodes all trades of the transactions, in chain order, without token decimals. If the emitting contract is neither listed nor a pool confirmed by
 * its factory, a swap counts only if token movements show both sides, because any contract can emit such events. Pure.
 */
export function decodeSwaps({ network, transactions, pools, genuinePairs }: SwapsToDecode): DecodedSwaps {
  const factories = factoriesOf(network)
  const [launchpads, settlements] = [launchpadsOf(network), settlementsOf(network)]
  const byKey = new Map<Address, ResolvedPool>(pools.map((pool) => [pool.address, pool]))
  const lookups: LegLookups = {
    pool: (key) => byKey.get(key) ?? null,
    venue: (contract) => venueOfContract(factories, contract),
    listed: (contract) => venueOfContract(factories, contract),
    isGenuinePair: (contract) => genuinePairs.has(contract),
    vault: (manager) => factories.get(manager)?.vault ?? manager,
    launchpad: (contract) => launchpads.get(contract) ?? null,
    settlement: (contract) => settlements.get(contract) ?? null,
    decimals: () => null,
  }
  const isUnlisted = (contract: Address): boolean => UNLISTED_DEXES.has(byKey.get(contract)?.dex ?? '')
  const doubted = new Set<Address>()
  const trades = transactions.flatMap((transaction) => {
    const logs = new Map(transaction.logs.map((log) => [log.logIndex, log]))
    const decoded = decodeLegs(transaction, lookups)
    if (decoded.some(isUnpaid)) for (const log of transaction.logs) if (isUnlisted(log.address)) doubted.add(log.address)
    return decoded.flatMap((leg) => {
      if (leg.kind !== 'trade') return []
      const log = logs.get(leg.position.event)
      if (log === undefined) return []
      const event = swapEventOf(log)
      const pool = event === null ? leg.pool : poolKeyOf(log, event)
      const isListed = launchpads.has(log.address) || settlements.has(log.address) || venueOfContract(factories, log.address) !== null
      const isProved = isListed || (pool !== null && byKey.has(pool)) || leg.confidence === 'sure'
      return isProved ? [{ ...leg, pool }] : []
    })
  })
  return { trades, doubted: [...doubted].filter((contract) => !genuinePairs.has(contract)) }
}
