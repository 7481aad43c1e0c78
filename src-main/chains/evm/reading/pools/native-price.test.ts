import { describe, expect, it } from 'vitest'
import { NETWORK_IDS, NETWORKS } from '../../../../../src-shared/networks.ts'
import { referencePools } from '../../../reference-pools.ts'
import { proveExchange } from '../../venues/derive.ts'

const EVM = NETWORK_IDS.filter((network) => NETWORKS[network].family === 'evm')

describe.each(EVM)('the reference pools of %s', (network) => {
  it('have the addresses at which a known exchange creates the pool of these two tokens', () => {
    const pools = referencePools(network)
    expect(pools.length).toBeGreaterThan(0)
    for (const { pool, native, stable } of pools) expect(proveExchange(network, pool, native.address, stable.address)).not.toBeNull()
  })
})
