import type { Address } from '../../src-shared/domain/address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import { mergeLabels } from '../detectors/labels.ts'
import type { StoreReads } from '../store/interface.ts'

/** Every address that the facts of a token name, and what is known of those that are not plain wallets. */
export interface Met {
  readonly addresses: Set<Address>
  readonly labels: TokenFacts['labels']
  readonly accounts: TokenFacts['accounts']
}

/**
 * A map to which nothing came stays the one it was. The set of addresses grows: what was met before is of no use afterwards.
 *
 * @param fresh addresses that were not met before
 */
export function meet(reads: StoreReads, network: NetworkId, before: Met | null, fresh: Set<Address>): Met {
  if (before !== null && fresh.size === 0) return before
  const addresses = [...fresh]
  const labels = mergeLabels(reads.labels({ network, addresses }))
  const accounts = reads.accounts({ network, addresses }).map(({ address, kind }) => [address, kind] as const)
  if (before === null) return { addresses: fresh, labels, accounts: new Map(accounts) }
  for (const address of fresh) before.addresses.add(address)
  return {
    addresses: before.addresses,
    labels: labels.size === 0 ? before.labels : new Map([...before.labels, ...labels]),
    accounts: accounts.length === 0 ? before.accounts : new Map([...before.accounts, ...accounts]),
  }
}
