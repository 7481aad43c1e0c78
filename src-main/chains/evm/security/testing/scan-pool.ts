import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import type { SecurityFacts } from '../../../security/facts.ts'
import { createEvmAdapter } from '../../adapter.ts'

interface ScannedPool {
  readonly network: 'eth' | 'base'
  readonly token: string
  /** Address, or the id in a manager. */
  readonly pool: string
  readonly version: '2' | '3' | '4'
  /** In order; the zero address for the native coin. */
  readonly currencies: readonly [string, string]
  readonly holders?: readonly string[]
}

/** Security facts of a token with one Uniswap pool, read from an endpoint. */
export async function scanPool(url: string, { network, token, pool, version, currencies, holders = [] }: ScannedPool): Promise<SecurityFacts> {
  const [token0, token1] = currencies.map((currency) => (BigInt(currency) === 0n ? NATIVE : trustedAddress(currency)))
  if (token0 === undefined || token1 === undefined) throw new Error('a pool has two currencies')
  const known = { dex: 'Uniswap', dexVersion: version, token0, token1, createdBlock: null, createdTx: null }
  const adapter = createEvmAdapter({ network, endpoints: [url] })
  try {
    const never = new AbortController().signal
    const query = {
      token: trustedAddress(token),
      pools: [{ kind: 'pool' as const, network, address: trustedAddress(pool), ...known }],
      holders: holders.map(trustedAddress),
      creator: null,
      createdBlock: null,
    }
    const facts = await adapter.security?.(query, await adapter.head(never), never)
    if (facts === undefined) throw new Error('the adapter reads no security facts')
    return facts
  } finally {
    await adapter.close()
  }
}
