import rows from '../../../../resources/dex/evm-launchpads.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** One launchpad contract sells all its tokens along a bonding curve, until a token gets its own pool. */
export interface Launchpad {
  readonly dex: string
  readonly version: string
}

/** Listed launchpads of a network by their contract (resources/dex/evm-launchpads.json). */
export function launchpadsOf(network: NetworkId): ReadonlyMap<Address, Launchpad> {
  return new Map(rows.filter((row) => row.network === network).map(({ address, dex, version }) => [trustedAddress(address), { dex, version }]))
}

/** Curves among the addresses that a token moved through. The quote is the native coin unless a trade shows another. */
export function curvesAmong(network: NetworkId, token: Address, candidates: readonly Address[]): Pool[] {
  const listed = launchpadsOf(network)
  return [...new Set(candidates)].flatMap((address) => {
    const launchpad = listed.get(address)
    if (launchpad === undefined) return []
    const { dex, version } = launchpad
    return [{ kind: 'pool' as const, network, address, dex, dexVersion: version, token0: token, token1: NATIVE, createdBlock: null, createdTx: null }]
  })
}
