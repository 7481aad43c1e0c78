import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { grouped } from '../../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Backoff, sleep } from '../../../lib/backoff.ts'
import type { FollowArgs, LiveUpdate } from '../../adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { Node } from '../rpc/node.ts'
import type { FactoryIndex } from '../venues/registry.ts'
import type { LinkedHeader } from '../transaction/raw.ts'
import { forkOf } from './fork.ts'
import type { Heads } from './heads.ts'
import { readBlocks } from './read-blocks.ts'
import { readTransfers } from '../reading/transfers.ts'
import { areLinked, TRACKED_BLOCKS, EmittedBlocks } from './emitted-blocks.ts'

export interface Following {
  readonly node: Node
  readonly network: NetworkId
  readonly factories: FactoryIndex
  readonly heads: Heads
  readonly follow: FollowArgs
  readonly signal: AbortSignal
}

/** What a follower has emitted so far. */
interface Progress {
  next: number
  readonly emitted: EmittedBlocks
  pools: Pool[]
  checked: Set<Address>
  /** Wallets by the block that moved them, so that their balances are read again after a rollback. */
  touched: { readonly block: number; readonly wallets: readonly Address[] }[]
  rereadBalances: Set<Address>
}

const HEADER_CONCURRENCY = 8
/** Blocks before the first emitted one whose hashes are read at the start, so that their reversal is detected too. */
const BLOCKS_BEFORE = 64
/** Addresses checked for being pools: beyond this many the set is cleared. */
const MAX_CHECKED = 100_000
/** Blocks of an old gap read into one update; near the head the tracked blocks limit it. */
const GAP_BLOCKS = 2_000
const RETRY_BACKOFF = { firstMs: 500, longestMs: 30_000 }
/** A chain may reorganise during a read. After this many failed tries the node is considered inconsistent. */
const MAX_TRIES = 8
/** A head below the emitted blocks is read so often before it is reported. */
const LOWER_TRIES = 3
const LOWER_PAUSE_MS = 500

/**
 * Follows a token block by block: the gap up to the head first, then each new block. Every block is emitted once, and again only
 * after it was rolled back. Ends when the signal aborts; faults of the endpoint are reported and retried.
 */
export async function* followToken(following: Following): AsyncGenerator<LiveUpdate> {
  const { heads, follow, signal } = following
  const progress: Progress = {
    next: follow.from,
    emitted: new EmittedBlocks(),
    pools: [...follow.pools],
    checked: new Set(),
    touched: [],
    rereadBalances: new Set(),
  }
  let live = false
  const backoff = new Backoff(RETRY_BACKOFF)
  while (!signal.aborted) {
    const seen = heads.count()
    try {
      for await (const update of catchUp(following, progress)) {
        if (update.kind === 'state') live = false
        yield update
      }
      backoff.reset()
      if (!live)
        yield {
          kind: 'state',
          state: 'live',
          behind: 0,
          message: heads.announced() ? null : 'The endpoint does not announce new blocks, so they are polled.',
        }
      live = true
      await heads.after(seen, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof AppError)) throw error
      live = false
      yield { kind: 'state', state: 'reconnecting', behind: null, message: error.say }
      await backoff.pause(signal)
    }
  }
}

/** Emits everything between the last emitted block and the head, after a rollback of what the chain has reverted. */
async function* catchUp(following: Following, progress: Progress): AsyncGenerator<LiveUpdate> {
  const { node, signal } = following
  if (progress.emitted.last === null) await loadRecentHistory(following, progress)
  let lower = 0
  for (let tries = 0; tries < MAX_TRIES;) {
    const head = await node.blocks.linkedHeader('latest', signal)
    const fork = await forkOf(progress.emitted, head, (block) => node.blocks.linkedHeader(block, signal))
    if (fork !== null) {
      rollBack(node, progress, fork + 1)
      yield { kind: 'withdrawn', from: fork + 1 }
    }
    if (head.number < progress.next - 1) {
      // The endpoints behind one address may differ by some blocks.
      if ((lower += 1) >= LOWER_TRIES) throw behind(head.number, progress.next - 1)
      await sleep(LOWER_PAUSE_MS, signal)
      continue
    }
    if (head.number < progress.next) return
    const firstTracked = Math.max(progress.next, head.number - TRACKED_BLOCKS + 1)
    if (firstTracked > progress.next) yield { kind: 'state', state: 'behind', behind: head.number - progress.next + 1, message: null }
    const to = firstTracked > progress.next ? Math.min(firstTracked - 1, progress.next + GAP_BLOCKS - 1) : head.number
    const update = await readUpdate(following, progress, to, firstTracked > progress.next)
    if (update === null) tries += 1
    else yield update
  }
  throw contradiction(node.rpc.hosts, `the blocks up to its head did not link to each other in ${MAX_TRIES} tries`)
}

const behind = (head: number, read: number): AppError =>
  new AppError('source_unavailable', {
    say: `The endpoint’s newest block is ${grouped(head)}, and blocks up to ${grouped(read)} were read before. It is behind, or the chain reverted them.`,
  })

/** Hashes and wallets of the stored blocks just before the first emitted one: a reorganisation can revert those as well. */
async function loadRecentHistory({ node, network, follow, signal }: Following, progress: Progress): Promise<void> {
  const from = Math.max(0, progress.next - BLOCKS_BEFORE)
  const numbers = Array.from({ length: progress.next - from }, (_, i) => from + i)
  const headers = await mapLimited(numbers, HEADER_CONCURRENCY, (block) => node.blocks.linkedHeader(block, signal))
  if (headers.length === 0) return
  for await (const page of readTransfers(node, network, follow.token, from, progress.next - 1, signal)) {
    for (const row of page.rows) progress.touched.push({ block: row.position.block, wallets: [row.from, row.to] })
  }
  progress.emitted.add(headers)
}

/** One update up to a block; null when the chain changed during the read and nothing is emitted. */
async function readUpdate(following: Following, progress: Progress, to: number, old: boolean): Promise<LiveUpdate | null> {
  const { node, network, factories, follow, signal } = following
  const from = progress.next
  const numbers = old ? [to] : Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const headers = await mapLimited(numbers, HEADER_CONCURRENCY, (block) => node.blocks.linkedHeader(block, signal))
  const last = headers.at(-1)
  if (last === undefined || !areLinked(headers, progress.emitted.hashOf(from - 1))) return null
  const end = { number: to, hash: last.hash, time: last.timestamp }
  const { token } = follow
  const checked = new Set(progress.checked.size > MAX_CHECKED ? [] : progress.checked)
  const rows = await readBlocks({
    node,
    network,
    factories,
    token,
    known: progress.pools,
    checked: checked,
    rereadBalances: progress.rereadBalances,
    from,
    to: end,
    signal,
  })
  const after: LinkedHeader = await node.blocks.linkedHeader(to, signal)
  if (after.hash !== last.hash) return null
  if (old) progress.emitted.add([last])
  else progress.emitted.add(headers)
  progress.next = to + 1
  progress.checked = checked
  progress.pools.push(...rows.pools)
  progress.rereadBalances = new Set()
  progress.touched.push({ block: to, wallets: rows.balances.map((holding) => holding.address) })
  const oldest = progress.emitted.oldest?.number ?? to
  progress.touched = progress.touched.filter((one) => one.block >= oldest)
  return { kind: 'blocks', from, to, hash: last.hash, time: last.timestamp, ...rows }
}

/** Drops what was emitted from a block on, its pools included, and marks the balances of its wallets to be read again. */
function rollBack(node: Node, progress: Progress, from: number): void {
  node.blocks.forget(from)
  node.traces.forget(from)
  progress.emitted.rollBack(from)
  progress.next = from
  progress.pools = progress.pools.filter((pool) => pool.createdBlock === null || pool.createdBlock < from)
  progress.checked = new Set()
  for (const one of progress.touched) if (one.block >= from) for (const wallet of one.wallets) progress.rereadBalances.add(wallet)
  progress.touched = progress.touched.filter((one) => one.block < from)
}
