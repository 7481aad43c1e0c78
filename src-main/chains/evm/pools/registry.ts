import rows from '../../../../resources/dex/evm-factories.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** Which exchange a factory belongs to: resources/dex/evm-factories.json, and what the owner adds. */
export interface Factory {
  readonly address: Address
  readonly dex: string
  readonly version: string
  readonly family: string
}

export type FactoryBook = ReadonlyMap<Address, Factory>

/** Added factories win over listed ones. */
export function factoriesOf(network: NetworkId, extra: readonly Factory[]): FactoryBook {
  const listed = rows.filter((row) => row.network === network).map((row): Factory => ({ ...row, address: trustedAddress(row.address) }))
  return new Map([...listed, ...extra].map((factory) => [factory.address, factory]))
}
