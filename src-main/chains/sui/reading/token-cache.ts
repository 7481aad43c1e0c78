import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { BlockRef, ListedHolders } from '../../adapter.ts'
import { WATCHED_ACCOUNTS } from './transfers.ts'
import { listHolders } from './holders.ts'
import { readServiceInfo, type SuiNode } from '../rpc/node.ts'
import { readCreatedPools } from './pools.ts'
import { readPublicationCheckpoint } from './token.ts'

/**
 * What one question about a token learns and the next needs: holders are listed with what the pools hold, and transfers
 * are looked for at the largest holders and the pools. Asked again only where it is not known yet.
 */
export interface TokenCache {
  /** Checkpoint of the coin's publication, before which it has no pools. */
  born(token: Address, block: number | null): void
  /** Pools announced up to a checkpoint. */
  pools(token: Address, to: number, signal: AbortSignal): Promise<readonly Pool[]>
  holders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders>
  /** The largest holders. */
  accounts(token: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Address[]>
}

export function createTokenCache(node: SuiNode): TokenCache {
  const births = new Map<Address, number>()
  const known = new Map<Address, { readonly to: number; readonly pools: readonly Pool[] }>()
  const largest = new Map<Address, readonly Address[]>()

  async function birthOf(token: Address, signal: AbortSignal): Promise<number> {
    const block =
      births.get(token) ?? (await readPublicationCheckpoint(node, token, signal)) ?? (await readServiceInfo(node, signal)).firstAvailable ?? 0
    births.set(token, block)
    return block
  }

  async function pools(token: Address, to: number, signal: AbortSignal): Promise<readonly Pool[]> {
    const before = known.get(token)
    if (before !== undefined && before.to >= to) return before.pools
    const from = before === undefined ? await birthOf(token, signal) : before.to + 1
    const found = [...(before?.pools ?? [])]
    for await (const page of readCreatedPools(node, token, from, to, signal)) found.push(...page.rows)
    known.set(token, { to, pools: found })
    return found
  }

  async function holders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders> {
    const list = await listHolders(node, token, at, await pools(token, at.number, signal), signal)
    const sorted = [...list.holdings].sort((a, b) => (a.raw === b.raw ? (a.address < b.address ? -1 : 1) : a.raw > b.raw ? -1 : 1))
    const ofPools = new Set((known.get(token)?.pools ?? []).map(({ address }) => address))
    const accounts = sorted.map(({ address }) => address).filter((address) => !ofPools.has(address))
    largest.set(token, accounts.slice(0, WATCHED_ACCOUNTS))
    return list
  }

  return {
    born(token, block) {
      if (block !== null) births.set(token, block)
    },
    pools,
    holders,
    async accounts(token, at, signal) {
      if (!largest.has(token)) await holders(token, at, signal)
      return largest.get(token) ?? []
    },
  }
}
