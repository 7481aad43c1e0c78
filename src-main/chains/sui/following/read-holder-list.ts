import type { Address } from '../../../../src-shared/domain/address.ts'
import { compareBig } from '../../../../src-shared/domain/compare.ts'
import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { largest } from '../../../lib/largest.ts'
import type { ListChecks } from '../../cross-checks.ts'
import type { TokenCache } from '../reading/token/token-cache.ts'
import { readNewestCheckpoint, type SuiNode } from '../rpc/node.ts'
import type { HolderList } from './holder-lists.ts'

/** Holders whose balances are compared with the node behind gRPC. */
const SAMPLED = 6

/**
 * All holders at the newest checkpoint. Null if the list is not whole, adds up to more than the supply, or differs from the accounts of the largest
 * holders: it must not replace balances that were read.
 */
export async function readHolderList(
  { node, cache, checks }: { readonly node: SuiNode; readonly cache: TokenCache; readonly checks: ListChecks },
  token: Address,
  signal: AbortSignal,
): Promise<HolderList | null> {
  const list = await cache.holders(token, await readNewestCheckpoint(node, signal), signal)
  if (!list.complete || list.holdings.length === 0) return null
  const supply = await checks.supply(token, signal)
  if (supply !== null && sumRaw(list.holdings.map(({ raw }) => raw)) > supply.raw) return null
  const sampled = largest(list.holdings, SAMPLED, (a, b) => compareBig(b.raw, a.raw))
  const contradicted = await checks.contradicted(token, { ...list, holdings: sampled }, signal)
  return contradicted.some(({ holdings }) => holdings.length > 0) ? null : { list, nested: cache.nested(token) }
}
