import { toUnits } from '../../../../../src-shared/domain/amount.ts'
import type { BlockRef } from '../../../adapter.ts'
import { agreedPrice, referencePools, usdAtRoot } from '../../../reference-pools.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { readContentsAt } from '../../rpc/objects.ts'
import { parsePoolCoins, readReserve } from '../../venues/pool-objects.ts'

/** `current_sqrt_price` is Q64.64. */
const SQRT_PRICE_BITS = 64

/** Dollars per SUI in the reference pools at a checkpoint; null if this node has none of them. */
export async function readNativePrice(node: SuiNode, at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<number | null> {
  const references = referencePools('sui')
  const pools = references.map(({ pool }) => pool)
  return agreedPrice(
    (await readContentsAt(node, at.number, pools, signal)).flatMap(({ id, type, json }) => {
      const reference = references.find(({ pool }) => pool === id)
      if (reference === undefined) return []
      const coins = parsePoolCoins(type)
      const dollars = readReserve(type, json, reference.stable.address)
      const root = readSqrtPrice(json)
      if (coins === null || dollars === null || root === null || !coins.includes(reference.native.address)) return []
      const nativeFirst = coins[0] === reference.native.address
      return [{ usd: usdAtRoot(root, SQRT_PRICE_BITS, nativeFirst, reference), dollars: toUnits(dollars, reference.stable.decimals) }]
    }),
  )
}

function readSqrtPrice(json: unknown): bigint | null {
  const root = typeof json === 'object' && json !== null && 'current_sqrt_price' in json ? json.current_sqrt_price : null
  return typeof root === 'string' && /^[1-9]\d{0,38}$/.test(root) ? BigInt(root) : null
}
