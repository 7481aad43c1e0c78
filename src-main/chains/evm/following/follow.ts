import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { FollowArgs, LiveUpdate } from '../../adapter.ts'
import { readTransfers } from '../reading/transfers.ts'
import type { Node } from '../rpc/node.ts'
import type { LinkedHeader } from '../transaction/raw.ts'
import type { FactoryIndex } from '../venues/registry.ts'
import { TRACKED_BLOCKS } from './emitted-blocks.ts'
import { followBlocks, readHeaders, type BlockRange, type BlockReader } from './follow-blocks.ts'
import type { Heads } from './heads.ts'
import { readBlocks, type BlockRows } from './read-blocks.ts'

export interface Following {
  readonly node: Node
  readonly network: NetworkId
  readonly factories: FactoryIndex
  heads(): Heads
  readonly follow: FollowArgs
  readonly signal: AbortSignal
}

/** Blocks before the first emitted one whose hashes are read at the start, so that their reversal is detected too. */
const BLOCKS_BEFORE = 64
/** Limit on the set of addresses checked for being pools. Beyond it the set is cleared. */
const MAX_CHECKED = 100_000
/** Blocks of an old gap read into one update. */
const GAP_BLOCKS = 2_000

/** Follows a token: the rows of each block, and the balances that changed in it. */
export const followToken = (following: Following): AsyncGenerator<LiveUpdate> =>
  followBlocks<TokenRows, LiveUpdate>({ ...following, from: following.follow.from }, new TokenReader(following))

interface TokenRows extends BlockRows {
  readonly checked: Set<Address>
}

class TokenReader implements BlockReader<TokenRows, LiveUpdate> {
  readonly most = { old: GAP_BLOCKS, recent: TRACKED_BLOCKS }
  readonly #following: Following
  #pools: Pool[]
  #checked = new Set<Address>()
  /** Wallets by the block that moved them, so that their balances are read again after a rollback. */
  #touched: { readonly block: number; readonly wallets: readonly Address[] }[] = []
  #rereadBalances = new Set<Address>()

  constructor(following: Following) {
    this.#following = following
    this.#pools = [...following.follow.pools]
    this.#rereadBalances = new Set(following.follow.stale)
  }

  /** Hashes and wallets of the stored blocks just before the first emitted one: a reorganisation can revert those as well. */
  async before(next: number): Promise<readonly LinkedHeader[]> {
    const { node, network, follow, signal } = this.#following
    const from = Math.max(0, next - BLOCKS_BEFORE)
    const headers = await readHeaders(node, from, next - 1, signal)
    if (headers.length === 0) return headers
    const touched: { block: number; wallets: Address[] }[] = []
    for await (const page of readTransfers(node, network, follow.token, from, next - 1, signal)) {
      for (const row of page.rows) touched.push({ block: row.position.block, wallets: [row.from, row.to] })
    }
    this.#touched = touched
    return headers
  }

  async read({ from, last }: BlockRange): Promise<TokenRows> {
    const { node, network, factories, follow, signal } = this.#following
    const checked = new Set(this.#checked.size > MAX_CHECKED ? [] : this.#checked)
    const rows = await readBlocks({
      node,
      network,
      factories,
      token: follow.token,
      known: this.#pools,
      checked,
      rereadBalances: this.#rereadBalances,
      from,
      to: { number: last.number, hash: last.hash, time: last.timestamp },
      signal,
    })
    return { ...rows, checked }
  }

  keep({ from, last, headers }: BlockRange, { checked, ...rows }: TokenRows): readonly LiveUpdate[] {
    this.#checked = checked
    this.#pools.push(...rows.pools)
    this.#rereadBalances = new Set()
    this.#touched.push({ block: last.number, wallets: rows.balances.map((holding) => holding.address) })
    const oldest = (headers[0] ?? last).number - TRACKED_BLOCKS
    this.#touched = this.#touched.filter((one) => one.block >= oldest)
    return [{ kind: 'blocks', from, to: last.number, hash: last.hash, time: last.timestamp, ...rows }]
  }

  /** Drops the pools created since a block, and marks the balances of wallets that moved tokens since then to be read again. */
  rollBack(from: number): void {
    this.#pools = this.#pools.filter((pool) => pool.createdBlock === null || pool.createdBlock < from)
    this.#checked = new Set()
    for (const one of this.#touched) if (one.block >= from) for (const wallet of one.wallets) this.#rereadBalances.add(wallet)
    this.#touched = this.#touched.filter((one) => one.block < from)
  }
}
