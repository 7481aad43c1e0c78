import { describe, expect, it } from 'vitest'
import { referencePools } from '../../../reference-pools.ts'
import { proveExchange } from '../../venues/derive.ts'

describe.each(['eth', 'base', 'bsc'] as const)('the reference pools of %s', (network) => {
  it('stand where a known exchange puts the pool of these two tokens', () => {
    const pools = referencePools(network)
    expect(pools.length).toBeGreaterThan(0)
    for (const { pool, native, stable } of pools) expect(proveExchange(network, pool, native.address, stable.address)).not.toBeNull()
  })
})
