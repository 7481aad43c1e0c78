import rows from '../../../../resources/dex/evm-settlements.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** A contract that settles signed orders between wallets, exchanges two coins at a fixed rate, or swaps without naming the tokens. It is no pool. */
export interface Settlement {
  readonly dex: string
  readonly version: string
  /** The coins of a peg module; null for other contracts. */
  readonly peg: Peg | null
}

/** https://github.com/makerdao/dss-lite-psm/blob/master/src/DssLitePsm.sol */
export interface Peg {
  readonly gem: Address
  readonly dai: Address
  /** Raw units of dai in one raw unit of the gem. */
  readonly gemUnit: bigint
  /** The contract that holds the gem. */
  readonly vault: Address
}

const toPeg = ({ gem, dai, gemUnit, vault }: NonNullable<(typeof rows)[number]['peg']>): Peg => ({
  gem: trustedAddress(gem),
  dai: trustedAddress(dai),
  gemUnit: BigInt(gemUnit),
  vault: trustedAddress(vault),
})

const BY_NETWORK: ReadonlyMap<string, ReadonlyMap<Address, Settlement>> = new Map(
  [...Map.groupBy(rows, (row) => row.network)].map(([network, own]) => [
    network,
    new Map(own.map(({ address, dex, version, peg }) => [trustedAddress(address), { dex, version, peg: peg === undefined ? null : toPeg(peg) }])),
  ]),
)
const NONE: ReadonlyMap<Address, Settlement> = new Map()

/** Listed settlement contracts of a network (resources/dex/evm-settlements.json). */
export const settlementsOf = (network: NetworkId): ReadonlyMap<Address, Settlement> => BY_NETWORK.get(network) ?? NONE
