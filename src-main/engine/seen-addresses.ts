import type { Address } from '../../src-shared/domain/address.ts'
import { mergeLabels } from '../../src-shared/domain/merge-labels.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { TokenFacts } from '../detectors/facts.ts'
import type { StoreReads } from '../store/interface.ts'

/** Every address in the facts of a token, with its stored labels and account kind. Mutable: it grows with each reading. */
export class SeenAddresses {
  /** Replaced by a new map when labels are added. Keeps its identity otherwise. */
  labels: TokenFacts['labels'] = new Map()
  /** As `labels`. */
  accounts: TokenFacts['accounts'] = new Map()
  readonly #addresses = new Set<Address>()

  has(address: Address): boolean {
    return this.#addresses.has(address)
  }

  /** @param addresses not seen before */
  add(reads: StoreReads, network: NetworkId, addresses: readonly Address[]): void {
    if (addresses.length === 0) return
    const labels = mergeLabels(reads.labels({ network, addresses }))
    const accounts = reads.accounts({ network, addresses })
    if (labels.size > 0) this.labels = new Map([...this.labels, ...labels])
    if (accounts.length > 0) this.accounts = new Map([...this.accounts, ...accounts.map(({ address, kind }) => [address, kind] as const)])
    for (const address of addresses) this.#addresses.add(address)
  }
}
