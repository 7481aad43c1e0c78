import { LRUCache } from 'lru-cache'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders, Team } from '../../../adapter.ts'
import { readServiceInfo, type SuiNode } from '../../rpc/node.ts'
import { listHolders, sampleHolders } from '../holders/list-holders.ts'
import type { NestedCoins } from '../holders/nested-coins.ts'
import { openCoinLists, type CoinLists } from '../holders/object-lists.ts'
import { readCreatedPools } from '../pools/read-pools.ts'
import { readPublicationCheckpoint } from './read-token.ts'
import { WATCHED_ACCOUNTS } from '../transfers.ts'

const MAX_TOKENS = 1_000
/** Few tokens are read at the same time. */
const MAX_SAMPLED = 8

/**
 * Facts about a token that several reads need: the list of holders includes the reserves of pools, and transfers are read by pools and largest
 * holders.
 */
export class TokenCache {
  readonly #node: SuiNode
  readonly #publications = new LRUCache<Address, number>({ max: MAX_TOKENS })
  readonly #pools = new LRUCache<Address, { readonly to: number; readonly pools: readonly Pool[] }>({ max: MAX_TOKENS })
  /** Lists from which a sample was read, with the head at which they were opened. */
  readonly #lists = new LRUCache<Address, { readonly head: number; readonly lists: CoinLists }>({ max: MAX_SAMPLED })
  /** From the last list of holders. */
  readonly #largest = new LRUCache<Address, readonly Address[]>({ max: MAX_TOKENS })
  readonly #nested = new LRUCache<Address, NestedCoins>({ max: MAX_TOKENS })

  constructor(node: SuiNode) {
    this.#node = node
  }

  /** @param checkpoint of the coin's publication, before which it has no pools */
  setPublication(token: Address, checkpoint: number | null): void {
    if (checkpoint !== null) this.#publications.set(token, checkpoint)
  }

  /** Pools created up to a checkpoint. */
  async pools(token: Address, to: number, signal: AbortSignal): Promise<readonly Pool[]> {
    const cached = this.#pools.get(token)
    if (cached !== undefined && cached.to >= to) return cached.pools
    const from = cached === undefined ? await this.#readPublication(token, signal) : cached.to + 1
    const pools = [...(cached?.pools ?? [])]
    for await (const page of readCreatedPools(this.#node, token, from, to, signal)) pools.push(...page.rows)
    this.#pools.set(token, { to, pools })
    return pools
  }

  async holders(token: Address, at: BlockRef, signal: AbortSignal): Promise<ListedHolders> {
    if (!this.#node.graphql.present) {
      const note = 'Holders are not listed, because only a GraphQL endpoint can list them. Add one beside the gRPC endpoint.'
      return { holdings: [], complete: false, at, notes: [note] }
    }
    const pools = await this.pools(token, at.number, signal)
    const { list, nested } = await listHolders(await this.#open(token, at, signal), at, pools, signal)
    this.#lists.delete(token)
    const poolAddresses = new Set(pools.map(({ address }) => address))
    const largest = list.holdings
      .toSorted((a, b) => (a.raw === b.raw ? (a.address < b.address ? -1 : 1) : a.raw > b.raw ? -1 : 1))
      .map(({ address }) => address)
      .filter((address) => !poolAddresses.has(address))
      .slice(0, WATCHED_ACCOUNTS)
    this.#largest.set(token, largest)
    this.#nested.set(token, nested)
    return list
  }

  hasListed(token: Address): boolean {
    return this.#largest.has(token)
  }

  /** Null if the list is short. */
  async sampleHolders(token: Address, at: BlockRef, signal: AbortSignal): Promise<readonly Holding[] | null> {
    if (!this.#node.graphql.present) return null
    const pools = await this.pools(token, at.number, signal)
    return sampleHolders(await this.#open(token, at, signal), pools, signal)
  }

  async #open(token: Address, at: BlockRef, signal: AbortSignal): Promise<CoinLists> {
    const cached = this.#lists.get(token)
    if (cached?.head === at.number) return cached.lists
    const lists = await openCoinLists(this.#node, token, at, signal)
    this.#lists.set(token, { head: at.number, lists })
    return lists
  }

  /**
   * Accounts whose transfers are read: the creator and the treasury's holder, who may have given everything away, and the largest holders that are
   * not pools.
   */
  async watchedAccounts(token: Address, team: Team | undefined, at: BlockRef, signal: AbortSignal): Promise<readonly Address[]> {
    if (!this.#largest.has(token)) await this.holders(token, at, signal)
    const largest = this.#largest.get(token)
    if (largest === undefined) return []
    const own = [team?.creator, team?.owner].filter((address) => address != null)
    return [...new Set([...own, ...largest])].slice(0, WATCHED_ACCOUNTS)
  }

  /** Coins inside objects; null if holders were not listed. */
  nested(token: Address): NestedCoins | null {
    return this.#nested.get(token) ?? null
  }

  async #readPublication(token: Address, signal: AbortSignal): Promise<number> {
    const known = this.#publications.get(token)
    if (known !== undefined) return known
    const checkpoint = (await readPublicationCheckpoint(this.#node, token, signal)) ?? (await readServiceInfo(this.#node, signal)).firstAvailable ?? 0
    this.#publications.set(token, checkpoint)
    return checkpoint
  }
}
