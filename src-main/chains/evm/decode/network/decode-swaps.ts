import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Trade } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { ResolvedPool } from '../../../adapter.ts'
import { launchpadsOf } from '../../venues/launchpads.ts'
import { factoriesOf, venueOfContract, type Factory } from '../../venues/registry.ts'
import { poolKeyOf, swapEventOf } from '../swaps/events.ts'
import { decodeLegs } from '../swaps/legs.ts'
import type { LegLookups, SwapTransaction } from '../swaps/leg.ts'

export interface SwapsToDecode {
  readonly network: NetworkId
  readonly extraFactories: readonly Factory[]
  /** In chain order. */
  readonly transactions: readonly SwapTransaction[]
  readonly pools: readonly ResolvedPool[]
}

/**
 * Decodes all trades of the transactions, in chain order, without token decimals. If the emitting contract is neither listed nor a pool confirmed by
 * its factory, a swap counts only if token movements show both sides, because any contract can emit such events. Pure.
 */
export function decodeSwaps({ network, extraFactories, transactions, pools }: SwapsToDecode): Trade[] {
  const factories = factoriesOf(network, extraFactories)
  const launchpads = launchpadsOf(network)
  const byKey = new Map<Address, ResolvedPool>(pools.map((pool) => [pool.address, pool]))
  const lookups: LegLookups = {
    pool: (key) => byKey.get(key) ?? null,
    venue: (contract) => venueOfContract(factories, contract),
    listed: (contract) => venueOfContract(factories, contract),
    isGenuinePair: () => false,
    vault: (manager) => factories.get(manager)?.vault ?? manager,
    launchpad: (contract) => launchpads.get(contract) ?? null,
    decimals: () => null,
  }
  return transactions.flatMap((transaction) => {
    const logs = new Map(transaction.logs.map((log) => [log.logIndex, log]))
    return decodeLegs(transaction, lookups).flatMap((leg) => {
      if (leg.kind !== 'trade') return []
      const log = logs.get(leg.position.event)
      if (log === undefined) return []
      const event = swapEventOf(log)
      const pool = event === null ? leg.pool : poolKeyOf(log, event)
      const isListed = launchpads.has(log.address) || venueOfContract(factories, log.address) !== null
      const isProved = isListed || (pool !== null && byKey.has(pool)) || leg.confidence === 'sure'
      return isProved ? [{ ...leg, pool }] : []
    })
  })
}
