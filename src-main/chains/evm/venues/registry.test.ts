import { expect, it } from 'vitest'
import rows from '../../../../resources/dex/evm-factories.json' with { type: 'json' }
import { parseAddress } from '../../../../src-shared/domain/parse-address.ts'
import { isNetworkId, NETWORKS } from '../../../../src-shared/networks.ts'

/** Decides how pools are found and named (resources/dex/README.md). A misspelt family would be read as none of them. */
const FAMILIES = ['algebra', 'balancer-v2', 'balancer-v3', 'smardex', 'solidly', 'univ2', 'univ3', 'univ4', 'univ4-like', 'virtuals']

it.each(rows)('the factory of $dex at $address on $network can be found', ({ network, address, family }) => {
  expect(isNetworkId(network) && NETWORKS[network].family).toBe('evm')
  expect(parseAddress('eth', address)).toEqual({ ok: true, address })
  expect(FAMILIES).toContain(family)
})

it('no factory is listed twice on a network', () => {
  const keys = rows.map(({ network, address }) => `${network} ${address}`)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})
