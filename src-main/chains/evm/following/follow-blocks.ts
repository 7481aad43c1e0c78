import { grouped } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Backoff, sleep } from '../../../lib/backoff.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { FollowState } from '../../adapter.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { Node } from '../rpc/node.ts'
import type { LinkedHeader } from '../transaction/raw.ts'
import { areLinked, EmittedBlocks, TRACKED_BLOCKS } from './emitted-blocks.ts'
import { forkOf } from './fork.ts'
import type { Heads } from './heads.ts'

/** A closed range of blocks to read. */
export interface BlockRange {
  readonly from: number
  readonly last: LinkedHeader
  /** Headers of the whole range; in an old gap, only the header of its last block. */
  readonly headers: readonly LinkedHeader[]
}

/** Reads the data of a range of blocks. It is emitted once the blocks are known to belong to one chain. */
export interface BlockReader<Rows, Update> {
  /** Maximum blocks per update: in an old gap, and near the head. */
  readonly most: { readonly old: number; readonly recent: number }
  /** Headers of the blocks just before the first one, whose reversal is also reported. */
  before?(from: number): Promise<readonly LinkedHeader[]>
  read(range: BlockRange): Promise<Rows>
  /** Accepts the blocks that were read and returns their updates. */
  keep(range: BlockRange, rows: Rows): readonly Update[]
  rollBack(from: number): void
}

export interface BlockFollowing {
  readonly node: Node
  /** Opened while the chain is followed. */
  heads(): Heads
  readonly from: number
  readonly signal: AbortSignal
}

interface Progress {
  next: number
  readonly emitted: EmittedBlocks
  started: boolean
}

type Withdrawn = { readonly kind: 'withdrawn'; readonly from: number }

const HEADER_CONCURRENCY = 8
const RETRY_BACKOFF = { firstMs: 500, longestMs: 30_000 }
/** A chain may reorganise during a read. After this many failed tries the node is considered inconsistent. */
const MAX_TRIES = 8
/** A head below the emitted blocks is read this many times before it is reported. */
const LOWER_TRIES = 3
const LOWER_PAUSE_MS = 500

/**
 * Follows a chain block by block: the gap up to the head first, then each new block. Every block is emitted once, and again only after it was rolled
 * back. Ends when the signal aborts. Endpoint faults are reported and retried.
 */
export async function* followBlocks<Rows, Update>(
  following: BlockFollowing,
  reader: BlockReader<Rows, Update>,
): AsyncGenerator<Update | Withdrawn | FollowState> {
  const { signal } = following
  const progress: Progress = { next: following.from, emitted: new EmittedBlocks(), started: false }
  let live = false
  const backoff = new Backoff(RETRY_BACKOFF)
  const heads = following.heads()
  try {
    while (!signal.aborted) {
      const seen = heads.count()
      try {
        for await (const update of catchUp(following, reader, progress)) {
          if (isState(update)) live = false
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
        yield { kind: 'state', state: 'reconnecting', behind: null, message: error.message }
        await backoff.pause(signal)
      }
    }
  } finally {
    heads.close()
  }
}

const isState = (update: unknown): update is FollowState => (update as FollowState).kind === 'state'

/** Emits everything between the last emitted block and the head, after rolling back the blocks that the chain has reverted. */
async function* catchUp<Rows, Update>(
  { node, signal }: BlockFollowing,
  reader: BlockReader<Rows, Update>,
  progress: Progress,
): AsyncGenerator<Update | Withdrawn | FollowState> {
  if (!progress.started) progress.emitted.add((await reader.before?.(progress.next)) ?? [])
  progress.started = true
  let lower = 0
  for (let tries = 0; tries < MAX_TRIES;) {
    const head = await node.blocks.linkedHeader('latest', signal)
    const fork = await forkOf(progress.emitted, head, (block) => node.blocks.linkedHeader(block, signal))
    if (fork !== null) {
      node.blocks.forget(fork + 1)
      node.traces.forget(fork + 1)
      progress.emitted.rollBack(fork + 1)
      progress.next = fork + 1
      reader.rollBack(fork + 1)
      yield { kind: 'withdrawn', from: fork + 1 }
    }
    if (head.number < progress.next - 1) {
      // The nodes behind one address may differ by a few blocks.
      if ((lower += 1) >= LOWER_TRIES) throw behind(head.number, progress.next - 1)
      await sleep(LOWER_PAUSE_MS, signal)
      continue
    }
    if (head.number < progress.next) return
    const firstTracked = Math.max(progress.next, head.number - TRACKED_BLOCKS + 1)
    const old = firstTracked > progress.next
    if (old) yield { kind: 'state', state: 'behind', behind: head.number - progress.next + 1, message: null }
    const to = old ? Math.min(firstTracked - 1, progress.next + reader.most.old - 1) : Math.min(head.number, progress.next + reader.most.recent - 1)
    const updates = await readUpdates({ node, signal }, reader, progress, { to, old, head })
    if (updates === null) tries += 1
    else yield* updates
  }
  throw contradiction(node.rpc.hosts, `the blocks up to its head did not link to each other in ${MAX_TRIES} tries`)
}

const behind = (head: number, read: number): AppError =>
  new AppError('source_unavailable', {
    message: `The endpoint’s newest block is ${grouped(head)}, and blocks up to ${grouped(read)} were read before. It is behind, or the chain reverted them.`,
  })

/** The updates up to a block; null when the chain changed during the read and nothing is emitted. */
async function readUpdates<Rows, Update>(
  { node, signal }: Pick<BlockFollowing, 'node' | 'signal'>,
  reader: BlockReader<Rows, Update>,
  progress: Progress,
  { to, old, head }: { readonly to: number; readonly old: boolean; readonly head: LinkedHeader },
): Promise<readonly Update[] | null> {
  const from = progress.next
  // The head was read just now.
  const below = await readHeaders(node, old ? to : from, Math.min(to, head.number - 1), signal)
  const headers = to === head.number ? [...below, head] : below
  const last = headers.at(-1)
  // In an old gap only the last header is read, and its parent is not the block before the gap.
  const before = headers[0]?.number === from ? progress.emitted.hashOf(from - 1) : null
  if (last === undefined || !areLinked(headers, before)) return null
  const range: BlockRange = { from, last, headers }
  const rows = await reader.read(range)
  const after = await node.blocks.linkedHeader(to, signal)
  if (after.hash !== last.hash) return null
  progress.emitted.add(headers)
  progress.next = to + 1
  return reader.keep(range, rows)
}

export function readHeaders(node: Node, from: number, to: number, signal: AbortSignal): Promise<LinkedHeader[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return mapLimited(numbers, HEADER_CONCURRENCY, (block) => node.blocks.linkedHeader(block, signal))
}
