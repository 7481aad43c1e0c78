import type { Address } from '../../../../../src-shared/domain/address.ts'
import { toUnits } from '../../../../../src-shared/domain/amount.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { hasId } from '../../decode/swaps/events.ts'
import { tokenAbi } from '../../encoding/abi.ts'
import type { Node } from '../../rpc/node.ts'
import { quoteToken } from '../../venues/quote-tokens.ts'

type Sides = Pick<Pool, 'address' | 'token0' | 'token1'>

/** Least units of a quote token by its type in resources/dex/evm-quote-tokens.json, from a few hundred dollars (docs/detection.md#pools). */
const MIN_UNITS: Readonly<Record<string, number>> = { wrapped_native: 1, lst: 1, bridged: 1, btc: 0.02, stable: 1_000 }
/** A pool has at least this part of what the deepest pool of the token holds of the same quote token: one tenth. */
const DEEPEST_TO_LEAST = 10n

/**
 * The pools that hold enough of a usual quote token to be a market of the token (docs/detection.md#pools). What an address holds of a quote token
 * is read from that token, so neither the pool nor its factory can state it.
 *
 * @param others known pools of the token, to compare with
 */
export async function deepPools(
  node: Node,
  network: NetworkId,
  { token, pools, others }: { readonly token: Address; readonly pools: readonly Sides[]; readonly others: readonly Sides[] },
  at: BlockRef,
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  const sides = [...pools, ...others].flatMap((pool) => {
    const address = pool.token0 === token ? pool.token1 : pool.token0
    const quote = quoteToken(network, address)
    return hasId(pool) || quote === undefined ? [] : [{ pool: pool.address, address, quote }]
  })
  const answers = await node.multicall.read(
    sides.map(({ pool, address }) => ({ to: address, abi: tokenAbi, name: 'balanceOf', args: [pool] })),
    at.number,
    signal,
  )
  const rows = sides.map((side, i) => ({ ...side, raw: typeof answers[i] === 'bigint' ? answers[i] : 0n }))
  return new Set(
    rows
      .filter(({ quote, raw }) => {
        const least = MIN_UNITS[quote.type] ?? Infinity
        return toUnits(raw, quote.decimals) >= least && rows.every((row) => row.quote !== quote || row.raw <= raw * DEEPEST_TO_LEAST)
      })
      .map(({ pool }) => pool),
  )
}
