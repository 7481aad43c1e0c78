import { parseAbi } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { readContracts, type Scan } from '../scan.ts'

const routerAbi = parseAbi(['function factory() view returns (address)'])

/**
 * The contracts that answer like a router of the pool's exchange. Tokens store one for their own sales.
 *
 * @param pool null, or a pool without a factory such as a manager of pools, does not show which routers are its own
 */
export async function routersAmong(scan: Scan, pool: Address | null, contracts: readonly Address[]): Promise<ReadonlySet<Address>> {
  const asked = pool === null ? contracts : [pool, ...contracts]
  const answers = await readContracts(
    scan,
    asked.map((to) => ({ to, abi: routerAbi, name: 'factory' })),
  )
  const own = pool === null ? null : (answers[0] ?? null)
  const factories = pool === null ? answers : answers.slice(1)
  return new Set(contracts.filter((_, i) => factories[i] != null && (own === null || factories[i] === own)))
}
