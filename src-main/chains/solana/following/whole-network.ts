import { AppError } from '../../../lib/app-error.ts'
import { Backoff } from '../../../lib/backoff.ts'
import { mapAhead } from '../../../lib/map-ahead.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import type { NetworkBlock, NetworkUpdate, WholeNetwork } from '../../adapter.ts'
import { blockAt } from '../../blocks/block-at.ts'
import { contradiction } from '../../rpc/node-fault.ts'
import type { DecodedBlock } from '../decode/decode-block.ts'
import { readWholeBlock } from '../reading/transactions/whole-block.ts'
import { producedBlocks, readBlockHash, readBlockTime, readHead, readSlot } from '../rpc/blocks.ts'
import type { SolanaEndpoints } from '../rpc/endpoints.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { openPushedBlocks, type PushedBlocks } from './blocks/pushed-blocks.ts'

/** A slot takes 400 ms. */
const POLL_MS = 400
/** While blocks are pushed, the head is requested after this long without one. */
const SILENCE_MS = 3_000
/** Slots listed per call. */
const SLOTS_AT_ONCE = 64
const FAR_BEHIND_SLOTS = 25
/** A confirmed block is final after 31 more. Skipped slots add a few. */
const TRACKED_BLOCKS = 64
const RETRY_BACKOFF = { firstMs: 500, longestMs: 15_000 }
/** Polls after which a block that is listed but not served, or missing between two others, counts as a fault of the endpoint. */
const MAX_POLLS = 25
/** A block is searched within this many slots. Fewer in a row are skipped. */
const SKIPPED_SLOTS = 64

type Emitted = Pick<DecodedBlock, 'slot' | 'hash'>

interface Progress {
  next: number
  /** Newest last. */
  emitted: Emitted[]
  /** Polls since the last block. */
  polls: number
}

interface Source {
  readonly node: SolanaNode
  readonly pushed: PushedBlocks
  readonly signal: AbortSignal
}

/** All trades of Solana: blocks that endpoints push, and one getBlock call for each other slot with a block. */
export function openWholeNetwork(node: SolanaNode, endpoints: SolanaEndpoints, firstReconnectMs?: number): WholeNetwork {
  return {
    async *follow(from, _pools, signal) {
      const pushed = openPushedBlocks(endpoints, firstReconnectMs)
      try {
        yield* follow({ node, pushed, signal }, from)
      } finally {
        pushed.close()
      }
    },
    async *read(from, to, _pools, signal) {
      let last = from - 1
      for await (const { slot, block } of blocksOf(await listed(node, from, to, signal), (one) => readWholeBlock(node, one, signal))) {
        if (block === null) throw contradiction(node.rpc.hosts, `block ${slot} is listed and not served`)
        last = slot
        yield toNetworkBlock(block)
      }
      if (last < to) yield { number: to, time: null, trades: [] }
    },
    async blockAt(time, signal) {
      const newest = await readHead(node, signal)
      return blockAt(time, 0, newest, NETWORKS.sol.blockSeconds, async (slot) => {
        const [block = newest.number] = await listed(node, slot, Math.min(slot + SKIPPED_SLOTS, newest.number), signal)
        return { number: slot, hash: '', time: (await readBlockTime(node, block, signal)) ?? newest.time }
      })
    },
  }
}

async function* follow(source: Source, from: number): AsyncGenerator<NetworkUpdate> {
  const { node, pushed, signal } = source
  const progress: Progress = { next: from, emitted: [], polls: 0 }
  const backoff = new Backoff(RETRY_BACKOFF)
  let message: string | null | undefined
  let isSilent = false
  while (!signal.aborted) {
    try {
      const seen = pushed.count()
      yield* continued(source, progress)
      const isSent = (): boolean => pushed.proved() && pushed.newest() < progress.next
      let isLive = isSent()
      if (!isLive || isSilent) {
        const head = await readSlot(node, COMMITMENT, signal)
        const behind = head - progress.next + 1
        if (behind > FAR_BEHIND_SLOTS) {
          message = undefined
          yield { kind: 'state', state: 'behind', behind, message: null }
        }
        yield* catchUp(source, progress, head)
        yield* continued(source, progress)
        isLive = progress.next > head
      }
      backoff.reset()
      if (isLive && message !== pushed.note()) {
        message = pushed.note()
        yield { kind: 'state', state: 'live', behind: 0, message }
      }
      isSilent = (await pushed.after(seen, isSent() ? SILENCE_MS : POLL_MS, signal)) === seen
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof AppError)) throw error
      message = undefined
      yield { kind: 'state', state: 'reconnecting', behind: null, message: error.message }
      await backoff.pause(signal)
    }
  }
}

/** Emits pushed blocks that continue the last emitted block. */
function* continued({ node, pushed }: Source, progress: Progress): Generator<NetworkUpdate> {
  for (let next = continuing(node, pushed, progress); next !== undefined; next = continuing(node, pushed, progress)) {
    pushed.prove(next)
    yield emit(progress, next)
  }
}

function continuing(node: SolanaNode, pushed: PushedBlocks, progress: Progress): DecodedBlock | undefined {
  const last = progress.emitted.at(-1)
  return last === undefined ? undefined : [...pushed.blocks()].find((block) => block.parent === last.slot && follows(node, progress, block))
}

function emit(progress: Progress, block: DecodedBlock): NetworkUpdate {
  progress.emitted = [...progress.emitted.slice(1 - TRACKED_BLOCKS), { slot: block.slot, hash: block.hash }]
  progress.next = block.slot + 1
  progress.polls = 0
  return { kind: 'block', block: toNetworkBlock(block) }
}

/** Emits the blocks up to a slot. Ends early after a reorg, or if a block is not available yet. */
async function* catchUp({ node, pushed, signal }: Source, progress: Progress, head: number): AsyncGenerator<NetworkUpdate> {
  const read = async (slot: number): Promise<DecodedBlock | null> => pushed.at(slot) ?? readWholeBlock(node, slot, signal)
  while (progress.next <= head) {
    const to = Math.min(head, progress.next + SLOTS_AT_ONCE - 1)
    for await (const { slot, block } of blocksOf(await listed(node, progress.next, to, signal), read)) {
      const fork = block === null ? null : await forkBefore(node, progress, block, signal)
      if (fork !== null) {
        progress.emitted = progress.emitted.filter((one) => one.slot < fork)
        progress.next = fork
        yield { kind: 'withdrawn', from: fork }
      }
      if (block === null || fork !== null || !follows(node, progress, block)) {
        pushed.clear()
        return waitFor(node, progress, slot)
      }
      yield emit(progress, block)
    }
    progress.next = Math.max(progress.next, to + 1)
  }
}

/** @throws AppError if a block has been awaited for too long */
function waitFor(node: SolanaNode, progress: Progress, slot: number): void {
  progress.polls += 1
  if (progress.polls > MAX_POLLS) throw contradiction(node.rpc.hosts, `block ${slot} is listed, and it or the one before it is not served`)
}

/** Whether a block names the last emitted block as its parent. Development nodes name none. */
function follows(node: SolanaNode, { emitted }: Progress, { previousHash }: DecodedBlock): boolean {
  const last = emitted.at(-1)
  return last === undefined || node.isDevelopment() || last.hash === previousHash
}

/** The first emitted slot that is not on the block's chain; null if all are. */
async function forkBefore(node: SolanaNode, progress: Progress, block: DecodedBlock, signal: AbortSignal): Promise<number | null> {
  if (follows(node, progress, block)) return null
  let fork: number | null = null
  for (const { slot, hash } of progress.emitted.toReversed()) {
    if ((await readBlockHash(node, slot, signal)) === hash) return fork
    fork = slot
  }
  return fork
}

async function listed(node: SolanaNode, from: number, to: number, signal: AbortSignal): Promise<readonly number[]> {
  const slots = await producedBlocks(node, from, to, signal)
  if (slots !== null) return slots
  throw new AppError('source_unavailable', { message: `${node.rpc.hosts} does not list the blocks from slot ${from} to ${to}.` })
}

const blocksOf = (
  slots: readonly number[],
  read: (slot: number) => Promise<DecodedBlock | null>,
): AsyncIterable<{ slot: number; block: DecodedBlock | null }> => mapAhead(inTurn(slots), async (slot) => ({ slot, block: await read(slot) }))

async function* inTurn(slots: readonly number[]): AsyncGenerator<number> {
  yield* slots
}

const toNetworkBlock = ({ slot, hash, time, trades }: DecodedBlock): NetworkBlock => ({ number: slot, hash, time, trades })
