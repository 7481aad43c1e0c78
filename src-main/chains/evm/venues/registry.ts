import rows from '../../../../resources/dex/evm-factories.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** A pool factory and its exchange (resources/dex/evm-factories.json). */
export interface Factory {
  readonly address: Address
  readonly dex: string
  readonly version: string
  readonly family: string
  /** The contract that holds the pools' tokens, if neither the pool nor the factory does. */
  readonly vault?: Address | null
}

export type FactoryIndex = ReadonlyMap<Address, Factory>

const INDEXES: ReadonlyMap<string, FactoryIndex> = new Map(
  [...Map.groupBy(rows, ({ network }) => network)].map(([network, own]) => [
    network,
    new Map(
      own
        .map((row): Factory => ({ ...row, address: trustedAddress(row.address), vault: 'vault' in row ? trustedAddress(row.vault) : null }))
        .map((factory) => [factory.address, factory]),
    ),
  ]),
)

/** The listed factories of a network by their address. */
export const factoriesOf = (network: NetworkId): FactoryIndex => INDEXES.get(network) ?? new Map()

/** Families with one contract that holds all pools, each under an id. */
const MANAGER_FAMILIES: ReadonlySet<string> = new Set(['univ4', 'univ4-like'])

export const isManager = (factory: Factory): boolean => MANAGER_FAMILIES.has(factory.family)

/** Families with one vault that emits the swaps of all pools and names their tokens. */
const VAULT_FAMILIES: ReadonlySet<string> = new Set(['balancer-v2', 'balancer-v3'])

/** The listed venue for whose pools this contract, a manager or vault, emits the swaps; null for other contracts. */
export function venueOfContract(factories: FactoryIndex, contract: Address): Factory | null {
  const listed = factories.get(contract)
  return listed !== undefined && (isManager(listed) || VAULT_FAMILIES.has(listed.family)) ? listed : null
}
